// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

#include "core/trace/ids.h"

namespace gaplight {

// One GPU of one source: every rank of a job may call its own GPU number 0. Ordered by source, then
// device. Trace::gpuLabel names one for the user. 32 bits, since every GPU activity has one.
struct GpuId {
    static constexpr std::int32_t kMaxDevice = std::numeric_limits<std::int16_t>::max();

    SourceId source;
    std::int16_t device = -1;  // as the source numbers it; -1: none

    constexpr GpuId() = default;  // no GPU
    // No GPU where `number` is not in [0, kMaxDevice].
    constexpr GpuId(SourceId from, std::int32_t number)
        : source(from),
          device(static_cast<std::int16_t>(number >= 0 && number <= kMaxDevice ? number : -1)) {}

    constexpr bool isValid() const { return device >= 0; }
    friend constexpr auto operator<=>(const GpuId&, const GpuId&) = default;
};

}  // namespace gaplight

namespace std {

template <>
struct hash<gaplight::GpuId> {
    std::size_t operator()(gaplight::GpuId gpu) const noexcept {
        return hash<std::uint32_t>{}(static_cast<std::uint32_t>(gpu.source.value) << 16U |
                                     static_cast<std::uint16_t>(gpu.device));
    }
};

}  // namespace std
