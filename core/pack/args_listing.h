// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/pack/pack_output.h"
#include "core/pack/write_pack.h"
#include "core/trace/event_details.h"
#include "core/trace/ids.h"
#include "core/trace/slice_table.h"

namespace gaplight {

// The args of some events.
struct ArgsPart {
    std::size_t first = 0;                   // these are events[first], events[first + 1], ...
    std::span<const std::vector<Arg>> args;  // by event; empty for an event without args
};
using ArgsSink = std::function<Result<void>(const ArgsPart&)>;

// How EventDetails::field() finds its values among the args of an event.
enum class FieldKeys : std::uint8_t {
    None,    // it has none
    Kineto,  // fieldOfKinetoArgs() (core/formats/kineto_fields.h)
};

// What EventDetails of a format may implement beside it, so that all args of a source can be stored
// elsewhere (core/pack).
class ArgsListing {
public:
    virtual ~ArgsListing() = default;

    // By which rule EventDetails::field() finds its values: it is a function of args().
    virtual FieldKeys fieldKeys() const { return FieldKeys::None; }

    // Whether the source is what it was when it was opened. Errors: NotReadable.
    [[nodiscard]] virtual Result<void> checkUnchanged() const { return {}; }

    // As listArgs(), for a source that is better read in order. False: it is not.
    virtual bool listsInOrder() const { return false; }
    [[nodiscard]] virtual Result<void> listArgs(std::span<const EventId> /*events*/,
                                                const std::stop_token& /*stop*/,
                                                const ArgsSink& /*sink*/) const {
        return {};
    }
};

// The rule of these details; None where they implement no ArgsListing.
[[nodiscard]] FieldKeys fieldKeysOf(const EventDetails& details);

// Calls `sink` with the args of `events` (ascending), from the calling thread, in parts that follow
// each other. Damaged events have none. O(source), on all cores. Errors: Cancelled, NotReadable (a
// read failed; the source was written to or replaced since it was opened), those of `sink`, with
// which the reading ends.
[[nodiscard]] Result<void> listArgs(const EventDetails& details, std::span<const EventId> events,
                                    const std::stop_token& stop, const ArgsSink& sink);

// Writes the args of all slices as blocks (args_block.h), by event. Errors: those of
// listArgs() and of `output`.
[[nodiscard]] Result<void> writeArgs(const SliceTable& slices, const EventDetails& details,
                                     const PackOptions& options, PackOutput& output);

}  // namespace gaplight
