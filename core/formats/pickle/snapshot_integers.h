// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/formats/pickle/pickle_heap.h"

namespace gaplight {

inline constexpr std::int64_t kMaxSnapshotBytes = std::int64_t{1} << 50U;  // of one block: 1 PiB
inline constexpr std::int64_t kMaxSnapshotTimeUs = 9'000'000'000'000'000;  // the year 2255

// Empty for a value of another kind and for integers beyond 60 bits.
[[nodiscard]] inline std::optional<std::int64_t> integerOf(PickleValue value) {
    return value.is(PickleValue::Kind::Int) ? std::optional(value.payload()) : std::nullopt;
}

// Whether a number can be a size in bytes.
[[nodiscard]] inline bool isSize(const std::optional<std::int64_t>& size) {
    return size && *size >= 0 && *size <= kMaxSnapshotBytes;
}

// `otherwise` where it is no integer from 0 to 2^31 - 1.
[[nodiscard]] inline std::int32_t int32Of(PickleValue value, std::int32_t otherwise) {
    const auto number = integerOf(value);
    return number && *number >= 0 && *number <= std::numeric_limits<std::int32_t>::max()
               ? static_cast<std::int32_t>(*number)
               : otherwise;
}

}  // namespace gaplight
