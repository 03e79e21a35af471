// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/pack_layout.h"

#include <utility>

#include "core/pack/pack_bytes.h"

namespace gaplight {
namespace {

constexpr std::uint64_t kColumnBytes = 24;  // of a column without blocks
constexpr std::uint64_t kBlockBytes = 24;

}  // namespace

std::string directoryBytes(const PackDirectory& directory) {
    ByteWriter writer;
    writer.number(directory.size());
    for (const auto& [section, column] : directory) {
        writer.number(section);
        writer.number(column.rows);
        writer.number(column.blocks.size());
        for (const PackBlock& block : column.blocks) {
            writer.number(block.offset);
            writer.number(block.packedBytes);
            writer.number(block.rawBytes);
        }
    }
    return writer.take();
}

Result<PackDirectory> directoryFrom(std::string_view bytes, std::uint64_t end) {
    ByteReader reader(bytes);
    PackDirectory directory;
    for (std::uint64_t left = reader.count(kColumnBytes); left > 0; --left) {
        const std::uint64_t section = reader.number();
        PackColumn column;
        column.rows = reader.number();
        column.blocks.resize(reader.count(kBlockBytes));
        for (PackBlock& block : column.blocks) {
            block.offset = reader.number();
            block.packedBytes = reader.number();
            block.rawBytes = reader.number();
            const bool isInside = block.offset >= kPackHeaderBytes && block.offset <= end &&
                                  block.packedBytes <= end - block.offset;
            if (!isInside || block.packedBytes > kMaxBlockBytes ||
                block.rawBytes > kMaxBlockBytes) {
                return fail(ErrorCode::Corrupt, "a block lies outside the file");
            }
        }
        if (section > UINT16_MAX ||
            !directory.emplace(static_cast<std::uint16_t>(section), std::move(column)).second) {
            return fail(ErrorCode::Corrupt, "its directory has no such section");
        }
    }
    if (!reader.isGood() || !reader.atEnd()) {
        return fail(ErrorCode::Corrupt, "its directory is damaged");
    }
    return directory;
}

}  // namespace gaplight
