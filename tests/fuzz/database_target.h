// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "core/formats/format.h"
#include "core/formats/sqlite/database.h"
#include "core/io/byte_source.h"
#include "tests/fuzz/cut_half.h"

namespace gaplight::fuzz {

inline void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

// Any bytes as a database through one reader, whatever its tables are: an error that says
// something, or a trace whose events can be read again, and half of which can be cut.
template <class Read>
int runDatabase(const std::uint8_t* data, std::size_t size, const Read& read) {
    auto source = byteSourceFromMemory(std::string(reinterpret_cast<const char*>(data), size));
    if (!source) {
        return 0;
    }
    auto database = Database::open((*source)->randomAccess());
    if (!database) {
        require(!database.error().message.empty());
        return 0;
    }
    TraceBuilder builder;
    Result<OpenedTrace> opened = read(*database, **source, builder, ReadOptions{});
    if (!opened) {
        require(!opened.error().message.empty());
        return 0;
    }
    const auto trace = builder.finish(std::move(opened->result.facts));
    for (std::size_t at = 0; at < trace->slices().size(); ++at) {
        const SliceId slice(at);
        require(trace->slices().duration(slice).count() >= 0);
        const auto args = opened->details->args(trace->slices().event(slice));
        require(args || !args.error().message.empty());
    }
    cutHalf(*trace, *opened->details, size % 2 != 0);
    return 0;
}

}  // namespace gaplight::fuzz
