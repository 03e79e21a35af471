// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace gaplight {

// Where a block is in the file, and how long it is before and after compression.
struct PackBlock {
    std::uint64_t offset = 0;
    std::uint64_t packedBytes = 0;
    std::uint64_t rawBytes = 0;
};

// One column of a table. A column of integers has a block for every kRowsOfBlock rows.
struct PackColumn {
    std::uint64_t rows = 0;
    std::vector<PackBlock> blocks;
};

// By the number of the section (packSection()).
using PackDirectory = std::map<std::uint16_t, PackColumn>;

[[nodiscard]] std::string directoryBytes(const PackDirectory& directory);

// Errors: Corrupt: it is none, or a block lies outside [kPackHeaderBytes, end), or is longer than
// kMaxBlockBytes.
[[nodiscard]] Result<PackDirectory> directoryFrom(std::string_view bytes, std::uint64_t end);

}  // namespace gaplight
