// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
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
// `close(slice number, end)` is called once for each begin. O(n log n), in place.
struct SlicePairing {
    std::int64_t traceEnd = 0;
    std::function<EdgeOrder(PerfettoTrackId)> orderOf;
    std::function<void(std::uint64_t slice, std::int64_t end)> close;
    std::function<std::uint64_t(std::uint64_t slice)> packetOf;  // for issues

    void pair(std::vector<SliceEdge> edges, std::size_t tracks, ImportIssues& issues) const;
};

}  // namespace gaplight
