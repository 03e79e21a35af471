// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/base/id_hash.h"
#include "core/trace/event_batch.h"
#include "core/trace/ids.h"
#include "core/trace/trace.h"

namespace gaplight {

// Assigns ids to processes, tracks and categories of the sources, by first occurrence. Equal ids of
// two sources are two processes; equal categories are one.
class TrackRegistry {
public:
    TrackId thread(SourceId source, StringId pid, StringId tid);
    // Async operations of one category in one process share a track.
    TrackId async(ProcessId process, StringId category);
    // Number of a category; from the 65,536th on, categories share the last number.
    std::uint16_t category(StringId name, SliceKind kind);

    void apply(TrackFact fact, TrackId track, StringId text, std::int64_t sortIndex);

    [[nodiscard]] ProcessId processOf(TrackId track) const {
        return m_tracks[track.index()].process;
    }
    [[nodiscard]] const Process& process(ProcessId id) const { return m_processes[id.index()]; }

    // Moves the tables out; the registry is empty afterwards.
    std::vector<Track> takeTracks() { return std::move(m_tracks); }
    std::vector<Process> takeProcesses() { return std::move(m_processes); }
    std::vector<Category> takeCategories() { return std::move(m_categories); }
    [[nodiscard]] std::size_t trackCount() const { return m_tracks.size(); }
    [[nodiscard]] const std::vector<Category>& categories() const { return m_categories; }

private:
    ProcessId process(SourceId source, StringId pid);
    TrackId track(TrackKind kind, ProcessId process, StringId inner);

    std::vector<Track> m_tracks;
    std::vector<Process> m_processes;
    std::vector<Category> m_categories;
    std::unordered_map<std::uint64_t, TrackId, IdHash> m_threadByKey;
    std::unordered_map<std::uint64_t, TrackId, IdHash> m_asyncByKey;
    std::unordered_map<std::uint64_t, ProcessId, IdHash> m_processByKey;
    std::unordered_map<std::uint64_t, std::uint16_t, IdHash> m_categoryByKey;
};

}  // namespace gaplight
