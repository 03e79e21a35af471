// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/trace/event_batch.h"
#include "core/trace/ids.h"
#include "core/trace/trace.h"

namespace gaplight {

// Assigns ids to processes, tracks and categories of the file, by first occurrence.
class TrackRegistry {
public:
    TrackId thread(StringId pid, StringId tid);
    // Async operations of one category in one process share a track.
    TrackId async(StringId pid, StringId category);
    ProcessId process(StringId pid);
    // Number of a category; from the 65,536th on, categories share the last number.
    std::uint16_t category(StringId name, std::string_view text);

    void apply(TrackFact fact, TrackId track, StringId text, std::int64_t sortIndex);

    [[nodiscard]] StringId pidOf(TrackId track) const {
        return m_processes[m_tracks[track.index()].process.index()].pid;
    }

    // Moves the tables out; the registry is empty afterwards.
    std::vector<Track> takeTracks() { return std::move(m_tracks); }
    std::vector<Process> takeProcesses() { return std::move(m_processes); }
    std::vector<Category> takeCategories() { return std::move(m_categories); }
    [[nodiscard]] std::size_t trackCount() const { return m_tracks.size(); }
    [[nodiscard]] const std::vector<Category>& categories() const { return m_categories; }

private:
    TrackId track(TrackKind kind, StringId pid, StringId inner);

    std::vector<Track> m_tracks;
    std::vector<Process> m_processes;
    std::vector<Category> m_categories;
    std::unordered_map<std::uint64_t, TrackId> m_threadByKey;
    std::unordered_map<std::uint64_t, TrackId> m_asyncByKey;
    std::unordered_map<StringId, ProcessId> m_processByPid;
    std::unordered_map<StringId, std::uint16_t> m_categoryByName;
};

}  // namespace gaplight
