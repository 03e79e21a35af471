// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/pack/pack_layout.h"

namespace gaplight {

// A pack that is read. What its directory says is checked: blocks are within the file, and all
// columns together need no more memory than InflationLimit allows for a file of its size.
// Immutable; safe from any thread. Errors of all: Corrupt (damaged), NotReadable, TooLarge (no
// memory).
class PackFile {
public:
    // Takes the values of the rows [first, first + values.size()); false: they cannot be. Called
    // from any thread.
    using Store = std::function<bool(std::size_t first, std::span<const std::uint64_t> values)>;

    // `bytes`: the whole file. Errors also: NotATrace (a newer version).
    [[nodiscard]] static Result<std::shared_ptr<const PackFile>> open(
        std::shared_ptr<const RandomAccess> bytes);

    PackFile(std::shared_ptr<const RandomAccess> bytes, PackDirectory directory)
        : m_bytes(std::move(bytes)), m_directory(std::move(directory)) {}

    std::uint64_t rows(std::uint16_t section) const { return column(section).rows; }
    std::size_t blockCount(std::uint16_t section) const { return column(section).blocks.size(); }
    // A column of integers that must have `rows` rows, on all cores.
    [[nodiscard]] Result<void> readIntegers(std::uint16_t section, std::size_t rows,
                                            const Store& store) const;
    // Receives the values of two columns for the same rows, one block of rows per call, in file
    // order. Returns false if the values are invalid.
    using StorePairs = std::function<bool(std::span<const std::uint64_t> firsts,
                                          std::span<const std::uint64_t> seconds)>;
    // Reads two columns that must have the same number of rows, on the calling thread.
    [[nodiscard]] Result<void> readPairs(std::uint16_t first, std::uint16_t second,
                                         const StorePairs& store) const;
    // Bytes of a block, inflated.
    std::uint64_t blockBytes(std::uint16_t section, std::size_t number) const {
        return column(section).blocks[number].rawBytes;
    }
    // Checks each block of a section, on all cores: against `hashes` (one for each block,
    // hashText() of its bytes in the file), or by inflating it where there are none. Errors also:
    // Cancelled.
    [[nodiscard]] Result<void> checkBlocks(std::uint16_t section,
                                           std::span<const std::uint64_t> hashes,
                                           const std::stop_token& stop) const;
    // One block of another section; the number is below blockCount().
    [[nodiscard]] Result<std::string> readBlock(std::uint16_t section, std::size_t number) const;
    // All blocks of a section, joined, on all cores.
    [[nodiscard]] Result<std::string> readAll(std::uint16_t section) const;

private:
    const PackColumn& column(std::uint16_t section) const;
    // The bytes of the file; valid until the next call of this thread.
    [[nodiscard]] Result<std::string_view> readPacked(const PackBlock& block) const;
    [[nodiscard]] Result<void> read(const PackBlock& block, std::span<char> raw) const;
    [[nodiscard]] Result<void> readIntegerBlock(std::uint16_t section, std::size_t number,
                                                std::span<std::uint64_t> values) const;

    std::shared_ptr<const RandomAccess> m_bytes;
    PackDirectory m_directory;
};

// Whether bytes begin a pack.
[[nodiscard]] bool isPack(std::string_view head);

}  // namespace gaplight
