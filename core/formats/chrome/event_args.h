// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/trace/event_details.h"

namespace gaplight {

// The JSON object of one event, byte for byte. `offset`: the number of its EventId, which is the
// position of its opening brace in the inflated source. Reads at most 16 MiB. Errors: NotReadable
// (the source shrank or changed), TooLarge.
[[nodiscard]] Result<std::string> readEventText(const RandomAccess& source, std::uint64_t offset);

// The entries of `args` of one event, in the file's order; empty if it has none. An object inside
// args has one entry per member, named "key / member key"; args that are no object are one entry,
// named "args". If the text stops being JSON, the rest is one entry, unchanged. Errors: BadArgument
// (not an event object).
[[nodiscard]] Result<std::vector<Arg>> parseArgs(std::string_view eventText);

// Appends the keys of `args` to `joined`, each as spelled in the file, followed by a quote. `text`
// begins at the event's brace, may continue after the event, and is readable kTextPadding bytes
// beyond its end; `atEnd`: it reaches the end of the source. False if no complete event begins
// there. Values are skipped. Cost: 0.4 µs an event.
[[nodiscard]] bool joinArgKeys(std::string_view text, bool atEnd, std::string& joined);
// The keys joined by joinArgKeys, without escapes.
[[nodiscard]] std::vector<std::string> splitArgKeys(std::string_view joined);

}  // namespace gaplight
