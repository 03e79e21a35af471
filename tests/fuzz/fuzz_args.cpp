// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as the text of one event: its args, its check and its parsing must end, stay within
// the text, and give valid UTF-8.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/base/printable_text.h"
#include "core/formats/chrome/event_args.h"
#include "core/formats/chrome/event_parser.h"
#include "core/formats/chrome/event_splitter.h"
#include "core/formats/chrome/json/json_token.h"
#include "core/io/byte_source.h"

namespace {

using namespace gaplight;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto entries = parseArgs(text);
    if (entries) {
        for (const Arg& entry : *entries) {
            require(validUtf8(entry.path) == entry.path);
            require(validUtf8(entry.value) == entry.value);
        }
    }
    const EventCheck check = checkEvent(text);
    require(check.at <= text.size());
    const std::size_t next = findEvent(text, 0);
    require(next == std::string::npos || next < text.size());

    std::string padded = text;
    padded.append(kTextPadding, '\0');
    SplitWindow window;
    window.events.push_back({0, static_cast<std::uint32_t>(size), 0, 0});
    const ParsedEvents parsed = parseEvents({padded.data(), size}, 0, window);
    require(parsed.batch.events == 1);

    auto source = byteSourceFromMemory(text);
    if (source) {
        (void)readEventText(*(*source)->randomAccess(), 0);
    }
    return 0;
}
