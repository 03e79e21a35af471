// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/sync_records.h"

#include <algorithm>
#include <cstddef>
#include <unordered_set>
#include <vector>

#include "core/base/id.h"
#include "core/base/statistics.h"

namespace gaplight {

// From the end of the slice before the call to the start of the one after it, beside it under the
// same parent. Where there is none on a side, the call itself is the edge.
TimeRange SyncStatements::between(SliceId call, TrackId track) const {
    const SliceTable& slices = m_trace.slices();
    const SliceId parent = slices.parent(call);
    TimeRange range = slices.range(call);
    const std::size_t first = m_trace.firstIndex(track);
    const std::size_t end = first + m_trace.tracks()[track.index()].sliceCount;
    if (call.index() > first) {
        // Up from the slice before, which may be deep inside the neighbor.
        SliceId before(call.index() - 1);
        while (before.isValid() && before != parent && slices.parent(before) != parent) {
            before = slices.parent(before);
        }
        if (before.isValid() && before != parent) {
            range.begin = std::min(range.begin, slices.end(before));
        }
    }
    for (std::size_t at = call.index() + 1; at < end; ++at) {
        const SliceId after(at);
        if (slices.start(after) >= range.end) {
            const bool isBeside = slices.parent(after) == parent;
            range.end = isBeside ? slices.start(after) : range.end;
            break;
        }
    }
    return range;
}

// The median between two operators that follow each other beside each other.
Duration SyncStatements::usual(TrackId track) {
    const auto [entry, isNew] = m_usual.try_emplace(track, Duration::max());
    if (!isNew) {
        return entry->second;
    }
    const SliceTable& slices = m_trace.slices();
    std::vector<Duration> pauses;
    SliceId last;  // outermost operator
    const std::size_t first = m_trace.firstIndex(track);
    const std::size_t end = first + m_trace.tracks()[track.index()].sliceCount;
    for (std::size_t at = first; at < end; ++at) {
        const SliceId slice(at);
        if (last.isValid() && slices.start(slice) < slices.end(last)) {
            continue;
        }
        const bool isOp = m_trace.kind(slice) == SliceKind::CpuOp;
        if (isOp && last.isValid() && slices.parent(slice) == slices.parent(last)) {
            pauses.push_back(slices.start(slice) - slices.end(last));
        }
        last = isOp ? slice : SliceId{};
    }
    if (!pauses.empty()) {
        entry->second = lowerMedian(pauses);
    }
    return entry->second;
}

std::optional<ReplayEdit> SyncStatements::without(SliceId blockingCall) {
    const SliceTable& slices = m_trace.slices();
    for (SliceId up = slices.parent(blockingCall); up.isValid(); up = slices.parent(up)) {
        const SliceKind kind = m_trace.kind(up);
        if (kind == SliceKind::PythonFunction || kind == SliceKind::CpuOp) {
            return std::nullopt;
        }
    }
    const TrackId track = m_trace.trackOf(blockingCall);
    const TimeRange range = between(blockingCall, track);
    const Duration host = range.length() - slices.duration(blockingCall);
    const Duration usually = usual(track);
    if (host <= usually) {
        return std::nullopt;
    }
    const Duration statement = std::min(host - usually, kSynchronizeStatement);
    const double rest =
        static_cast<double>((host - statement).count()) / static_cast<double>(host.count());
    return ReplayEdit{ReplayEdit::Kind::ScaleHost, {}, track, range, rest};
}

namespace {

GpuId gpuOf(const Trace& trace, SliceId slice) {
    const Track& track = trace.tracks()[trace.trackOf(slice).index()];
    const Process& process = trace.processes()[track.process.index()];
    return track.gpu.value_or(process.gpu.value_or(GpuId(process.source, 0)));
}

}  // namespace

SyncRecords::SyncRecords(const Trace& trace) : m_trace(&trace) {
    const auto& syncs = trace.syncFacts();
    if (syncs.size() == 0) {
        return;
    }
    std::unordered_set<std::uint64_t, IdHash> wanted;
    for (std::size_t i = 0; i < syncs.size(); ++i) {
        if (const auto correlation = trace.correlations().find(syncs.slices()[i])) {
            m_records.emplace_back(*correlation, syncs.slices()[i]);
            wanted.insert(*correlation);
        }
        if (syncs.values()[i].waitOnEventRecordCorrelation >= 0) {
            wanted.insert(
                static_cast<std::uint64_t>(syncs.values()[i].waitOnEventRecordCorrelation));
        }
    }
    trace.correlations().forEach([&](SliceId slice, std::uint64_t number) {
        if (isApiCall(trace.kind(slice)) && wanted.contains(number)) {
            m_calls.emplace_back(number, slice);
        }
    });
    std::sort(m_records.begin(), m_records.end());
    std::sort(m_calls.begin(), m_calls.end());
    for (const auto& [correlation, slice] : m_records) {
        const SyncFacts& facts = *syncs.find(slice);
        const SourceId source = trace.sourceOf(slice);
        const std::optional<SliceId> call = find(m_calls, correlation, source);
        if (!call || facts.stream < 0 || facts.waitOnStream < 0 ||
            facts.stream == facts.waitOnStream) {
            continue;
        }
        const Time called = trace.slices().start(*call);
        m_streamWaits.push_back({called, gpuOf(trace, slice), facts.stream, facts.waitOnStream,
                                 eventRecorded(facts, source).value_or(called)});
    }
    std::stable_sort(m_streamWaits.begin(), m_streamWaits.end(),
                     [](const StreamWait& a, const StreamWait& b) { return a.called < b.called; });
}

std::optional<SliceId> SyncRecords::find(const ByCorrelation& rows, std::uint64_t correlation,
                                         SourceId source) const {
    auto at =
        std::lower_bound(rows.begin(), rows.end(), correlation,
                         [](const auto& row, std::uint64_t wanted) { return row.first < wanted; });
    for (; at != rows.end() && at->first == correlation; ++at) {
        if (m_trace->sourceOf(at->second) == source) {
            return at->second;
        }
    }
    return std::nullopt;
}

const SyncFacts* SyncRecords::of(SliceId call) const {
    if (m_records.empty() || !call.isValid()) {
        return nullptr;
    }
    const auto correlation = m_trace->correlations().find(call);
    if (!correlation) {
        return nullptr;
    }
    const std::optional<SliceId> record = find(m_records, *correlation, m_trace->sourceOf(call));
    return record ? m_trace->syncFacts().find(*record) : nullptr;
}

std::optional<Time> SyncRecords::eventRecorded(const SyncFacts& facts, SourceId source) const {
    if (facts.waitOnEventRecordCorrelation < 0) {
        return std::nullopt;
    }
    const auto call =
        find(m_calls, static_cast<std::uint64_t>(facts.waitOnEventRecordCorrelation), source);
    return call ? std::optional(m_trace->slices().start(*call)) : std::nullopt;
}

}  // namespace gaplight
