// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// The number of a step for its user: N where an annotation "ProfilerStep#N" starts with it, since
// recordings begin at any step of a loop; otherwise `ordinal`, which counts from 1.
// O(tracks × log slices).
[[nodiscard]] std::size_t stepNumber(const Trace& trace, Time begin, std::size_t ordinal);

// annotationGroup() of the annotations that torch.profiler makes for steps.
inline constexpr std::string_view kProfilerStepGroup = "ProfilerStep";
// Prefix of compiledGraphGroup(): "CompiledFxGraph fabc0123".
inline constexpr std::string_view kCompiledGraphGroup = "CompiledFxGraph";
// Prefix of the annotation around the fetch of a batch:
// "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__".
inline constexpr std::string_view kDataLoaderFetch = "enumerate(DataLoader)#";
// The annotation around a forward pass in DistributedDataParallel, which also broadcasts buffers.
inline constexpr std::string_view kDistributedForward = "DistributedDataParallel.forward";

// "ProfilerStep#12", and "ProfilerStep*" where the profiler leaves out the number.
[[nodiscard]] bool isProfilerStep(std::string_view name);
// 12 of "ProfilerStep#12"; nothing for any other name.
[[nodiscard]] std::optional<std::size_t> profilerStepNumber(std::string_view name);

// "Optimizer.step#AdamW.step", "Optimizer.zero_grad#AdamW.zero_grad". Newer versions of PyTorch
// record annotations of these names, older ones operators.
[[nodiscard]] bool isOptimizerCall(std::string_view name);
// "AdamW" of "Optimizer.step#AdamW.step"; empty for any other name.
[[nodiscard]] std::string_view steppedOptimizer(std::string_view name);
// "Optimizer.zero_grad#AdamW.zero_grad".
[[nodiscard]] bool isZeroGrad(std::string_view name);

// The key that torch.compile gave to a graph and to the code generated for it: "fcchxhlp…" of
// "## Call CompiledFxGraph fcchxhlp… ##". Empty for any other name. A view into `name`.
[[nodiscard]] std::string_view compiledGraphKey(std::string_view name);
// Short name of the same graph, with the first 8 characters of its key: "CompiledFxGraph fcchxhlp".
// Empty for any other name, and for one without a key.
[[nodiscard]] std::string compiledGraphGroup(std::string_view name);

// A name without the values in it: runs of digits and of 8 and more hexadecimal digits are N.
// "denoise_step_3" → "denoise_step_N", "step[DECODE bs=16]" → "step[DECODE bs=N]". Digits that are
// part of a word stay: "conv2d", "bf16", "model_v2".
[[nodiscard]] std::string nameTemplate(std::string_view name);
// The same, and what stands in brackets with a value in it is left out, so that the phases of one
// loop share it: "step[EXTEND bs=1 toks=1024]" → "step[…]", "range(train)" as it is.
[[nodiscard]] std::string nameFamily(std::string_view name);
// The name that steps of one kind share: the group of the annotation, without values.
[[nodiscard]] std::string stepKind(std::string_view name);
// A range that a library makes around its own calls, which no loop of a program is made of:
// "cub::DeviceReduce::Sum", "nccl:all_reduce", "record_param_comms".
[[nodiscard]] bool isLibraryRange(std::string_view name);

// The name that annotations of one kind share: "ProfilerStep#12" → "ProfilerStep",
// "## Call CompiledFxGraph fabc… ##" → compiledGraphGroup(), any other name as it is.
[[nodiscard]] std::string annotationGroup(std::string_view name);

}  // namespace gaplight
