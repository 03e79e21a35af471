// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

// How busy one thread is in a range, for the overview.
struct ThreadLoad {
    static constexpr std::size_t kParts = 2048;

    TrackId track;
    std::vector<std::uint8_t> busy;  // share of each of kParts equal parts, 0 to 255
    TimeRange range{};
};

}  // namespace gaplight
