// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/causes/launch_bound_places.h"
#include "core/analysis/host/tensor_loops.h"
#include "core/analysis/steps/steps.h"
#include "core/base/time.h"
#include "core/detectors/engine/detector.h"
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

[[nodiscard]] FindingPlace findingPlaceOf(const PlaceFinder& places, const Place& place, GpuId gpu);

// A gap of `device` as evidence, labeled with note number `note`.
[[nodiscard]] Evidence gapEvidence(const Trace& trace, const DeviceAnalysis& device, const Gap& gap,
                                   std::uint32_t note);

// The number of a finding's gaps in a median steady step.
[[nodiscard]] double gapsPerStep(const Finding& finding, const StepIndex& steps);

// Whether the outermost code around some work is the framework's own: in a program that does not
// use PyTorch, whose operators are calls of the program, what is recorded beside calls of the GPU's
// API, frames and ranges is work of a runtime (XLA's callbacks and thread pools).
[[nodiscard]] bool isRuntimesWork(const DetectorInput& input, SliceId outermost);

// The threads with Python frames in a program that does not use PyTorch: its framework's runtime
// may launch from threads of its own. O(slices).
[[nodiscard]] std::vector<TrackId> threadsThatCallRuntime(const DetectorInput& input);

// Whether some evidence of a finding begins in a step; true where no steps are known.
[[nodiscard]] bool isInLoop(const Finding& finding, const StepIndex& steps);

// The best known part of a place, for a title: "`step` in `scheduler_step`", "`scheduler_step`",
// "`aten::item`". Empty: nothing of it is known.
[[nodiscard]] std::string shortPlaceText(const FindingPlace& where);

// The short name of host code, by the name of its slice: the function of a frame, with its file
// where many functions have that name ("tqdm/std.py(958): __init__" → "tqdm/std.__init__"), the
// type of a module ("nn.Module: Linear_0" → "Linear_0"), the method of a built-in ("<built-in
// method to of Tensor object at 0x7f…>" → "to"), else its annotationGroup.
[[nodiscard]] std::string shortCodeName(std::string_view name);

// The user's frame in the "Call stack" arg of an operator around a slice, for traces without Python
// frames; empty if there is none. Up to kStackReads reads of the file.
inline constexpr int kStackReads = 4;
[[nodiscard]] std::string frameFromCallStack(const DetectorInput& input, SliceId slice);

}  // namespace gaplight
