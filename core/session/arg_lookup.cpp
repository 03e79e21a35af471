// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/arg_lookup.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/chrome/event_args.h"

namespace gaplight {

ArgLookup argLookup(const Trace& trace, const RandomAccess& source) {
    return [&trace, &source](SliceId slice, std::string_view key) -> std::string {
        const Result<std::string> event = readEventText(source, trace.slices().offset(slice));
        if (!event) {
            return {};
        }
        Result<std::vector<ArgEntry>> args = parseArgs(*event);
        if (!args) {
            return {};
        }
        const auto at = std::find_if(args->begin(), args->end(),
                                     [&](const ArgEntry& arg) { return arg.path == key; });
        return at == args->end() ? std::string{} : std::move(at->value);
    };
}

}  // namespace gaplight
