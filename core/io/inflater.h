// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/base/result.h"
#include "core/io/byte_source.h"

namespace gaplight {

struct InflateStep {
    std::size_t consumed = 0;
    std::size_t produced = 0;
    bool damaged = false;           // no further step produces bytes
    const char* problem = nullptr;  // the cause of the damage, if it is known
};

// One compression format as a stream. Members and frames may follow one another.
class Inflater {
public:
    virtual ~Inflater() = default;

    // Inflates some of `input` into `output`. Consumes or produces something, or is damaged, as
    // long as `input` and `output` are not empty.
    [[nodiscard]] virtual InflateStep step(std::span<const char> input, std::span<char> output) = 0;
    // True between two members: the input may end here.
    virtual bool atBoundary() const = 0;
    virtual const char* name() const = 0;
    // An independent copy of the present state; null if the format cannot be resumed.
    virtual std::unique_ptr<Inflater> snapshot() const { return nullptr; }
};

[[nodiscard]] std::unique_ptr<Inflater> gzipInflater();
[[nodiscard]] std::unique_ptr<Inflater> zstdInflater();
// Copies its input; for uncompressed standard input.
[[nodiscard]] std::unique_ptr<Inflater> copyInflater();

// Keeps the inflated bytes of a source readable again by position.
class InflatedBytes : public RandomAccess {
public:
    // The next bytes, in order. `inflater` is as it was after them, with `consumed` bytes of the
    // compressed input after it. Errors: WriteFailed (no space).
    [[nodiscard]] virtual Result<void> append(std::span<const char> bytes, const Inflater& inflater,
                                              std::uint64_t consumed) = 0;
};

}  // namespace gaplight
