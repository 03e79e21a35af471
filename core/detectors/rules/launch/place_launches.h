// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/causes/launch_bound_places.h"
#include "core/analysis/host/tensor_loops.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// What makes launches cheaper depends on what most of them are.
enum class LaunchFix : std::uint8_t { Loops, Copies, Compiled, Eager };

// The launches of a launch-bound place, by what makes them.
struct PlaceLaunches {
    Duration period{};             // from one launch to the next, median
    Duration kernel{};             // of an activity, median
    std::uint64_t activities = 0;  // all launches
    std::uint64_t compiled = 0;    // inside compiled code
    std::uint64_t copies = 0;
    std::uint64_t inLoops = 0;  // over tensors
    std::size_t threads = 0;

    // Loops if at least half of the activities are launched in loops over tensors; else Copies if
    // at least half are copies; else Compiled if at least half come from compiled code; else Eager.
    [[nodiscard]] LaunchFix fix() const;
};

// Counts the launches of places of one trace.
class LaunchComposition {
public:
    // `loops`: result of tensorLoops(). Both must outlive this. O(texts).
    LaunchComposition(const Trace& trace, std::span<const TensorLoop> loops);

    // O(activities × (depth + log loops)).
    [[nodiscard]] PlaceLaunches of(const LaunchBoundPlace& place) const;

private:
    [[nodiscard]] bool isInCompiledCode(SliceId launch) const;

    const Trace& m_trace;
    std::span<const TensorLoop> m_loops;
    std::vector<bool> m_isCompiled;  // by text
};

}  // namespace gaplight
