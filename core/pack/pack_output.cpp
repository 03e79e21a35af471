// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/pack_output.h"

#include <algorithm>
#include <vector>

#include <tbb/enumerable_thread_specific.h>

#include "core/base/parallel.h"
#include "core/base/text_hash.h"
#include "core/pack/integer_block.h"
#include "core/pack/pack_bytes.h"
#include "core/pack/pack_layout.h"

namespace gaplight {
namespace {

constexpr std::size_t kBlocksAtOnce = 64;

// Levels of zstd. Negative ones do not encode what does not repeat: of integers these are the
// lowest bytes of times and durations, which encoding makes hardly smaller.
constexpr int kSmallLevel = 3;
constexpr int kQuickLevel = -1;

}  // namespace

Result<void> PackOutput::write(std::string_view bytes) {
    if (m_stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "writing the pack was stopped");
    }
    m_written += bytes.size();
    return m_write(bytes);
}

Result<void> PackOutput::begin() {
    std::string header(kPackMagic);
    const std::uint64_t version = kPackVersion;  // and four bytes of 0
    header.append(reinterpret_cast<const char*>(&version), sizeof version);
    return write(header);
}

Result<void> PackOutput::addIntegers(std::uint16_t section, std::size_t rows, const Fill& fill) {
    m_directory[section];  // also where it has no rows
    const int level = m_compression == PackCompression::Quick ? kQuickLevel : kSmallLevel;
    for (std::size_t first = 0; first < rows; first += kBlocksAtOnce * kRowsOfBlock) {
        const std::size_t count = std::min(rows - first, kBlocksAtOnce * kRowsOfBlock);
        std::vector<std::string> blocks((count + kRowsOfBlock - 1) / kRowsOfBlock);
        parallelFor(std::size_t{0}, blocks.size(), [&](std::size_t at) {
            std::vector<std::uint64_t> values(std::min(kRowsOfBlock, count - at * kRowsOfBlock));
            fill(first + at * kRowsOfBlock, values);
            encodeIntegers(values, blocks[at]);
        });
        if (Result<void> added = addBlocks(section, count, blocks, level); !added) {
            return added;
        }
    }
    return {};
}

Result<void> PackOutput::addBlocks(std::uint16_t section, std::size_t rows,
                                   std::span<const std::string> blocks) {
    return addBlocks(section, rows, blocks, kSmallLevel);
}

Result<void> PackOutput::addBlocks(std::uint16_t section, std::size_t rows,
                                   std::span<const std::string> blocks, int level) {
    tbb::enumerable_thread_specific<FrameCompressor> compressors(level);
    std::vector<std::string> frames(blocks.size());
    std::vector<Result<void>> done(blocks.size());
    parallelFor(std::size_t{0}, blocks.size(), [&](std::size_t at) {
        done[at] = compressors.local().compress(blocks[at], frames[at]);
    });
    for (Result<void>& one : done) {
        if (!one) {
            return std::move(one);
        }
    }
    PackColumn& column = m_directory[section];
    column.rows += rows;
    for (std::size_t at = 0; at < blocks.size(); ++at) {
        column.blocks.push_back({m_written, frames[at].size(), blocks[at].size()});
        m_hashes[section].push_back(hashText(frames[at]));
        if (Result<void> written = write(frames[at]); !written) {
            return written;
        }
    }
    return {};
}

std::vector<std::uint64_t> PackOutput::blockHashes(std::uint16_t section) const {
    const auto found = m_hashes.find(section);
    return found == m_hashes.end() ? std::vector<std::uint64_t>() : found->second;
}

Result<void> PackOutput::finish() {
    const std::string directory = directoryBytes(m_directory);
    std::string frame;
    if (Result<void> compressed = FrameCompressor(kSmallLevel).compress(directory, frame);
        !compressed) {
        return compressed;
    }
    ByteWriter footer;
    footer.number(m_written);
    footer.number(frame.size());
    footer.number(directory.size());
    frame += footer.bytes();
    frame += kPackEndMagic;
    return write(frame);
}

}  // namespace gaplight
