// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/formats/packed.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/plain_sources.h"
#include "core/pack/integer_block.h"
#include "core/pack/pack_bytes.h"
#include "core/pack/pack_layout.h"
#include "core/pack/pack_output.h"
#include "core/pack/write_pack.h"
#include "tests/support/strange/byte_choices.h"

namespace gaplight::test {
namespace {

struct RawColumn {
    std::uint16_t section = 0;
    std::uint64_t rows = 0;
    std::vector<std::string> blocks;
};

std::string inflated(const std::string& pack, const PackBlock& block) {
    std::string raw(block.rawBytes, '\0');
    if (!inflateFrame(std::string_view(pack).substr(block.offset, block.packedBytes), raw)) {
        std::abort();  // the caller's pack is whole
    }
    return raw;
}

std::vector<RawColumn> columnsOf(const std::string& pack) {
    ByteReader footer(std::string_view(pack).substr(pack.size() - kPackFooterBytes));
    const PackBlock block{footer.number(), footer.number(), footer.number()};
    const auto directory = directoryFrom(inflated(pack, block), block.offset);
    std::vector<RawColumn> columns;
    for (const auto& [section, column] : *directory) {
        RawColumn& raw = columns.emplace_back();
        raw.section = section;
        raw.rows = column.rows;
        for (const PackBlock& one : column.blocks) {
            raw.blocks.push_back(inflated(pack, one));
        }
    }
    return columns;
}

bool isOfNumbers(std::uint16_t section) {
    return section != packSection(PackTable::Facts) &&
           section != packSection(PackTable::Strings, 1) && section != packSection(PackTable::Args);
}

void changeNumber(RawColumn& column, ByteChoices& choices) {
    std::string& block = column.blocks.front();
    std::vector<std::uint64_t> values(std::min<std::uint64_t>(column.rows, kRowsOfBlock));
    if (values.empty() || !decodeIntegers(block, values)) {
        return;
    }
    const auto any = [&] {
        return choices.below(
            static_cast<std::uint32_t>(std::min<std::size_t>(values.size(), 65'535)));
    };
    std::uint64_t& value = values[any()];
    switch (choices.below(8)) {
        case 0:
            value = 0;
            break;
        case 1:
            ++value;
            break;
        case 2:
            --value;
            break;
        case 3:
            value = std::uint64_t{1} << choices.below(64);
            break;
        case 4:
            value = ~std::uint64_t{0} >> choices.below(64);
            break;
        case 5:
            value = choices.below(65'536);
            break;
        case 6:
            std::swap(value, values[any()]);
            break;
        default:
            value = values[any()];
    }
    block.clear();
    encodeIntegers(values, block);
}

void changeBytes(RawColumn& column, ByteChoices& choices) {
    std::string& block =
        column.blocks[choices.below(static_cast<std::uint32_t>(column.blocks.size()))];
    if (block.empty()) {
        return;
    }
    const std::size_t at =
        choices.below(static_cast<std::uint32_t>(std::min<std::size_t>(block.size(), 65'535)));
    if (choices.below(4) == 3) {
        block.resize(at);
    } else {
        block[at] = static_cast<char>(choices.below(256));
    }
}

// A whole pack of these columns. Hashes, where there are some, are those of its blocks.
std::string packOf(const std::vector<RawColumn>& columns) {
    std::string pack;
    PackOutput output(
        [&](std::string_view part) -> Result<void> {
            pack += part;
            return {};
        },
        {}, PackCompression::Small);
    Result<void> done = output.begin();
    for (const RawColumn& column : columns) {
        if (column.section == packSection(PackTable::ArgsHash)) {
            const auto hashes = output.blockHashes(packSection(PackTable::Args));
            done = done.and_then([&] {
                return output.addIntegers(
                    column.section, hashes.size(),
                    [&](std::size_t first, std::span<std::uint64_t> values) {
                        std::copy_n(hashes.begin() + static_cast<std::ptrdiff_t>(first),
                                    values.size(), values.begin());
                    });
            });
            continue;
        }
        done = done.and_then(
            [&] { return output.addBlocks(column.section, column.rows, column.blocks); });
    }
    done = done.and_then([&] { return output.finish(); });
    return done ? pack : std::string();
}

}  // namespace

std::string packOf(const Trace& trace, const EventDetails& details, bool withArgs) {
    std::string pack;
    PackOptions options;
    options.withArgs = withArgs;
    const auto written =
        writePack(trace, details, options, [&](std::string_view bytes) -> Result<void> {
            pack += bytes;
            return {};
        });
    return written ? pack : std::string();
}

std::string packOfText(const std::string& json) {
    const auto source = plainMemorySource(std::make_shared<const std::string>(json));
    const Result<LoadedTrace> read = readTrace("packed.json", *source);
    return read ? packOf(*read->trace, read->details.of(SourceId())) : std::string();
}

std::string packWithoutHashes(const std::string& pack) {
    std::vector<RawColumn> columns = columnsOf(pack);
    std::erase_if(columns, [](const RawColumn& column) {
        return column.section == packSection(PackTable::ArgsHash);
    });
    return packOf(columns);
}

Result<LoadedTrace> readPacked(std::string bytes) {
    const auto source = plainMemorySource(std::make_shared<const std::string>(std::move(bytes)));
    return readTrace("packed.json", *source);
}

std::string mutatedPack(const std::string& pack, std::span<const std::uint8_t> bytes) {
    std::vector<RawColumn> columns = columnsOf(pack);
    ByteChoices choices(bytes);
    while (!choices.atEnd()) {
        RawColumn& column = columns[choices.below(static_cast<std::uint32_t>(columns.size()))];
        if (choices.below(32) == 31) {
            column.rows = choices.below(65'536);
        } else if (column.blocks.empty()) {
            continue;
        } else if (isOfNumbers(column.section)) {
            changeNumber(column, choices);
        } else {
            changeBytes(column, choices);
        }
    }
    return packOf(columns);
}

}  // namespace gaplight::test
