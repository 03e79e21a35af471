// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace gaplight {

// The group of the annotations by which torch.profiler marks steps.
inline constexpr std::string_view kProfilerStepGroup = "ProfilerStep";
// With what the groups of graphs that torch.compile made begin: "CompiledFxGraph fabc0123".
inline constexpr std::string_view kCompiledGraphGroup = "CompiledFxGraph";
// With what the fetch of a batch begins: "enumerate(DataLoader)#_SingleProcessDataLoaderIter…".
inline constexpr std::string_view kDataLoaderFetch = "enumerate(DataLoader)#";
// The forward pass of a model in DistributedDataParallel, with the synchronization of its buffers.
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

// "fcchxhlp…" of "## Call CompiledFxGraph fcchxhlp… ##", by which the code that torch.compile made
// for a graph is known; empty for any other name. A view into `name`.
[[nodiscard]] std::string_view compiledGraphKey(std::string_view name);
// "CompiledFxGraph fcchxhlp" of the same name, with 8 digits of the key; empty for any other name
// and for one without a key.
[[nodiscard]] std::string compiledGraphGroup(std::string_view name);

// The name that annotations of one kind share: "ProfilerStep#12" → "ProfilerStep",
// "## Call CompiledFxGraph fabc… ##" → "CompiledFxGraph fabc…" with 8 digits of its hash.
[[nodiscard]] std::string annotationGroup(std::string_view name);

}  // namespace gaplight
