// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/detectors/engine/detector.h"

namespace gaplight {

// What one call of a collective moves, according to the recorder.
struct CollectiveMessage {
    std::string name;           // "allreduce"; empty: not recorded
    std::int64_t elements = 0;  // the larger of those taken in and given out; 0: not recorded
    std::int64_t bytesPerElement = 0;  // 0: the type is not known
    int groupSize = 0;                 // 0: not recorded
    std::vector<int> ranks;            // of the group; empty where they were cut or not recorded
};

// From DetailField::CollectiveMessage. O(length).
[[nodiscard]] CollectiveMessage collectiveMessageIn(std::string_view text);

// The messages of one kernel: the call that the recorder wrote to the kernel; of a kernel that
// carries out several sends and receives together ("nccl:coalesced"), those that its thread called
// since the launch before. Empty where none was recorded. Reads the source once for each call.
[[nodiscard]] std::vector<CollectiveMessage> messagesOf(const Trace& trace,
                                                        const LaunchIndex& launches,
                                                        const ArgLookup& args, SliceId kernel);

}  // namespace gaplight
