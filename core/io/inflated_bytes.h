// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "core/base/result.h"
#include "core/io/inflater.h"
#include "core/io/random_access.h"

namespace gaplight {

// Keeps the inflated bytes of a source readable again by position.
class InflatedBytes : public RandomAccess {
public:
    // The next bytes, in order. `inflater` is as it was after them, with `consumed` bytes of the
    // compressed input behind it. Errors: WriteFailed (no space).
    [[nodiscard]] virtual Result<void> append(std::span<const char> bytes, const Inflater& inflater,
                                              std::uint64_t consumed) = 0;
};

}  // namespace gaplight
