// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/steps/steps.h"
#include "core/analysis/torch/place.h"
#include "core/detectors/engine/detector.h"
#include "core/detectors/engine/finding.h"
#include "core/trace/ids.h"

namespace gaplight {

// Shared by rules about kernels: the places that launched them, and findings that tint them.

// The short name of a kernel as a code span, cut where it is very long: "`reduce_kernel`". For
// kernels of CUTLASS, which are all named Kernel, the configuration in their template argument.
[[nodiscard]] std::string kernelText(std::string_view name);

// `time` (of some kernels), `busy_share` (of the GPU's busy time), and `gpu_busy` with
// `gpu_busy_share` where the GPU waits for the host most of the time, so that faster kernels gain
// little.
[[nodiscard]] FindingValues kernelValues(const DeviceAnalysis& device, Duration time);

// Kernels that were launched from one place.
struct KernelPlace {
    Place place;
    Duration time{};  // their durations
    std::uint64_t count = 0;
    SliceId first;  // kernel
};

// The activities of a GPU by start, without the trials of autotuning (FirstUseKind), which never
// run again; empty where there are no trials. O(activities × calls that tune).
[[nodiscard]] std::optional<std::vector<ActivityId>> warmActivities(const DetectorInput& input,
                                                                    const DeviceAnalysis& device);

// Places that kernels were launched from, most time first; an empty place for those without a
// launch. Of more than kMaxPlaced kernels, evenly spread ones are looked at.
inline constexpr std::size_t kMaxPlaced = 4096;
[[nodiscard]] std::vector<KernelPlace> placesOf(const DetectorInput& input,
                                                std::span<const SliceId> kernels);

// A finding of `rule` about these kernels of one GPU: count, occurrences a step (by launch), the
// place that most of their time comes from, and each of them tinted, labeled with the first note.
[[nodiscard]] Finding kernelFinding(const DetectorInput& input, std::string_view rule, GpuId gpu,
                                    std::span<const SliceId> kernels);

// Their durations multiplied by `factor`.
[[nodiscard]] std::vector<ReplayEdit> scaledActivities(std::span<const SliceId> kernels,
                                                       double factor);

// The kernels' time by the label of their launch, most first, as rows of `op` ("`aten::mm`") and
// `op_share`. Kernels with an empty label have no row, but are part of the whole. At most `limit`
// rows; of more than kMaxPlaced kernels, evenly spread ones are looked at.
using LaunchLabel = std::function<std::string(SliceId launch)>;
[[nodiscard]] ValueRows launchedBy(const DetectorInput& input, std::span<const SliceId> kernels,
                                   std::size_t limit, const LaunchLabel& labelOf);
// launchedBy() with the innermost op around the launch as the label.
[[nodiscard]] ValueRows opsOf(const DetectorInput& input, std::span<const SliceId> kernels,
                              std::size_t limit);

// The innermost op around a slice of a host thread, or invalid.
[[nodiscard]] SliceId opAround(const Trace& trace, SliceId slice);

}  // namespace gaplight
