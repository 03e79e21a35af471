// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/allocator_history.h"

#include <array>
#include <numeric>

namespace gaplight {
namespace {

struct IssueText {
    std::string_view name;
    std::string_view explanation;
};

constexpr std::array<IssueText, SnapshotIssues::kKinds> kIssueTexts{{
    {"truncated", "the file ends early; what it has is read"},
    {"damaged_container", "the compressed data is damaged; what lies before the damage is read"},
    {"malformed_event", "events without an action, an address or a size are left out"},
    {"unknown_action", "events of an unknown kind are left out"},
    {"negative_size", "events and blocks of a negative or impossible size are left out"},
    {"repeated_object", "an event or a list that the file uses in several places counts once"},
    {"malformed_block", "segments and blocks without an address or a size are left out"},
    {"time_backwards", "events earlier than the one before them have its time"},
    {"free_without_allocation", "frees of what is not allocated at that time are ignored"},
    {"size_mismatch", "blocks freed with another size than allocated count as allocated"},
    {"overlapping_blocks", "a block that another one is allocated over ends there"},
    {"lost_allocation", "blocks in use at the end whose allocation is missing are left out"},
    {"lost_free", "blocks whose free is missing, and which are gone in the end, end there"},
    {"negative_reserved", "more memory was returned to the driver than was reserved"},
    {"open_annotation", "ranges without an end last until the end of the history"},
}};

}  // namespace

std::string_view snapshotIssueName(SnapshotIssueKind kind) {
    return kIssueTexts[static_cast<std::size_t>(kind)].name;
}

std::string_view snapshotIssueExplanation(SnapshotIssueKind kind) {
    return kIssueTexts[static_cast<std::size_t>(kind)].explanation;
}

void SnapshotIssues::merge(const SnapshotIssues& other) {
    for (std::size_t at = 0; at < kKinds; ++at) {
        counts[at] += other.counts[at];
    }
}

std::uint64_t SnapshotIssues::total() const {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::string_view allocatorActionName(AllocatorAction action) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(AllocatorAction::Count_)>
        kNames{"alloc",        "free_requested", "free_completed", "segment_alloc",
               "segment_free", "segment_map",    "segment_unmap",  "oom",
               "snapshot"};
    return kNames[static_cast<std::size_t>(action)];
}

}  // namespace gaplight
