// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/event_text.h"

namespace gaplight {

Result<std::string> readEventText(const RandomAccess& /*source*/, std::uint64_t offset) {
    return failAt(ErrorCode::NotReadable, "this build cannot read events again yet", offset);
}

Result<std::vector<ArgEntry>> parseArgs(std::string_view /*eventText*/) {
    return fail(ErrorCode::BadArgument, "this build cannot parse arguments yet");
}

}  // namespace gaplight
