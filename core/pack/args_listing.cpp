// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/args_listing.h"

#include <algorithm>

#include "core/base/parallel.h"

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
        return listing->listArgs(events, stop, sink);
    }
    std::vector<std::vector<Arg>> read;
    for (std::size_t first = 0; first < events.size(); first += read.size()) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "the reading of args was stopped");
        }
        read.assign(std::min(kEventsAtOnce, events.size() - first), {});
        parallelFor(std::size_t{0}, read.size(), [&](std::size_t at) {
            read[at] = details.args(events[first + at]).value_or(std::vector<Arg>());
        });
        if (Result<void> sunk = sink({first, read}); !sunk) {
            return sunk;
        }
    }
    return {};
}

}  // namespace gaplight
