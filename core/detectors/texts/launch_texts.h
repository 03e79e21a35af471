// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/causes/launch_bound_places.h"
#include "core/analysis/host/tensor_loops.h"
#include "core/base/time.h"
#include "core/detectors/engine/finding.h"
#include "core/trace/trace.h"

namespace gaplight {

// Texts shared by the rules about launches.

// "2,772 kernels", "1 kernel"; `noun` in the singular, its plural takes an s.
[[nodiscard]] std::string amountText(std::uint64_t count, std::string_view noun);
// "2,772".
[[nodiscard]] std::string amountText(std::uint64_t count);
// part / whole in whole percent with a thin space, "69 %"; "0 %" for an empty whole.
[[nodiscard]] std::string wholePercentText(std::int64_t part, std::int64_t whole);

// The short name of a kernel, cut where it is very long.
[[nodiscard]] std::string kernelLabel(std::string_view name);

// Element floor(n / 2) of the ascending values; zero if there are none. Reorders them.
[[nodiscard]] Duration medianOf(std::vector<Duration>& values);

// How far the profiler itself may have made the idle time of a launch-bound place.
inline constexpr std::array kSlowedHostValues{
    DeclaredValue{"slowed_host", QuantityKind::Case, false, "stacks no-stacks"},
    DeclaredValue{"host_slowdown", QuantityKind::Number},
    DeclaredValue{"place_idle", QuantityKind::Nanoseconds},
    DeclaredValue{"unprofiled_idle", QuantityKind::Nanoseconds},
};
void setSlowedHost(const Trace& trace, const LaunchBoundPlace& bound, FindingValues& values);

// The parts of a place replaced by one graph launch each.
[[nodiscard]] std::vector<ReplayEdit> graphEdits(std::span<const LaunchBoundInterval> parts);

// A loop over tensors that takes the host time of one of its turns.
[[nodiscard]] ReplayEdit oneTurnOf(const TensorLoop& loop);

// The interval that a part takes on the track of its GPU that has most of its activities.
[[nodiscard]] Evidence gpuBandOf(const Trace& trace, const LaunchBoundInterval& part,
                                 std::uint32_t note);

[[nodiscard]] bool isKnown(const FindingPlace& where);
// "in `step`", "outside any annotation".
[[nodiscard]] std::string inPlaceText(const FindingPlace& where);

// The place in the words of a finding.
[[nodiscard]] FindingPlace findingPlaceOf(const Trace& trace, const LaunchBoundPlace& bound);

}  // namespace gaplight
