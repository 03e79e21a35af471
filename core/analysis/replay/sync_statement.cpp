// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/sync_statement.h"

#include <algorithm>
#include <cstddef>
#include <vector>

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
        // Up from the slice before, which may lie deep inside the neighbor.
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

}  // namespace gaplight
