// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/track_registry.h"

#include <limits>

namespace gaplight {
namespace {

std::uint64_t keyOf(std::uint32_t outer, StringId inner) {
    return static_cast<std::uint64_t>(outer) << 32U | inner.value;
}

}  // namespace

ProcessId TrackRegistry::process(SourceId source, StringId pid) {
    const auto [at, isNew] =
        m_processByKey.try_emplace(keyOf(source.value, pid), ProcessId(m_processes.size()));
    if (isNew) {
        Process fresh;
        fresh.pid = pid;
        fresh.source = source;
        m_processes.push_back(fresh);
    }
    return at->second;
}

TrackId TrackRegistry::track(TrackKind kind, ProcessId process, StringId inner) {
    auto& byKey = kind == TrackKind::Async ? m_asyncByKey : m_threadByKey;
    const auto [at, isNew] =
        byKey.try_emplace(keyOf(process.value, inner), TrackId(m_tracks.size()));
    if (isNew) {
        Track fresh;
        fresh.kind = kind;
        fresh.process = process;
        fresh.tid = inner;
        m_tracks.push_back(std::move(fresh));
    }
    return at->second;
}

TrackId TrackRegistry::thread(SourceId source, StringId pid, StringId tid) {
    return track(TrackKind::Thread, process(source, pid), tid);
}

TrackId TrackRegistry::async(ProcessId process, StringId category) {
    return track(TrackKind::Async, process, category);
}

std::uint16_t TrackRegistry::category(StringId name, SliceKind kind) {
    constexpr std::size_t kLast = std::numeric_limits<std::uint16_t>::max();
    const std::uint64_t key =
        (static_cast<std::uint64_t>(name.value) << 8U) | static_cast<std::uint64_t>(kind);
    const auto [at, isNew] = m_categoryByKey.try_emplace(
        key, static_cast<std::uint16_t>(std::min(m_categories.size(), kLast)));
    if (isNew && m_categories.size() <= kLast) {
        m_categories.push_back(Category{name, kind});
    }
    return at->second;
}

void TrackRegistry::apply(TrackFact fact, TrackId id, StringId text, std::int64_t sortIndex) {
    Track& track = m_tracks[id.index()];
    Process& process = m_processes[track.process.index()];
    switch (fact) {
        case TrackFact::ProcessName:
            process.name = text;
            break;
        case TrackFact::ProcessLabels:
            process.labels = text;
            break;
        case TrackFact::ProcessSortIndex:
            process.sortIndex = sortIndex;
            break;
        case TrackFact::ThreadName:
            track.name = text;
            break;
        case TrackFact::ThreadSortIndex:
            track.sortIndex = sortIndex;
            break;
    }
}

}  // namespace gaplight
