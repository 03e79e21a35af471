// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/trace/slice_table.h"
#include "core/trace/trace.h"

namespace gaplight {

// Adds what rocprofiler-sdk's description of an agent (rocprofiler_agent_v0_t as JSON) has: sizes
// and limits of a GPU. Nothing where the text is no such JSON.
void addAgentDetails(std::string_view text, DeviceProperties& gpu);

// Category and kind of an API call by its name ("hipLaunchKernel", "hsa_signal_create"); of other
// names: an empty category.
struct RocmCall {
    std::string_view category;
    SliceKind kind = SliceKind::Other;
};
[[nodiscard]] RocmCall classifyRocmCall(std::string_view name);

// Whether a text has a word in it, in upper or lower case; `word` is in lower case.
[[nodiscard]] bool containsWord(std::string_view text, std::string_view word);

// The number of a stream or queue, or 31 bits of its address; -1: not recorded.
[[nodiscard]] std::int32_t streamOfHandle(std::optional<std::int64_t> handle);

// "HtoD" for "CopyHostToDevice", "MEMORY_COPY_HOST_TO_DEVICE" and the like; empty for others.
[[nodiscard]] std::string_view copyDirection(std::string_view operation);
// The same for a hipMemcpyKind or cudaMemcpyKind.
[[nodiscard]] std::string_view copyDirection(std::int64_t kind);
// "Memcpy HtoD (Host -> Device)" as Kineto names copies on ROCm; "Memcpy" without a direction.
[[nodiscard]] std::string copyName(std::string_view direction);

// Workgroups per axis of a grid of work-items, the last one possibly partial.
[[nodiscard]] std::array<std::uint32_t, 3> workgroupsOf(const std::array<std::uint32_t, 3>& items,
                                                        const std::array<std::uint16_t, 3>& group);

}  // namespace gaplight
