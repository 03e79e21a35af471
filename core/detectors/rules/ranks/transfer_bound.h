// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/time.h"
#include "core/detectors/rules/ranks/collective_message.h"
#include "core/trace/trace.h"

namespace gaplight {

// What connects the GPUs of a group, as far as a trace shows, and the least rate at which a GPU
// sends in a collective that does not wait: a quarter of what the link is built for, or less.
struct GpuLink {
    std::string_view name;  // "NVLink"
    std::int64_t bytesPerMicrosecond = 0;
    Duration latency{};  // of the call, for each rank of the group
};

// By the GPU's name where all ranks of the group are on one host, that is, within one block of as
// many ranks as the host has GPUs; else that of a slow network.
[[nodiscard]] GpuLink linkOf(const Trace& trace, GpuId gpu, const CollectiveMessage& message);

// The longest that a transfer takes over a link that works: what lasts longer waits.
struct TransferBound {
    Duration time{};
    std::int64_t sentBytes = 0;  // by each GPU
    GpuLink link;
};

// Bytes that each of n GPUs sends with B bytes in the larger of input and output, as nccl-tests
// counts them ("bus bandwidth"): all-reduce 2 B (n - 1) / n; all-gather, reduce-scatter, all-to-all
// B (n - 1) / n; others B. Several messages: their sum. Empty where a size is not known.
[[nodiscard]] std::optional<TransferBound> transferBound(
    const Trace& trace, GpuId gpu, std::string_view operation,
    std::span<const CollectiveMessage> messages);

}  // namespace gaplight
