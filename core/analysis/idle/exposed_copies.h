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

// A copy between host and GPU of which some time passed without any kernel running.
struct ExposedCopy {
    ActivityId activity;
    CopyKind kind;
    Duration exposed{};  // no kernel ran on that GPU, and no earlier copy covers the same time
    // The end of it in which the next kernel had been launched already and waited. While the host
    // has not come so far, a copy holds nothing up; and what runs on beside a copy does not wait
    // for it, whatever lies between two kernels. All of that end where the launch is not known.
    Duration waited{};
    // What the GPU would be ahead without it by the next copy with `waited`, or by its last
    // activity: `waited` less the time that it idles until then for want of launches.
    Duration held{};
    bool ownStream = false;  // no kernel runs on its stream
};

struct CopyExposure {
    std::vector<ExposedCopy> copies;  // in time order
    Duration exposed{};               // sum: time with such a copy and no kernel
    Duration copied{};                // union of all copies between host and GPU
    Duration kernels{};               // union of all kernels
};

// Of the activities of one GPU, by (start, slice). Copies within the GPU and between GPUs are not
// looked at: they are work of the GPUs like kernels. O(activities + copies log kernels + gaps).
[[nodiscard]] CopyExposure copyExposure(const Trace& trace, const LaunchIndex& launches,
                                        const CopyKinds& kinds, std::span<const ActivityId> byStart,
                                        std::span<const Gap> gaps);

}  // namespace gaplight
