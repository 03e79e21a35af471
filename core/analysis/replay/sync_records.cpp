// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/sync_records.h"

#include <algorithm>
#include <cstddef>
#include <unordered_set>

#include "core/base/id_hash.h"

namespace gaplight {
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
