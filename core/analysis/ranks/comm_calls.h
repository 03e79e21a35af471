// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

enum class CommKind : std::uint8_t { Collective, Send, Receive };

// A process group as one rank's trace names it. Groups of the same name and different ranks are
// different groups.
struct CommGroup {
    std::string name;   // "0"; empty: not recorded
    std::string ranks;  // "[0, 1, 2, 3]"; empty: not recorded
    std::vector<int> members;
    std::string description;  // "mesh_tp"; empty: not recorded
    int size = -1;            // ranks in it; -1: not recorded
    // The group of these calls is not recorded: they are taken to be of all ranks. Holds calls
    // inferred from launches of kernels, and of NCCL's functions without a communicator.
    bool isInferred = false;
    friend bool operator==(const CommGroup&, const CommGroup&) = default;
};

// What a group divides, by the names that PyTorch's device meshes, Megatron and others give their
// groups: "DP", "TP", "PP", "EP" or "CP"; empty: the description says nothing.
[[nodiscard]] std::string_view parallelDimension(std::string_view description);

// A larger count of elements in a trace counts as not recorded: no GPU holds so many, and the
// bytes of a million messages then have a sum that fits 64 bits.
inline constexpr std::int64_t kMaxCommElements = std::int64_t{1} << 40U;

// One communication that the host of a rank called for.
struct CommCall {
    CommKind kind = CommKind::Collective;
    SliceId slice;               // the call, or the launch where that was not recorded
    SliceId kernel;              // the first that it launched; invalid: none was recorded
    Time kernelEnd;              // of the last that it launched
    std::string_view operation;  // "allreduce": a text of the trace, or of static storage
    std::string_view type;       // of an element: "BFloat16"; empty: not recorded
    std::size_t group = 0;       // into CommCalls::groups
    std::int64_t inputs = -1;    // elements; -1: not recorded (also below)
    std::int64_t outputs = -1;
    int peer = -1;  // of a send or a receive: the other rank
    int step = -1;  // that it starts in; -1: before the first; the number of steps: after the last
};

struct CommCalls {
    std::vector<CommGroup> groups;
    std::vector<CommCall> calls;       // in the order of the host's calls, which all ranks share
    std::vector<SliceId> kernels;      // that communicate, with or without a call, by start
    std::vector<SliceId> withoutCall;  // of them, those whose launch was not recorded
    std::uint64_t beforeCapture = 0;   // as many
    std::optional<Time> beforeCaptureEnd;  // latest end of those
    std::optional<GpuId> gpu;              // of most of them
};

// Whose kernels belong to calls. A rank of a set is one GPU: that of most of its communications.
enum class CommGpus : std::uint8_t { All, Main };

// The communications of one rank: ops named record_param_comms (without "wait") or, where the
// trace has these, calls of NCCL's and RCCL's functions; and launches of communication kernels
// outside of any, by the range of ProcessGroupNCCL around them ("nccl:all_reduce") or the kernel's
// name. A kernel that a group launches (nccl_groups.h) serves all calls of the group. O(slices +
// calls log calls).
[[nodiscard]] CommCalls findCommCalls(const Trace& trace, const LaunchIndex& launches,
                                      const Analysis& analysis, CommGpus gpus = CommGpus::All);

// The numbers in a list of ranks: "[0, 1, 2, 3]"; a list that was cut short ("...") has those that
// are in it.
[[nodiscard]] std::vector<int> ranksInText(std::string_view text);

// Bytes of one element of a type as PyTorch names it ("Float", "BFloat16"); 0: not known.
[[nodiscard]] std::int64_t bytesOfType(std::string_view type);

}  // namespace gaplight
