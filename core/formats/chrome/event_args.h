// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/io/random_access.h"
#include "core/trace/event_details.h"

namespace gaplight {

// The JSON object of one event, as it stands in the source. `offset` is the number of its EventId:
// the position of its opening brace. Reads as much as the object is
// long, at most 16 MiB. Errors: NotReadable (the source shrank or changed), TooLarge.
[[nodiscard]] Result<std::string> readEventText(const RandomAccess& source, std::uint64_t offset);

// The entries of `args` of one event, in the file's order; empty if it has none. Text that is
// not valid JSON is given as it stands, in one entry. Errors: BadArgument (not an event object).
[[nodiscard]] Result<std::vector<Arg>> parseArgs(std::string_view eventText);

// The keys of `args` alone, joined as they are spelled, for asking all events of a file: appends
// to `joined`. `text` begins at the event's brace, may go on behind it, and is readable
// kTextPadding bytes beyond its end; `atEnd`: nothing follows it. False where no whole event
// begins there. Does not look into the values.
[[nodiscard]] bool joinArgKeys(std::string_view text, bool atEnd, std::string& joined);
// Those keys as the user reads them.
[[nodiscard]] std::vector<std::string> splitArgKeys(std::string_view joined);

}  // namespace gaplight
