// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/analysis/causes/launch_bound_places.h"
#include "core/analysis/host/tensor_loops.h"
#include "core/detectors/engine/finding.h"
#include "core/trace/trace.h"

namespace gaplight {

// The short name of a kernel, cut where it is very long.
[[nodiscard]] std::string kernelLabel(std::string_view name);

// How much of a place's idle time would be left if the profiler did not slow the host down.
inline constexpr std::array kSlowedHostValues{
    DeclaredValue{"slowed_host", QuantityKind::Case, false, "stacks no-stacks unknown"},
    DeclaredValue{"recording", QuantityKind::Nanoseconds},
    DeclaredValue{"place_idle", QuantityKind::Nanoseconds},
    DeclaredValue{"unprofiled_idle", QuantityKind::Nanoseconds},
};
void setSlowedHost(const Trace& trace, const LaunchBoundPlace& bound, FindingValues& values);

// Scales the host time of a loop over tensors to that of one of its turns.
[[nodiscard]] ReplayEdit oneTurnOf(const TensorLoop& loop);

// Whether the annotation, the Python frame or the operator is known.
[[nodiscard]] bool isKnown(const FindingPlace& where);
// placeText() within a sentence: "in `step`", "outside any annotation". Names that differ in
// numbers only are one: annotationGroup().
[[nodiscard]] std::string inPlaceText(const FindingPlace& where);

[[nodiscard]] FindingPlace findingPlaceOf(const Trace& trace, const Place& place, GpuId gpu);

}  // namespace gaplight
