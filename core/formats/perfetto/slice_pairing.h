// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "core/base/import_issue.h"
#include "core/formats/perfetto/perfetto_tracks.h"

namespace gaplight {

// The begin or end of a slice on a track.
struct SliceEdge {
    std::int64_t time = 0;
    std::uint64_t number = 0;  // begin: of the slice, for PairedSlice; end: of the packet
    PerfettoTrackId track;
    bool isBegin = false;
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
    void use(PerfettoTrackId track, std::uint32_t sequence) {
        if (track.index() >= m_tracks.size()) {
            m_tracks.resize(std::max(track.index() + 1, m_tracks.size() * 3 / 2));
        }
        Writer& writer = m_tracks[track.index()];
        writer.sequence = writer.isKnown ? writer.sequence : sequence;
        writer.isKnown = true;
        writer.isOneOfMany = writer.isOneOfMany || writer.sequence != sequence;
    }
    void addEdge(std::uint32_t sequence, std::int64_t time);
    [[nodiscard]] EdgeOrder of(PerfettoTrackId track) const;

private:
    struct Writer {
        std::uint32_t sequence = 0;
        bool isKnown = false;
        bool isOneOfMany = false;
    };
    struct Times {
        std::int64_t last = 0;
        bool isOutOfOrder = false;
    };
    std::vector<Writer> m_tracks;
    std::unordered_map<std::uint32_t, Times> m_sequences;
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
// `close(slice number, end, number of the end)` is called once for each begin. O(n log n), in
// place.
struct SlicePairing {
    std::int64_t traceEnd = 0;
    std::function<EdgeOrder(PerfettoTrackId)> orderOf;
    static constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};  // number where there is none
    std::function<void(std::uint64_t slice, std::int64_t end, std::uint64_t number)> close;
    std::function<std::uint64_t(std::uint64_t slice)> packetOf;  // for issues

    void pair(std::vector<SliceEdge> edges, std::size_t tracks, ImportIssues& issues) const;
};

}  // namespace gaplight
