// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/base/id.h"
#include "core/base/import_issue.h"
#include "core/formats/perfetto/rows/perfetto_tracks.h"

namespace gaplight {

// The begin or end of a slice on a track.
class SliceEdge {
public:
    SliceEdge() = default;
    // `slice`, `packet`: their numbers, below 2^63.
    [[nodiscard]] static SliceEdge begin(std::int64_t time, std::uint64_t slice) {
        return SliceEdge(time, slice << 1U | 1U);
    }
    [[nodiscard]] static SliceEdge end(std::int64_t time, std::uint64_t packet) {
        return SliceEdge(time, packet << 1U);
    }

    std::int64_t time() const { return m_time; }
    bool isBegin() const { return (m_bits & 1U) != 0; }
    std::uint64_t number() const { return m_bits >> 1U; }
    // This edge with another time.
    SliceEdge at(std::int64_t time) const { return SliceEdge(time, m_bits); }

private:
    SliceEdge(std::int64_t time, std::uint64_t bits) : m_time(time), m_bits(bits) {}

    std::int64_t m_time = 0;
    std::uint64_t m_bits = 0;
};

// How the edges of a track are ordered in the file.
enum class EdgeOrder : std::uint8_t {
    AsWritten,   // the writer's own order, in time
    InGroups,    // one sequence, some of whose packets are earlier than the one before
    ManyWriters  // several sequences, each in an order of its own
};

// Which of the orders the edges of each track have: fed with all that happens, in the order of the
// file. O(1) each.
class EdgeOrders {
public:
    EdgeOrders() = default;
    EdgeOrders(const EdgeOrders&) = delete;  // m_last
    EdgeOrders& operator=(const EdgeOrders&) = delete;
    EdgeOrders(EdgeOrders&&) = default;
    EdgeOrders& operator=(EdgeOrders&&) = default;
    ~EdgeOrders() = default;

    // Something on a track, an edge or not.
    void use(std::size_t track, std::uint32_t sequence) {
        if (track >= m_tracks.size()) {
            m_tracks.resize(std::max(track + 1, m_tracks.size() * 3 / 2));
        }
        Writer& writer = m_tracks[track];
        writer.sequence = writer.isKnown ? writer.sequence : sequence;
        writer.isKnown = true;
        writer.isOneOfMany = writer.isOneOfMany || writer.sequence != sequence;
    }
    void addEdge(std::uint32_t sequence, std::int64_t time);
    // What follows in the file; `tracks`: numbers here of its tracks.
    void append(const EdgeOrders& later, const std::vector<PerfettoTrackId>& tracks);
    EdgeOrder of(PerfettoTrackId track) const;

private:
    struct Writer {
        std::uint32_t sequence = 0;
        bool isKnown = false;
        bool isOneOfMany = false;
    };
    struct Times {
        std::int64_t first = 0;
        std::int64_t last = 0;
        bool isOutOfOrder = false;
    };
    std::vector<Writer> m_tracks;
    std::unordered_map<std::uint32_t, Times, IdHash> m_sequences;
    std::uint32_t m_lastSequence = ~0U;
    Times* m_last = nullptr;  // of m_lastSequence
};

// Finds the end of each slice. Ends have no name; which begin an end closes depends on the order of
// the edges:
//
// - in the order of time: the innermost slice that is open (begin A, begin B, end B, end A);
// - in groups, as PyTorch writes them: first all begins of many slices, then all ends of the same
//   slices in the same order (begin A, begin B, end A, end B), so that the n-th end closes the n-th
//   begin. A group is a run of begins followed by a run of as many ends, each not before its begin;
//   but where such a run is in the order of time, and all of it begins before any of it ends, the
//   slices are nested.
//
// A track whose edges fit neither is sorted by time. Ends without a begin are issues; a begin
// without an end closes at `traceEnd`, which is an issue, too.
// `close(slice number, end, number of the end)` is called once for each begin.
struct SlicePairing {
    std::int64_t traceEnd = 0;
    static constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};  // number where there is none
    std::function<void(std::uint64_t slice, std::int64_t end, std::uint64_t number)> close;
    std::function<std::uint64_t(std::uint64_t slice)> packetOf;  // for issues

    // The edges of one track, in the order of the file; sorts them. Tracks can be paired in
    // parallel. O(n log n).
    void pair(std::span<SliceEdge> edges, EdgeOrder order, ImportIssues& issues) const;
};

}  // namespace gaplight
