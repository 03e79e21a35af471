// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/xla_events.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "core/formats/xla_activity.h"

namespace gaplight {
namespace {

struct XlaArgs {
    std::optional<std::uint64_t> correlation;
    std::optional<std::int64_t> device;  // of events of the host
    Token kernelDetails;
    Token copyDetails;
    std::uint64_t graphId = 0;
    std::uint64_t graphNodeId = 0;
    bool isStep = false;
};

void takeArg(std::string_view key, const Token& value, XlaArgs& args) {
    if (key == "correlation_id") {
        args.correlation = unsignedNumber(value);
    } else if (key == "device_id") {
        args.device = signedNumber(value);
    } else if (key == "kernel_details") {
        args.kernelDetails = value;
    } else if (key == "memcpy_details" || key == "memset_details") {
        args.copyDetails = value;
    } else if (key == "cuda_graph_id") {
        args.graphId = unsignedNumber(value).value_or(0);
    } else if (key == "cuda_graph_node_id") {
        args.graphNodeId = unsignedNumber(value).value_or(0);
    } else if (key == "step_num") {
        args.isStep = true;
    }
}

}  // namespace

bool promoteXlaArgs(const Token& object, std::uint32_t slice, BatchWriter& writer) {
    XlaArgs args;
    walkObject(object, [&](const Token& key, const Token& value) {
        takeArg(key.text(), value, args);
        return true;
    });
    EventBatch& batch = writer.batch;
    const auto correlation = args.correlation
                                 ? xlaCorrelation(*args.correlation, args.device.value_or(0))
                                 : std::nullopt;
    if (correlation) {
        batch.correlation.slice.push_back(slice);
        batch.correlation.value.push_back(*correlation);
    }
    if (args.kernelDetails.isText() || args.graphId != 0) {
        KernelBatchRow row = xlaKernelRow(slice, writer.text(args.kernelDetails));
        row.graphId = args.graphId;
        row.graphNodeId = args.graphNodeId;
        batch.kernels.push_back(row);
    } else if (args.copyDetails.isText() && !args.device) {
        const std::string details(writer.text(args.copyDetails));
        batch.copies.push_back(xlaCopyRow(slice, details, batch.strings));
    }
    return args.isStep;
}

namespace {

constexpr std::string_view kGpu = "/device:GPU:";
constexpr std::string_view kTpu = "/device:TPU:";
constexpr std::string_view kHost = "/host:CPU";
constexpr std::string_view kComputeOfCpu = "/device:CPU:0 Compute";
constexpr std::string_view kStreamOfProcess = "/stream:";
constexpr std::string_view kComputeSuffix = " Compute";
constexpr std::string_view kStreamLine = "Stream #";
constexpr std::string_view kOpsLine = "XLA Ops";  // of a device without streams

// The number that `text` begins with, which is taken off it; -1: none.
std::int32_t takeNumber(std::string_view& text) {
    std::int32_t number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || number < 0) {
        return -1;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

std::int32_t numberOf(std::string_view text) {
    const std::int32_t number = takeNumber(text);
    return text.empty() ? number : -1;
}

}  // namespace

std::optional<XlaTracks::Place> XlaTracks::placeOfProcess(std::string_view name) {
    if (name.starts_with(kHost) || name.ends_with(kComputeOfCpu)) {
        return Place{};
    }
    if (!name.starts_with(kGpu) && !name.starts_with(kTpu)) {
        return std::nullopt;
    }
    std::string_view rest = name.substr(kGpu.size());
    Place place{Role::Gpu, takeNumber(rest), -1, {}};
    place.gpu = name.substr(0, name.size() - rest.size());
    if (place.device < 0 || (!rest.empty() && rest.front() != '/' && rest.front() != ' ')) {
        return std::nullopt;
    }
    if (rest.starts_with('/')) {
        const bool isStream = rest.starts_with(kStreamOfProcess) && rest.ends_with(kComputeSuffix);
        rest.remove_prefix(isStream ? kStreamOfProcess.size() : 0);
        place.role = Role::Stream;
        place.stream = takeNumber(rest);
        return isStream && place.stream >= 0 ? std::optional(place) : std::nullopt;
    }
    return place;
}

void XlaTracks::takeNames(const EventBatch& batch) {
    const auto text = [&](BatchString id) { return batch.strings.view(id); };
    for (const MetadataBatchRow& row : batch.metadata) {
        if (row.fact == TrackFact::ProcessName) {
            if (const auto place = placeOfProcess(text(row.text))) {
                m_processes[std::string(text(batch.tracks[row.track.index()].pid))] = *place;
            }
        }
    }
    for (const MetadataBatchRow& row : batch.metadata) {
        const BatchTrackKey& key = batch.tracks[row.track.index()];
        const std::string pid(text(key.pid));
        if (row.fact == TrackFact::ThreadName && m_processes.contains(pid)) {
            m_threads[fmt::format("{} {}", pid, text(key.tid))] = text(row.text);
            if (text(row.text).starts_with(kStreamLine)) {
                m_withStreams.insert(pid);
            }
        }
    }
}

std::optional<XlaTracks::Place> XlaTracks::placeOfTrack(const EventBatch& batch,
                                                        const BatchTrackKey& key) const {
    const std::string pid(batch.strings.view(key.pid));
    const auto process = m_processes.find(pid);
    if (process == m_processes.end()) {
        return std::nullopt;
    }
    Place place = process->second;
    if (place.role == Role::Gpu) {
        const std::string_view tid = batch.strings.view(key.tid);
        const auto thread = m_threads.find(fmt::format("{} {}", pid, tid));
        const std::string_view name =
            thread == m_threads.end() ? std::string_view() : std::string_view(thread->second);
        const bool isStream =
            m_withStreams.contains(pid) ? name.starts_with(kStreamLine) : name == kOpsLine;
        if (isStream) {
            place.role = Role::Stream;
            place.stream = numberOf(tid);
        }
    }
    return place;
}

// Processes of a GPU become one with its name, whose number is the GPU's.
void XlaTracks::nameStreams(EventBatch& batch) const {
    const std::size_t rows = batch.metadata.size();
    for (std::size_t at = 0; at < rows; ++at) {
        MetadataBatchRow& row = batch.metadata[at];
        const auto place = row.fact == TrackFact::ProcessName
                               ? placeOfProcess(batch.strings.view(row.text))
                               : std::nullopt;
        if (place && place->role == Role::Stream) {
            const BatchTrack track = row.track;
            row.text = batch.strings.intern(place->gpu);
            const BatchString name =
                batch.strings.intern(fmt::format("stream:{} Compute", place->stream));
            batch.metadata.push_back({TrackFact::ThreadName, track, name, 0});
        }
    }
    for (BatchTrackKey& key : batch.tracks) {
        const auto place = placeOfTrack(batch, key);
        if (!place || place->role == Role::Host) {
            continue;
        }
        const auto process = m_processes.find(std::string(batch.strings.view(key.pid)));
        if (process->second.role == Role::Stream) {
            key.tid = batch.strings.intern(std::to_string(place->stream));
        }
        key.pid = batch.strings.intern(place->gpu);
    }
}

BatchCategory XlaTracks::categoryOf(EventBatch& batch, const Place& place, SliceKind kind) {
    return batch.category(place.role != Role::Host            ? "gpu"
                          : isApiCall(kind)                   ? "api"
                          : kind == SliceKind::PythonFunction ? "python"
                                                              : "host",
                          kind);
}

void XlaTracks::setKinds(EventBatch& batch, const std::vector<std::optional<Place>>& places) {
    const std::size_t rowsBefore = batch.gpu.size();
    std::size_t linked = 0;  // into batch.correlation
    SliceBatch& slices = batch.slices;
    SparseBatch<std::uint64_t>& correlation = batch.correlation;
    for (std::uint32_t slice = 0; slice < slices.start.size(); ++slice) {
        while (linked < correlation.slice.size() && correlation.slice[linked] < slice) {
            ++linked;
        }
        const std::optional<Place>& place = places[slices.track[slice].index()];
        if (!place || batch.categories[slices.category[slice].index()].kind != SliceKind::Other) {
            continue;
        }
        const bool isLinked =
            linked < correlation.slice.size() && correlation.slice[linked] == slice;
        const std::string_view name = batch.strings.view(slices.name[slice]);
        const SliceKind kind = place->role == Role::Stream ? xlaStreamKind(name)
                               : place->role == Role::Gpu  ? SliceKind::GpuUserAnnotation
                                                           : xlaHostKind(name, isLinked, false);
        slices.category[slice] = categoryOf(batch, *place, kind);
        if (isApiCall(kind)) {
            slices.name[slice] = batch.strings.intern(std::string(xlaCallName(name)));
        }
        if (place->role == Role::Stream) {
            batch.gpu.push_back({slice, place->device, place->stream});
            if (isLinked) {
                correlation.value[linked] =
                    xlaCorrelation(correlation.value[linked], place->device).value_or(0);
            }
        }
    }
    if (rowsBefore > 0) {
        std::sort(batch.gpu.begin(), batch.gpu.end(),
                  [](const GpuBatchRow& a, const GpuBatchRow& b) { return a.slice < b.slice; });
    }
}

void XlaTracks::apply(EventBatch& batch) {
    takeNames(batch);
    if (m_processes.empty()) {
        return;
    }
    std::vector<std::optional<Place>> places;
    places.reserve(batch.tracks.size());
    for (const BatchTrackKey& key : batch.tracks) {
        places.push_back(placeOfTrack(batch, key));
    }
    setKinds(batch, places);
    nameStreams(batch);
}

}  // namespace gaplight
