// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace gaplight {

// A pack file (.gpk):
//
//     header      magic, version (4 bytes), 0 (4 bytes)
//     blocks      zstd frames, each with a checksum and readable alone
//     directory   a zstd frame: for each section its blocks (PackDirectory)
//     footer      offset, packed and raw bytes of the directory (8 bytes each), end magic
//
// All numbers are little-endian. It can be written to a pipe: nothing is written twice. A file
// without its footer is cut.
inline constexpr std::string_view kPackMagic("\x89GPK\r\n\x1a\n", 8);
inline constexpr std::string_view kPackEndMagic("GPK.end\n", 8);
inline constexpr std::size_t kPackHeaderBytes = 16;
inline constexpr std::size_t kPackFooterBytes = 32;
// Raised with every change after which an older reader would misread a file.
inline constexpr std::uint32_t kPackVersion = 2;

// Rows of one block of a column; the last one has fewer.
inline constexpr std::size_t kRowsOfBlock = 32'768;
// Raw bytes of one block of texts, or of args, after which the next one begins; one text may be
// longer.
inline constexpr std::size_t kTextBlockBytes = std::size_t{256} << 10U;
// Raw bytes that any one block may have.
inline constexpr std::uint64_t kMaxBlockBytes = std::uint64_t{32} << 20U;

// Tables of a pack. A section is one column of a table: number of the table * 256 + column. The
// numbers are part of the format.
enum class PackTable : std::uint16_t {
    Facts = 1,    // texts (facts_text.h)
    Strings = 2,  // column 0: lengths; column 1: the texts
    Processes = 3,
    Tracks = 4,
    Categories = 5,
    Slices = 6,
    KeptRows = 7,  // rows and parents of the tracks that keep theirs
    Instants = 8,
    Flows = 9,
    Counters = 10,  // series
    CounterValues = 11,
    Memory = 12,
    Correlation = 13,
    ExternalId = 14,
    PythonId = 15,
    Gpu = 16,
    Kernels = 17,
    Copies = 18,
    Syncs = 19,
    CommCalls = 20,
    ShapeKey = 21,   // from version 2 on
    Args = 32,       // blocks of args; column 0
    ArgsFirst = 33,  // the first event of each of these blocks
    ArgsHash = 34,   // hashText() of each of these blocks as the file has it
};

[[nodiscard]] constexpr std::uint16_t packSection(PackTable table, std::size_t column = 0) {
    return static_cast<std::uint16_t>(static_cast<std::size_t>(table) * 256 + column);
}

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

// Errors: Corrupt: it is none, or a block is outside [kPackHeaderBytes, end), or is longer than
// kMaxBlockBytes.
[[nodiscard]] Result<PackDirectory> directoryFrom(std::string_view bytes, std::uint64_t end);

}  // namespace gaplight
