// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string_view>

#include "core/base/result.h"
#include "core/cut/part_rows.h"
#include "core/trace/event_details.h"

namespace gaplight {

using TraceSink = std::function<Result<void>(std::string_view)>;

// Writes a part of a trace as Chrome trace-event JSON in Kineto's dialect: each slice as an event
// of phase X with the args that it has in its source, and with those that Kineto has for the
// columns of the slice where the source names them otherwise. The text is JSON for any reader (RFC
// 8259), whatever the source is. What differs from the source: times are in its ns from its base,
// phases B and E are X, names and ids of flows, categories whose kind Kineto names otherwise,
// deviceProperties that are no column.
//
// O(source), in bounded memory: args are read in the order of the source. Errors: those of
// listArgs() and of `write`.
[[nodiscard]] Result<void> writeJson(const PartRows& part, const EventDetails& details,
                                     const std::stop_token& stop, const TraceSink& write);

}  // namespace gaplight
