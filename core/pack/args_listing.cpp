// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/args_listing.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/pack/args_block.h"
#include "core/pack/pack_layout.h"

namespace gaplight {
namespace {

constexpr std::size_t kEventsAtOnce = 4096;

}  // namespace

FieldKeys fieldKeysOf(const EventDetails& details) {
    const auto* listing = dynamic_cast<const ArgsListing*>(&details);
    return listing == nullptr ? FieldKeys::None : listing->fieldKeys();
}

Result<void> listArgs(const EventDetails& details, std::span<const EventId> events,
                      const std::stop_token& stop, const ArgsSink& sink) {
    const auto* listing = dynamic_cast<const ArgsListing*>(&details);
    if (listing != nullptr && listing->listsInOrder()) {
        TRY(listing->listArgs(events, stop, sink));
        return listing->checkUnchanged();
    }
    std::vector<std::vector<Arg>> read;
    std::atomic<bool> isUnread = false;
    for (std::size_t first = 0; first < events.size(); first += read.size()) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "the reading of args was stopped");
        }
        read.assign(std::min(kEventsAtOnce, events.size() - first), {});
        parallelFor(std::size_t{0}, read.size(), [&](std::size_t at) {
            Result<std::vector<Arg>> args = details.args(events[first + at]);
            if (args) {
                read[at] = *std::move(args);
            } else if (args.error().code == ErrorCode::NotReadable) {
                isUnread = true;
            }
        });
        if (isUnread) {
            return fail(ErrorCode::NotReadable, "args could not be read; open the file again");
        }
        TRY(sink({first, read}));
    }
    return listing == nullptr ? Result<void>() : listing->checkUnchanged();
}

namespace {

constexpr std::size_t kMaxEventsOfBlock = 4096;

// Events of slices, each once, ascending.
std::vector<EventId> eventsOf(const SliceTable& slices) {
    std::vector<EventId> events(slices.size());
    parallelFor(std::size_t{0}, events.size(),
                [&](std::size_t at) { events[at] = slices.event(SliceId(at)); });
    parallelSort(events.begin(), events.end());
    events.erase(std::unique(events.begin(), events.end()), events.end());
    if (!events.empty() && !events.back().isValid()) {
        events.pop_back();
    }
    return events;
}

std::size_t bytesOf(std::span<const Arg> args) {
    std::size_t bytes = 0;
    for (const Arg& arg : args) {
        bytes += arg.value.size();
    }
    return bytes;
}

// The events of a part that have args, cut into blocks.
std::vector<ArgsOfEvents> blocksOf(std::span<const EventId> events, const ArgsPart& part) {
    std::vector<ArgsOfEvents> blocks;
    std::size_t bytes = 0;
    for (std::size_t at = 0; at < part.args.size(); ++at) {
        const std::vector<Arg>& args = part.args[at];
        if (args.empty()) {
            continue;
        }
        if (blocks.empty() || bytes >= kTextBlockBytes ||
            blocks.back().events.size() == kMaxEventsOfBlock) {
            blocks.emplace_back();
            bytes = 0;
        }
        blocks.back().events.push_back(events[part.first + at]);
        blocks.back().args.emplace_back(args);
        bytes += bytesOf(args);
    }
    return blocks;
}

}  // namespace

Result<void> writeArgs(const SliceTable& slices, const EventDetails& details,
                       const PackOptions& options, PackOutput& output) {
    const std::vector<EventId> events = eventsOf(slices);
    std::vector<std::uint64_t> firsts;
    Result<void> done =
        listArgs(details, events, options.stop, [&](const ArgsPart& part) -> Result<void> {
            const std::vector<ArgsOfEvents> blocks = blocksOf(events, part);
            std::vector<std::string> bytes(blocks.size());
            parallelFor(std::size_t{0}, blocks.size(),
                        [&](std::size_t at) { bytes[at] = argsBlockBytes(blocks[at]); });
            // A block that no reader accepts would cost the pack: of 32 MB of args, none are kept.
            std::size_t kept = 0;
            for (std::size_t at = 0; at < blocks.size(); ++at) {
                if (bytes[at].size() <= kMaxBlockBytes) {
                    firsts.push_back(blocks[at].events.front().number());
                    std::swap(bytes[kept++], bytes[at]);
                }
            }
            bytes.resize(kept);
            if (options.onProgress) {
                options.onProgress(static_cast<double>(part.first) /
                                   static_cast<double>(events.size()));
            }
            return output.addBlocks(packSection(PackTable::Args), 0, bytes);
        });
    const auto addColumn = [&](PackTable table, std::span<const std::uint64_t> column) {
        return output.addIntegers(packSection(table), column.size(),
                                  [&](std::size_t first, std::span<std::uint64_t> values) {
                                      std::copy_n(
                                          column.begin() + static_cast<std::ptrdiff_t>(first),
                                          values.size(), values.begin());
                                  });
    };
    return done.and_then([&] { return addColumn(PackTable::ArgsFirst, firsts); }).and_then([&] {
        return addColumn(PackTable::ArgsHash, output.blockHashes(packSection(PackTable::Args)));
    });
}

}  // namespace gaplight
