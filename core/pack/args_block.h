// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/event_details.h"
#include "core/trace/ids.h"

namespace gaplight {

// The args of successive events in one block that can be read alone. Events with the same paths
// share one list of them, and all values of a path stand together, because they resemble each
// other:
//
//     event 90: {"id": "7", "size": "[2]"}    paths 0: id, size      ids      90 +5
//     event 95: {"id": "8", "size": "[2]"}    lengths 1 1 3 3        values   7 8 [2][2]
//
// Numbers are LEB128: number of events, the first id and the steps to the next, lists of paths,
// list of each event, lengths of the values by list, path and event; then the values in that order.

// Events with args, ascending, as a block.
struct ArgsOfEvents {
    std::vector<EventId> events;
    std::vector<std::span<const Arg>> args;  // of each
};
[[nodiscard]] std::string argsBlockBytes(const ArgsOfEvents& events);

// A block that is read. Immutable.
class ArgsBlock {
public:
    // Null where the bytes are no such block. Memory: a few times `bytes`.
    [[nodiscard]] static std::shared_ptr<const ArgsBlock> parse(std::string bytes);

    std::span<const std::uint64_t> events() const { return m_events; }
    // Number of the event's list of paths, by event.
    std::span<const std::uint32_t> lists() const { return m_lists; }
    std::size_t listCount() const { return m_paths.size(); }
    std::span<const std::string_view> pathsOf(std::size_t list) const { return m_paths[list]; }
    // Empty for an event that is not in the block.
    std::vector<Arg> argsOf(EventId event) const;

private:
    [[nodiscard]] bool parseAll();

    std::string m_bytes;
    std::vector<std::uint64_t> m_events;
    std::vector<std::uint32_t> m_lists;
    std::vector<std::uint32_t> m_placeInList;  // of the event, among those of its list
    std::vector<std::vector<std::string_view>> m_paths;
    std::vector<std::size_t> m_eventsOfList;
    std::vector<std::size_t> m_firstValue;   // of a list: into m_valueEnds
    std::vector<std::uint32_t> m_valueEnds;  // of all values, one more than there are; the first
                                             // is where the values begin
};

}  // namespace gaplight
