// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as what lies beside a trace (notes and bookmarks), and as what the command line and the
// window's fields take: a place to go to, a range, a what-if edit, a threshold, a size, a duration,
// a search, a pin, a pattern of names. Each ends with a value or an error, and a view that was read
// is the same when it is written and read again.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/base/quantity_text.h"
#include "core/base/text_pattern.h"
#include "core/detectors/engine/settings.h"
#include "core/detectors/what_if/edit_spec.h"
#include "core/index/search.h"
#include "core/session/comparison_of.h"
#include "core/session/place_text.h"
#include "core/session/saved_view.h"
#include "tests/fuzz/small_session.h"

namespace {

using namespace gaplight;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

// What the command line and the window's fields take.
void readWords(const Session& session, std::string_view text) {
    const auto says = [](const auto& result) {
        require(result || !result.error().message.empty());
    };
    says(parseWhatIf(text));
    says(parseBytes(text));
    says(parseDuration(text));
    says(parseShare(text));
    Settings settings;
    says(settings.set(text));
    if (const auto query = parseQuery(text)) {
        require(query->shortest >= Duration{});
    }
    if (const auto range = rangeFromText(text, *session.trace, session.analysis)) {
        require(range->begin <= range->end);
    }
    const std::size_t half = text.size() / 2;
    Pins pins;
    says(addPin(session, session, std::string(text.substr(0, half)), std::string(text.substr(half)),
                pins));
}

// A pattern and a text, separated by a newline.
void matchWords(std::string_view text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view pattern = text.substr(0, end);
    const std::string_view name = text.substr(std::min(end + 1, text.size()));
    require(!matchesGlob(pattern, name) || matchesFilter(pattern, name) || pattern.empty());
    if (pattern.find_first_of("*?") == std::string_view::npos) {
        require(matchesGlob(pattern, pattern));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Session& session = *fuzz::smallSession();
    const Trace& trace = *session.trace;
    if (const auto view = parseSavedView(trace, text)) {
        const auto again = parseSavedView(trace, savedViewText(trace, *view));
        require(again.has_value());
        require(*again == *view);
    }
    if (const auto place = placeFromText(text, trace, session.analysis, trace.range().begin)) {
        require(place->begin <= place->end);
    }
    readWords(session, text);
    matchWords(text);
    return 0;
}
