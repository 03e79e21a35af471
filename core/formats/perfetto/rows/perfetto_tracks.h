// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/id.h"

namespace gaplight {

// Names of processes and threads, from descriptors of tracks, from the process tree, and from the
// kernel's scheduling events. Names are cut after 1024 bytes.
class ProcessNames {
public:
    struct Thread {
        std::int64_t pid = 0;
        std::int64_t tid = 0;
    };

    // Messages: ProcessDescriptor, ThreadDescriptor, ProcessTree. Throw protozero::exception.
    std::optional<std::int64_t> addProcess(std::string_view message);
    Thread addThread(std::string_view message);
    void addTree(std::string_view message);
    // A thread's command, used where nothing else names it.
    void addCommand(std::int32_t tid, std::string_view name);

    // Empty where there is none (also below).
    std::string processName(std::int64_t pid) const;
    std::string processLabels(std::int64_t pid) const;
    std::string threadName(std::int64_t pid, std::int64_t tid) const;
    // 0: not known.
    std::int64_t processOf(std::int64_t tid) const;

private:
    using Texts = std::unordered_map<std::int64_t, std::string, IdHash>;

    Texts m_processNames;
    Texts m_processLabels;
    Texts m_threadNames;   // by process and thread
    Texts m_commandNames;  // by thread
    std::unordered_map<std::int64_t, std::int64_t, IdHash> m_processOf;
};

using PerfettoTrackId = Id<struct PerfettoTrackTag>;  // into PerfettoTracks

// What an event says of its track.
struct PerfettoTrackKey {
    enum class Kind : std::uint8_t {
        Uuid,
        Queue,        // a hardware queue of a GPU
        GpuCounters,  // counters of a GPU
        ThreadState,  // running, runnable, ...
    };
    Kind kind = Kind::Uuid;
    std::uint64_t number = 0;  // uuid, GPU or thread
    std::string name;          // of a queue

    [[nodiscard]] static PerfettoTrackKey ofUuid(std::uint64_t uuid) {
        return {Kind::Uuid, uuid, {}};
    }
    [[nodiscard]] static PerfettoTrackKey ofNumber(Kind kind, std::int32_t number,
                                                   std::string_view name = {}) {
        return {kind, static_cast<std::uint32_t>(number), std::string(name)};
    }
    auto operator<=>(const PerfettoTrackKey&) const = default;
};

// Tracks of a Perfetto trace. Events name a track by its uuid; descriptors, before or after them,
// say what it is: a process, a thread, a counter, or a track with a name below another one. What a
// track is called in the trace is known when all packets are read.
class PerfettoTracks {
public:
    // A track's process and thread in the trace, and their names (empty: none).
    struct Label {
        std::string pid;
        std::string tid;
        std::string processName;
        std::string processLabels;
        std::string threadName;
    };
    struct Counter {
        bool isIncremental = false;
        std::int64_t multiplier = 1;
    };

    // The track that an event names. Adds the track if no descriptor of it was read yet. O(1).
    [[nodiscard]] PerfettoTrackId find(std::uint64_t uuid);
    [[nodiscard]] PerfettoTrackId find(const PerfettoTrackKey& key);

    // A TrackDescriptor message. Throws protozero::exception.
    void addDescriptor(std::string_view message);

    [[nodiscard]] ProcessNames& names() { return m_names; }

    Counter counter(PerfettoTrackId track) const;
    std::size_t size() const { return m_tracks.size(); }

    // The time that a track's events cover.
    struct Extent {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        bool isUsed = false;
    };
    // Labels of all tracks, by PerfettoTrackId. Tracks with the same parent and name are one track
    // to a user: they share a label unless they overlap in time; the second of two that do is "name
    // (2)". O(tracks log tracks).
    std::vector<Label> resolve(const std::vector<Extent>& extents) const;
    // Name of a counter's track, also "name (of thread)".
    std::string counterName(PerfettoTrackId track) const;

private:
    struct Track {
        std::uint64_t uuid = 0;
        std::uint64_t parent = 0;
        std::string name;
        std::optional<std::int64_t> pid;  // of its process or thread descriptor
        std::optional<std::int64_t> tid;
        std::optional<Counter> counter;
        std::unique_ptr<const Label> fixed;  // of tracks without a uuid, which are few
        std::optional<std::int32_t> stateOf;
    };

    [[nodiscard]] PerfettoTrackId fixed(const std::string& pid, const std::string& tid);
    Label labelOf(const Track& track) const;
    Label labelOfProcess(std::int64_t pid) const;
    Label labelOfThread(std::int64_t pid, std::int64_t tid) const;
    const Track* findParent(const Track& track) const;

    std::vector<Track> m_tracks;
    std::unordered_map<std::uint64_t, PerfettoTrackId, IdHash> m_byUuid;
    std::map<std::pair<std::string, std::string>, PerfettoTrackId> m_fixed;
    std::unordered_map<std::int32_t, PerfettoTrackId, IdHash> m_states;  // by thread id
    ProcessNames m_names;
    std::uint64_t m_lastUuid = 0;  // of the last event
    PerfettoTrackId m_last;
};

}  // namespace gaplight
