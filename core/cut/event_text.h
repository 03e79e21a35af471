// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/trace/event_batch.h"
#include "core/trace/event_details.h"

namespace gaplight {

// The args of some events, which are ascending; none of any where `args` is empty.
struct EventArgs {
    std::span<const EventId> events;
    std::span<const std::vector<Arg>> args;  // by event

    // O(log events).
    [[nodiscard]] std::span<const Arg> of(EventId event) const;
};

// The rows of a batch as events of Chrome JSON, separated by commas: the inverse of parseEvents()
// (formats/chrome/event_parser.h). Open ends are not written.
[[nodiscard]] std::string eventsText(const EventBatch& batch, const EventArgs& args);

}  // namespace gaplight
