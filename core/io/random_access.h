// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/result.h"

namespace gaplight {

// Bytes that were read once and can be read again by position: from the file itself, from an
// unlinked temporary file, or by inflating again. Safe from any thread.
class RandomAccess {
public:
    virtual ~RandomAccess() = default;

    // Fills `into` from `offset` on. Returns the number of bytes: fewer than requested only at the
    // end, or if the file has shrunk. Errors: NotReadable.
    [[nodiscard]] virtual Result<std::size_t> readAt(std::uint64_t offset,
                                                     std::span<char> into) const = 0;
    virtual std::uint64_t size() const = 0;
    // Errors: NotReadable: the file was written to, replaced or removed since it was opened, so
    // that readAt() may give other bytes than were read first. A private copy never changes.
    [[nodiscard]] virtual Result<void> checkUnchanged() const { return {}; }
};

}  // namespace gaplight
