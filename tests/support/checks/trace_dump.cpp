// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/checks/trace_dump.h"

#include <sstream>

namespace gaplight::test {
namespace {

const char* kindName(TrackKind kind) {
    switch (kind) {
        case TrackKind::Thread:
            return "thread";
        case TrackKind::Stream:
            return "stream";
        case TrackKind::Async:
            return "async";
    }
    return "?";
}

std::string slicePlace(const Trace& trace, SliceId slice) {
    return '"' + std::string(trace.name(slice)) + "\"@" +
           std::to_string(ns(trace.slices().start(slice)));
}

void dumpSlice(std::ostream& out, const Trace& trace, SliceId slice) {
    const SliceTable& slices = trace.slices();
    out << "    row " << slices.row(slice) << "  " << ns(slices.start(slice)) << " +"
        << ns(slices.duration(slice)) << "  \"" << trace.name(slice) << '"';
    const Category& category = trace.categories()[slices.category(slice).index()];
    out << " [" << trace.text(category.name) << ']';
    if (slices.parent(slice).isValid()) {
        out << " in " << slicePlace(trace, slices.parent(slice));
    }
    if (const auto correlation = trace.correlations().find(slice)) {
        out << " correlation " << *correlation;
    }
    if (const auto external = trace.externalIds().find(slice)) {
        out << " external " << *external;
    }
    if (const auto python = trace.pythonIds().find(slice)) {
        out << " python " << *python;
    }
    if (const auto shape = trace.shapeKeys().find(slice)) {
        out << " shapes " << *shape;
    }
    if (const KernelConfig* config = trace.kernelConfigs().find(slice)) {
        out << " grid " << config->grid[0] << ',' << config->grid[1] << ',' << config->grid[2]
            << " block " << config->block[0] << ',' << config->block[1] << ',' << config->block[2]
            << " regs " << config->registersPerThread << " smem " << config->sharedMemoryBytes
            << " occupancy " << config->occupancyPercent;
    }
    if (const CopyFacts* copy = trace.copyFacts().find(slice)) {
        out << " bytes " << copy->bytes;
    }
    out << " at byte " << slices.event(slice).number() << '\n';
}

void dumpTrack(std::ostream& out, const Trace& trace, const Track& track) {
    const Process& process = trace.processes()[track.process.index()];
    out << "  " << kindName(track.kind) << " pid \"" << trace.text(process.pid) << "\" tid \""
        << trace.text(track.tid) << '"';
    if (track.name.isValid()) {
        out << " name \"" << trace.text(track.name) << '"';
    }
    if (track.gpu) {
        out << " device " << track.gpu->device;
    }
    if (track.stream) {
        out << " stream " << *track.stream;
    }
    out << " sort " << track.sortIndex << " rows " << track.rows << " overflow "
        << track.overflowRows << " overlapping " << track.overlapping << '\n';
    for (std::size_t at = 0; at < track.sliceCount; ++at) {
        dumpSlice(out, trace, SliceId(track.firstSlice.index() + at));
    }
}

}  // namespace

std::string dumpIssues(const ImportIssues& issues) {
    std::ostringstream out;
    for (const ImportIssue& issue : issues.list()) {
        out << issueKindName(issue.kind) << " x" << issue.count << " at byte "
            << issue.firstPosition << ": " << issue.example << '\n';
    }
    return out.str();
}

std::string dump(const Trace& trace) {
    std::ostringstream out;
    const TraceFacts& facts = trace.facts();
    out << facts.format << " events " << facts.events << " slices " << trace.slices().size()
        << " flow events " << facts.flowEvents << " base " << facts.baseTimeNs << '\n';
    for (const DeviceProperties& device : facts.devices) {
        out << "  GPU " << device.gpu.device << " \"" << device.name << "\" sms " << device.sms
            << '\n';
    }
    for (const Process& process : trace.processes()) {
        out << "process \"" << trace.text(process.pid) << "\" name \"" << trace.text(process.name)
            << "\" labels \"" << trace.text(process.labels) << "\" sort " << process.sortIndex
            << (process.gpu ? " GPU " + std::to_string(process.gpu->device) : "") << '\n';
    }
    for (const Track& track : trace.tracks()) {
        dumpTrack(out, trace, track);
    }
    for (const Flow& flow : trace.flows()) {
        out << "flow " << slicePlace(trace, flow.from) << " -> " << slicePlace(trace, flow.to)
            << " [" << trace.text(flow.category) << "]\n";
    }
    for (const Instant& instant : trace.instants()) {
        out << "instant " << ns(instant.time) << " \"" << trace.text(instant.name) << "\"\n";
    }
    for (const CounterSeries& series : trace.counterSeries()) {
        out << "counter \"" << trace.text(series.name) << "\" series \""
            << trace.text(series.series) << '"';
        for (std::size_t at = 0; at < series.times.size(); ++at) {
            out << ' ' << ns(series.times[at]) << '=' << series.values[at];
        }
        out << '\n';
    }
    for (const MemoryEvent& event : trace.memoryEvents()) {
        out << "memory " << ns(event.time) << " bytes " << event.bytes << " allocated "
            << event.totalAllocated << " reserved " << event.totalReserved << " device "
            << event.deviceType << ':' << event.deviceId << '\n';
    }
    out << dumpIssues(trace.issues());
    return out.str();
}

}  // namespace gaplight::test
