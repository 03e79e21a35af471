// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/arg_lookup.h"

#include <string>

namespace gaplight {

ArgLookup argLookup(const Trace& trace, const EventDetails& details) {
    return [&trace, &details](SliceId slice, DetailField field) {
        return details.field(trace.slices().event(slice), field).value_or(std::string());
    };
}

}  // namespace gaplight
