// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pack/pack_trace.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/formats/pack/pack_details.h"
#include "core/pack/pack_file.h"
#include "core/pack/pack_layout.h"
#include "core/pack/read_pack.h"

namespace gaplight {
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
