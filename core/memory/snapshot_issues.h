// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gaplight {

// Problems of a memory snapshot that still loads. Every occurrence is counted.
enum class SnapshotIssueKind : std::uint8_t {
    Truncated,              // the file ends early; what it has is read
    DamagedContainer,       // the gzip or zstd stream is damaged
    MalformedEvent,         // an event without an action, address or size; left out
    UnknownAction,          // left out
    NegativeSize,           // an event or block of a negative or huge size; left out
    RepeatedObject,         // one event or list used in several places; the first counts
    MalformedBlock,         // a segment or block without an address or size; left out
    TimeBackwards,          // earlier than the event before it; set to that event's time
    FreeWithoutAllocation,  // of what is not allocated at that time; ignored
    SizeMismatch,           // freed with another size than allocated; the allocated size counts
    OverlappingBlocks,      // allocated where a block is; the older one ends there
    LostAllocation,         // in use at the end, though the events free it; left out
    LostFree,               // held by the events, but not at the end of the history; ends there
    NegativeReserved,       // segments freed that are larger than what was reserved
    OpenAnnotation,         // a range without its end; ends with the history
    Count_,
};
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view snapshotIssueName(SnapshotIssueKind kind);
// One sentence: the problem and how it was handled.
[[nodiscard]] std::string_view snapshotIssueExplanation(SnapshotIssueKind kind);

struct SnapshotIssues {
    static constexpr auto kKinds = static_cast<std::size_t>(SnapshotIssueKind::Count_);
    std::array<std::uint64_t, kKinds> counts{};

    void record(SnapshotIssueKind kind, std::uint64_t count = 1) {
        counts[static_cast<std::size_t>(kind)] += count;
    }
    [[nodiscard]] std::uint64_t count(SnapshotIssueKind kind) const {
        return counts[static_cast<std::size_t>(kind)];
    }
    void merge(const SnapshotIssues& other);
    [[nodiscard]] std::uint64_t total() const;
};

}  // namespace gaplight
