// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/format.h"
#include "core/pack/args_block.h"
#include "core/pack/args_listing.h"
#include "core/pack/pack_file.h"
#include "core/trace/event_details.h"

namespace gaplight {

// Details of events of a pack: args as they were when it was written; none of a pack without args.
// One query inflates one block, of which the last few stay inflated.
class PackDetails final : public EventDetails, public ArgsListing {
public:
    // `firsts`: the first event of each block of args, ascending.
    PackDetails(std::shared_ptr<const PackFile> file, std::vector<std::uint64_t> firsts,
                FieldKeys fieldKeys)
        : m_file(std::move(file)), m_firsts(std::move(firsts)), m_fieldKeys(fieldKeys) {}

    [[nodiscard]] Result<std::vector<Arg>> args(EventId event) const override;
    [[nodiscard]] Result<std::string> field(EventId event, DetailField field) const override;
    FieldKeys fieldKeys() const override { return m_fieldKeys; }
    // A block at a time. Errors also: NotReadable (a block was damaged since the pack was opened).
    bool listsInOrder() const override { return true; }
    [[nodiscard]] Result<void> listArgs(std::span<const EventId> events,
                                        const std::stop_token& stop,
                                        const ArgsSink& sink) const override;
    // Reads the blocks in order, some at once on all cores. Errors as of listArgs().
    [[nodiscard]] Result<void> forEachKeySet(std::span<const EventId> events,
                                             const std::stop_token& stop,
                                             const KeySetSink& sink) const override;

private:
    using Block = std::shared_ptr<const ArgsBlock>;
    struct KeptBlock {
        std::size_t number = 0;
        Block block;
    };

    // Null for an event before all blocks.
    [[nodiscard]] Result<Block> blockOf(EventId event) const;
    [[nodiscard]] Result<Block> readBlock(std::size_t number) const;

    // Blocks from `first` on that are read at once.
    std::size_t blocksAtOnce(std::size_t first) const;

    std::shared_ptr<const PackFile> m_file;
    std::vector<std::uint64_t> m_firsts;
    FieldKeys m_fieldKeys;
    mutable std::mutex m_mutex;  // of the two below
    mutable std::array<KeptBlock, 16> m_kept;
    mutable std::size_t m_nextKept = 0;
};

// A pack file (core/pack). Its facts, with format and size, are those of the trace that was packed.
[[nodiscard]] bool sniffPack(std::string_view head);
// All of its blocks are checked. A pipe is read to its end first. Errors also: NotATrace (a newer
// version), Corrupt.
[[nodiscard]] Result<OpenedTrace> openPack(TraceInput input, TraceBuilder& builder,
                                           const ReadOptions& options);

}  // namespace gaplight
