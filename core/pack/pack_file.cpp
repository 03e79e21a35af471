// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/pack_file.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

#include <fmt/format.h>

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/base/text_hash.h"
#include "core/io/byte_source.h"
#include "core/pack/integer_block.h"
#include "core/pack/pack_bytes.h"
#include "core/pack/pack_layout.h"

namespace gaplight {
namespace {

struct Footer {
    std::uint64_t offset = 0;  // of the directory
    std::uint64_t packedBytes = 0;
    std::uint64_t rawBytes = 0;
};

// The error of the first block that has one, whichever thread reads which.
class FirstError {
public:
    void note(std::size_t block, Result<void> done) {
        if (!done) {
            const std::scoped_lock lock(m_mutex);
            if (m_error || block < m_block) {
                m_block = block;
                m_error = std::move(done);
            }
        }
    }
    [[nodiscard]] Result<void> take() { return std::move(m_error); }

private:
    std::mutex m_mutex;
    std::size_t m_block = 0;
    Result<void> m_error;
};

Error cut(std::uint64_t size) {
    return {ErrorCode::Corrupt,
            fmt::format("the pack is cut after {} bytes or damaged at its end; pack the trace, or "
                        "copy the file, again",
                        size),
            std::nullopt};
}

Result<std::string> exactBytes(const RandomAccess& bytes, std::uint64_t offset, std::size_t size) {
    std::string read(size, '\0');
    const std::size_t got = TRY(bytes.readAt(offset, read));
    if (got != size) {
        return tl::unexpected(cut(bytes.size()));
    }
    return read;
}

Result<void> checkHeader(std::string_view header) {
    std::uint32_t version = 0;
    std::memcpy(&version, header.data() + kPackMagic.size(), sizeof version);
    if (!isPack(header) || version == 0) {
        return fail(ErrorCode::Corrupt, "the header of the pack is damaged");
    }
    if (version > kPackVersion) {
        return fail(ErrorCode::NotATrace,
                    fmt::format("a pack of version {}, written by a newer gaplight; this one reads "
                                "version {}: update it, or open the trace itself",
                                version, kPackVersion));
    }
    return {};
}

Result<Footer> footerFrom(std::string_view bytes, std::uint64_t size) {
    ByteReader reader(bytes);
    const Footer footer{reader.number(), reader.number(), reader.number()};
    const std::uint64_t end = size - kPackFooterBytes;
    const bool isDirectory = footer.offset >= kPackHeaderBytes && footer.offset <= end &&
                             footer.packedBytes == end - footer.offset &&
                             footer.packedBytes <= kMaxBlockBytes &&
                             footer.rawBytes <= kMaxBlockBytes;
    if (!bytes.ends_with(kPackEndMagic) || !isDirectory) {
        return tl::unexpected(cut(size));
    }
    return footer;
}

// Whether the columns fit into memory that a file of this size may take.
bool isHoldable(const PackDirectory& directory, std::uint64_t size) {
    const std::uint64_t limit = InflationLimit{}.bytesFor(size);
    std::uint64_t total = 0;
    for (const auto& [section, column] : directory) {
        if (section == packSection(PackTable::Args)) {
            continue;  // read block by block
        }
        std::uint64_t raw = 0;
        for (const PackBlock& block : column.blocks) {
            raw += block.rawBytes;
        }
        if (column.rows > limit / sizeof(std::uint64_t) || raw > limit) {
            return false;
        }
        total += column.rows * sizeof(std::uint64_t) + raw;
        if (total > limit) {
            return false;
        }
    }
    return true;
}

Error damaged(std::uint16_t section) {
    return {ErrorCode::Corrupt,
            fmt::format("column {}.{} of the pack is damaged; pack the trace again", section / 256,
                        section % 256),
            std::nullopt};
}

Error damaged(const PackBlock& block) {
    return {ErrorCode::Corrupt,
            fmt::format("the pack is damaged in the {} bytes from byte {} on; pack the trace, or "
                        "copy the file, again",
                        block.packedBytes, block.offset),
            block.offset};
}

bool hasItsBlocks(const PackColumn& column) {
    return column.blocks.size() == (column.rows + kRowsOfBlock - 1) / kRowsOfBlock;
}

}  // namespace

bool isPack(std::string_view head) {
    return head.starts_with(kPackMagic);
}

Result<std::shared_ptr<const PackFile>> PackFile::open(std::shared_ptr<const RandomAccess> bytes) {
    const std::uint64_t size = bytes->size();
    const std::size_t headBytes = std::min<std::uint64_t>(size, kPackHeaderBytes);
    if (headBytes < kPackHeaderBytes) {
        return tl::unexpected(cut(size));
    }
    const auto header = TRY(exactBytes(*bytes, 0, kPackHeaderBytes));
    TRY(checkHeader(header));
    if (size < kPackHeaderBytes + kPackFooterBytes) {
        return tl::unexpected(cut(size));
    }
    const auto end = exactBytes(*bytes, size - kPackFooterBytes, kPackFooterBytes);
    const auto footer =
        TRY(end.and_then([&](const std::string& text) { return footerFrom(text, size); }));
    const auto frame = TRY(exactBytes(*bytes, footer.offset, footer.packedBytes));
    std::string raw(footer.rawBytes, '\0');
    const auto directory =
        inflateFrame(frame, raw).and_then([&] { return directoryFrom(raw, footer.offset); });
    if (!directory || !isHoldable(*directory, size)) {
        return fail(
            ErrorCode::Corrupt,
            "the directory of the pack is damaged; pack the trace, or copy the file, again");
    }
    return std::make_shared<const PackFile>(std::move(bytes), *directory);
}

const PackColumn& PackFile::column(std::uint16_t section) const {
    static const PackColumn kNone;
    const auto found = m_directory.find(section);
    return found == m_directory.end() ? kNone : found->second;
}

Result<std::string_view> PackFile::readPacked(const PackBlock& block) const {
    thread_local std::string frame;
    frame.resize(block.packedBytes);
    const std::size_t got = TRY(m_bytes->readAt(block.offset, frame));
    return got == frame.size() ? Result<std::string_view>(frame) : tl::unexpected(damaged(block));
}

Result<void> PackFile::read(const PackBlock& block, std::span<char> raw) const {
    const std::string_view frame = TRY(readPacked(block));
    Result<void> inflated = inflateFrame(frame, raw);
    return inflated || inflated.error().code == ErrorCode::TooLarge  // no memory
               ? inflated
               : tl::unexpected(damaged(block));
}

Result<void> PackFile::checkBlocks(std::uint16_t section, std::span<const std::uint64_t> hashes,
                                   const std::stop_token& stop) const {
    const std::vector<PackBlock>& blocks = column(section).blocks;
    if (!hashes.empty() && hashes.size() != blocks.size()) {
        return tl::unexpected(damaged(section));
    }
    FirstError error;
    parallelFor(std::size_t{0}, blocks.size(), [&](std::size_t at) {
        if (stop.stop_requested()) {
            error.note(at, fail(ErrorCode::Cancelled, "loading was cancelled"));
            return;
        }
        if (hashes.empty()) {
            thread_local std::string raw;
            raw.resize(blocks[at].rawBytes);
            error.note(at, read(blocks[at], raw));
            return;
        }
        error.note(at, readPacked(blocks[at]).and_then([&](std::string_view frame) {
            return hashText(frame) == hashes[at] ? Result<void>()
                                                 : tl::unexpected(damaged(blocks[at]));
        }));
    });
    return error.take();
}

Result<void> PackFile::readIntegerBlock(std::uint16_t section, std::size_t number,
                                        std::span<std::uint64_t> values) const {
    const PackBlock& block = column(section).blocks[number];
    if (block.rawBytes > kIntegerBlockHead + kRowsOfBlock * sizeof(std::uint64_t)) {
        return tl::unexpected(damaged(section));
    }
    thread_local std::string raw;
    raw.resize(block.rawBytes);
    return read(block, raw).and_then([&] {
        return decodeIntegers(raw, values) ? Result<void>() : tl::unexpected(damaged(section));
    });
}

Result<void> PackFile::readIntegers(std::uint16_t section, std::size_t rows,
                                    const Store& store) const {
    const PackColumn& from = column(section);
    if (from.rows != rows || !hasItsBlocks(from)) {
        return tl::unexpected(damaged(section));
    }
    FirstError error;
    parallelFor(std::size_t{0}, from.blocks.size(), [&](std::size_t at) {
        const std::size_t first = at * kRowsOfBlock;
        thread_local std::vector<std::uint64_t> values;
        values.resize(std::min(kRowsOfBlock, rows - first));
        error.note(at, readIntegerBlock(section, at, values).and_then([&] {
            return store(first, values) ? Result<void>() : tl::unexpected(damaged(section));
        }));
    });
    return error.take();
}

Result<void> PackFile::readPairs(std::uint16_t first, std::uint16_t second,
                                 const StorePairs& store) const {
    const PackColumn& from = column(first);
    if (!hasItsBlocks(from)) {
        return tl::unexpected(damaged(first));
    }
    if (column(second).rows != from.rows || !hasItsBlocks(column(second))) {
        return tl::unexpected(damaged(second));
    }
    std::vector<std::uint64_t> firsts;
    std::vector<std::uint64_t> seconds;
    for (std::size_t at = 0; at < from.blocks.size(); ++at) {
        firsts.resize(std::min<std::uint64_t>(kRowsOfBlock, from.rows - at * kRowsOfBlock));
        seconds.resize(firsts.size());
        const Result<void> got = readIntegerBlock(first, at, firsts).and_then([&] {
            return readIntegerBlock(second, at, seconds);
        });
        if (!got) {
            return got;
        }
        if (!store(firsts, seconds)) {
            return tl::unexpected(damaged(first));
        }
    }
    return {};
}

Result<std::string> PackFile::readBlock(std::uint16_t section, std::size_t number) const {
    const PackBlock& block = column(section).blocks[number];
    std::string raw(block.rawBytes, '\0');
    const Result<void> got = read(block, raw);
    return got ? Result<std::string>(std::move(raw)) : tl::unexpected(got.error());
}

Result<std::string> PackFile::readAll(std::uint16_t section) const {
    const std::vector<PackBlock>& blocks = column(section).blocks;
    std::vector<std::size_t> begins{0};
    for (const PackBlock& block : blocks) {
        begins.push_back(begins.back() + block.rawBytes);
    }
    std::string raw(begins.back(), '\0');
    FirstError error;
    parallelFor(std::size_t{0}, blocks.size(), [&](std::size_t at) {
        error.note(at, read(blocks[at], std::span(raw).subspan(begins[at], blocks[at].rawBytes)));
    });
    const Result<void> done = error.take();
    return done ? Result<std::string>(std::move(raw)) : tl::unexpected(done.error());
}

}  // namespace gaplight
