// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pack/pack_trace.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/formats/kineto_fields.h"
#include "core/pack/pack_file.h"
#include "core/pack/pack_layout.h"
#include "core/pack/read_pack.h"

namespace gaplight {
namespace {

// Raw bytes of blocks that are parsed at once, and of a block that stays parsed: a hostile pack
// may have blocks of kMaxBlockBytes.
constexpr std::uint64_t kBytesAtOnce = std::uint64_t{16} << 20U;
constexpr std::uint64_t kKeptBytes = std::uint64_t{1} << 20U;

// The keys of the outermost level of args with these paths.
std::vector<std::string> outermostKeys(std::span<const std::string_view> paths) {
    std::vector<std::string> keys;
    for (const std::string_view path : paths) {
        std::string key(path.substr(0, path.find(" / ")));
        if (keys.empty() || keys.back() != key) {
            keys.push_back(std::move(key));
        }
    }
    return keys;
}

// The key set of each of `events`, which are those of a block and events without args among them.
void addSets(const ArgsBlock* block, std::span<const EventId> events, KeySetNumbers& numbers,
             std::vector<std::uint16_t>& sets) {
    std::vector<std::uint16_t> setOfList;
    for (std::size_t list = 0; block != nullptr && list < block->listCount(); ++list) {
        setOfList.push_back(numbers.numberOf(outermostKeys(block->pathsOf(list))));
    }
    std::size_t at = 0;
    for (const EventId event : events) {
        while (block != nullptr && at < block->events().size() &&
               block->events()[at] < event.number()) {
            ++at;
        }
        const bool isThere = block != nullptr && at < block->events().size() &&
                             block->events()[at] == event.number();
        sets.push_back(isThere ? setOfList[block->lists()[at]] : std::uint16_t{0});
    }
}

}  // namespace

Result<PackDetails::Block> PackDetails::readBlock(std::size_t number) const {
    Result<std::string> bytes = m_file->readBlock(packSection(PackTable::Args), number);
    if (!bytes) {
        return fail(ErrorCode::NotReadable, bytes.error().message);
    }
    Block block = ArgsBlock::parse(*std::move(bytes));
    if (block == nullptr) {
        return fail(ErrorCode::NotReadable,
                    "the args of these events are damaged in the pack; pack the trace again");
    }
    return block;
}

Result<PackDetails::Block> PackDetails::blockOf(EventId event) const {
    const auto after = std::upper_bound(m_firsts.begin(), m_firsts.end(), event.number());
    if (after == m_firsts.begin()) {
        return Block();
    }
    const auto number = static_cast<std::size_t>(after - m_firsts.begin()) - 1;
    {
        const std::scoped_lock lock(m_mutex);
        for (const KeptBlock& kept : m_kept) {
            if (kept.block != nullptr && kept.number == number) {
                return kept.block;
            }
        }
    }
    Result<Block> block = readBlock(number);
    if (block && m_file->blockBytes(packSection(PackTable::Args), number) <= kKeptBytes) {
        const std::scoped_lock lock(m_mutex);
        m_kept.at(m_nextKept) = {number, *block};
        m_nextKept = (m_nextKept + 1) % m_kept.size();
    }
    return block;
}

Result<std::vector<Arg>> PackDetails::args(EventId event) const {
    return blockOf(event).map([&](const Block& block) {
        return block == nullptr ? std::vector<Arg>() : block->argsOf(event);
    });
}

Result<std::string> PackDetails::field(EventId event, DetailField field) const {
    if (m_fieldKeys == FieldKeys::None) {
        return std::string();
    }
    return args(event).map(
        [&](const std::vector<Arg>& all) { return fieldOfKinetoArgs(all, field); });
}

Result<void> PackDetails::listArgs(std::span<const EventId> events, const std::stop_token& stop,
                                   const ArgsSink& sink) const {
    std::vector<std::vector<Arg>> args;
    std::size_t first = 0;
    for (std::size_t next = 0; next <= m_firsts.size(); ++next) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "the reading of args was stopped");
        }
        // Events before the next block: those of the one before it.
        const Block read = TRY(next == 0 ? Block() : readBlock(next - 1));
        const Block& block = read;
        const auto begin = events.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = next == m_firsts.size()
                             ? events.end()
                             : std::lower_bound(begin, events.end(), EventId(m_firsts[next]));
        args.assign(static_cast<std::size_t>(end - begin), {});
        for (std::size_t at = 0; block != nullptr && at < args.size(); ++at) {
            args[at] = block->argsOf(events[first + at]);
        }
        if (Result<void> sunk = sink({first, args}); !sunk) {
            return sunk;
        }
        first += args.size();
    }
    return {};
}

std::size_t PackDetails::blocksAtOnce(std::size_t first) const {
    std::uint64_t bytes = 0;
    std::size_t end = first;
    while (end < m_firsts.size() && bytes < kBytesAtOnce) {
        bytes += m_file->blockBytes(packSection(PackTable::Args), end++);
    }
    return end - first;
}

Result<void> PackDetails::forEachKeySet(std::span<const EventId> events,
                                        const std::stop_token& stop, const KeySetSink& sink) const {
    KeySetNumbers numbers;
    std::vector<std::uint16_t> sets;
    std::size_t first = 0;
    const auto endOf = [&](std::size_t block) {
        return block >= m_firsts.size()
                   ? events.end()
                   : std::lower_bound(events.begin(), events.end(), EventId(m_firsts[block]));
    };
    std::size_t count = 0;
    for (std::size_t next = 0; first < events.size(); next += count) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "the reading of args was stopped");
        }
        count = blocksAtOnce(next);
        std::vector<Result<Block>> blocks(count);
        parallelFor(std::size_t{0}, count,
                    [&](std::size_t at) { blocks[at] = readBlock(next + at); });
        sets.clear();
        const auto add = [&](const ArgsBlock* block, std::size_t end) {
            const auto begin = static_cast<std::ptrdiff_t>(first + sets.size());
            const auto last = std::max(endOf(end), events.begin() + begin);
            addSets(block, {events.begin() + begin, last}, numbers, sets);
        };
        add(nullptr, next);  // before all blocks, where there are such
        for (std::size_t at = 0; at < count; ++at) {
            if (!blocks[at]) {
                return tl::unexpected(blocks[at].error());
            }
            add(blocks[at]->get(), next + at + 1);
        }
        sink({first, sets, numbers.keys()});
        first += sets.size();
    }
    return {};
}

namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 20U;
constexpr std::chrono::milliseconds kProgressInterval{33};

// Reads a source that cannot be read at any position before it has been read to its end.
Result<void> readToEnd(ByteSource& source, const ReadOptions& options) {
    std::vector<char> buffer(kReadBytes);
    auto reported = std::chrono::steady_clock::now();
    for (;;) {
        const std::size_t got = TRY(source.readNext(buffer));
        if (options.stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "loading was cancelled");
        }
        if (got == 0) {
            return {};
        }
        const auto now = std::chrono::steady_clock::now();
        if (options.onProgress && now - reported >= kProgressInterval) {
            reported = now;
            options.onProgress({source.consumedBytes(), source.totalBytes(), 0, 0});
        }
    }
}

bool isPlainFile(const ByteSource& source, std::uint64_t size) {
    return source.compression() == std::string_view("none") && source.totalBytes() > 0 &&
           size == source.totalBytes();
}

Result<std::vector<std::uint64_t>> integersOf(const PackFile& file, PackTable table,
                                              std::size_t rows) {
    std::vector<std::uint64_t> integers(rows);
    const Result<void> read = file.readIntegers(
        packSection(table), rows, [&](std::size_t first, std::span<const std::uint64_t> values) {
            std::copy(values.begin(), values.end(),
                      integers.begin() + static_cast<std::ptrdiff_t>(first));
            return true;
        });
    return read ? Result<std::vector<std::uint64_t>>(std::move(integers))
                : tl::unexpected(read.error());
}

// The first event of each block of args. All blocks are checked here although they are read later,
// one at a time: what of a trace is said without some args is not what it is.
Result<std::vector<std::uint64_t>> checkArgs(const PackFile& file, const std::stop_token& stop) {
    const std::size_t blocks = file.blockCount(packSection(PackTable::Args));
    Result<std::vector<std::uint64_t>> firsts = integersOf(file, PackTable::ArgsFirst, blocks);
    if (firsts && !std::is_sorted(firsts->begin(), firsts->end())) {
        return fail(ErrorCode::Corrupt, "the args of the pack are not in order; pack it again");
    }
    // Packs of earlier programs have no hashes.
    const bool hasHashes = file.rows(packSection(PackTable::ArgsHash)) > 0;
    const auto hashes = integersOf(file, PackTable::ArgsHash, hasHashes ? blocks : 0);
    const Result<void> checked = hashes.and_then([&](const std::vector<std::uint64_t>& known) {
        return file.checkBlocks(packSection(PackTable::Args), known, stop);
    });
    return checked ? std::move(firsts) : tl::unexpected(checked.error());
}

}  // namespace

bool sniffPack(std::string_view head) {
    return isPack(head);
}

Result<OpenedTrace> openPack(TraceInput input, TraceBuilder& builder, const ReadOptions& options) {
    std::shared_ptr<const RandomAccess> bytes = input.bytes.randomAccess();
    if (!isPlainFile(input.bytes, bytes->size())) {
        TRY(readToEnd(input.bytes, options));
        bytes = input.bytes.randomAccess();
    }
    const std::uint64_t size = bytes->size();
    const std::shared_ptr<const PackFile> file = TRY(PackFile::open(std::move(bytes)));
    PackedTrace packed = TRY(readPack(*file));
    std::vector<std::uint64_t> firsts = TRY(checkArgs(*file, options.stop));
    if (options.stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "loading was cancelled");
    }
    if (options.onProgress) {
        options.onProgress({size, size, packed.facts.facts.events, packed.tables.slices.size()});
    }
    OpenedTrace opened;
    opened.result.facts = std::move(packed.facts.facts);
    opened.details =
        std::make_shared<const PackDetails>(file, std::move(firsts), packed.facts.fieldKeys);
    builder.adopt(std::move(packed.tables));
    builder.addIssues(input.bytes.issues());
    return opened;
}

}  // namespace gaplight
