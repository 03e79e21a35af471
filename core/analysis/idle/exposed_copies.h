// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/analysis/gpu/copy_kind.h"
#include "core/analysis/idle/gaps.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// A copy between host and GPU during part of which no kernel ran.
struct ExposedCopy {
    ActivityId activity;
    CopyKind kind;
    Duration exposed{};  // no kernel ran on that GPU, and no earlier copy covers the same time
    // Last part of `exposed` in which the next kernel had been launched already and waited for the
    // copy. Before that launch the copy delays nothing. All of `exposed` at the copy's end where
    // the launch is not known.
    Duration waited{};
    // Time that the GPU would gain without the copy: `waited` less its idle time for want of
    // launches until the next copy with `waited`, or until its last activity.
    Duration held{};
    bool ownStream = false;  // no kernel runs on its stream
};

struct CopyExposure {
    std::vector<ExposedCopy> copies;  // in time order
    Duration exposed{};               // sum: time with such a copy and no kernel
    Duration copied{};                // union of all copies between host and GPU
    Duration kernels{};               // union of all kernels
};

// `byStart`: the activities of one GPU, by (start, slice). Copies within the GPU and between GPUs
// are left out: they are work of the GPUs like kernels. O(activities + copies log kernels + gaps).
[[nodiscard]] CopyExposure copyExposure(const Trace& trace, const LaunchIndex& launches,
                                        const CopyKinds& kinds, std::span<const ActivityId> byStart,
                                        std::span<const Gap> gaps);

}  // namespace gaplight
