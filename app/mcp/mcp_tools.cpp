// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_tools.h"

#include <cstddef>
#include <string_view>
#include <vector>

#include "app/mcp/mcp_arguments.h"
#include "app/mcp/mcp_texts.h"
#include "core/base/exhaustion.h"
#include "core/base/printable_text.h"
#include "core/base/result.h"
#include "core/session/range_text.h"

namespace gaplight::ui {
namespace {

constexpr std::int64_t kAnswerBytes = 4'000;  // some 1,000 tokens
constexpr std::int64_t kMaxAnswerBytes = 20'000;
constexpr std::int64_t kMaxListedSlices = 200;

std::string base64(std::string_view bytes) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr std::size_t kGroup = 3;
    std::string text;
    text.reserve((bytes.size() + 2) / kGroup * 4);
    for (std::size_t at = 0; at < bytes.size(); at += kGroup) {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < kGroup; ++i) {
            bits = bits << 8U |
                   (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
        }
        for (std::size_t i = 0; i <= kGroup; ++i) {
            const bool isThere = at + i <= bytes.size();
            text += isThere ? kDigits[bits >> (18 - 6 * i) & 63U] : '=';
        }
    }
    return text;
}

McpJson textContent(const std::string& text) {
    return {{"type", "text"}, {"text", text}};
}

}  // namespace

McpJson McpTools::call(const std::string& name, const McpJson& arguments) {
    const Result<McpJson> content = failOnExhaustion(name, [&]() -> Result<McpJson> {
        return checkArguments(name, arguments).and_then([&] { return contentOf(name, arguments); });
    });
    return {{"content", {content ? *content : textContent(printable(content.error().message))}},
            {"isError", !content.has_value()}};
}

Result<McpJson> McpTools::contentOf(const std::string& name, const McpJson& arguments) {
    if (name == "picture") {
        return picture(arguments).map([](const std::string& png) {
            return McpJson{{"type", "image"}, {"data", base64(png)}, {"mimeType", "image/png"}};
        });
    }
    const auto limit = static_cast<std::size_t>(
        numberArgument(arguments, "max_chars", kAnswerBytes, kMaxAnswerBytes));
    return textOf(name, arguments).map([&](const std::string& text) {
        return textContent(cappedText(text, limit));
    });
}

Result<std::string> McpTools::textOf(const std::string& name, const McpJson& arguments) {
    if (name == "compare") {
        return compared(arguments);
    }
    const Opened session = name == "slices" ? open(arguments) : part(arguments);
    if (!session) {
        return tl::unexpected<Error>(session.error());
    }
    if (name == "open") {
        return openedText(**session);
    }
    if (name == "overview") {
        return overviewText(**session);
    }
    if (name == "findings") {
        constexpr std::int64_t kAny = 1'000'000;
        return findingsText(
            **session, static_cast<std::size_t>(numberArgument(arguments, "from", 1, kAny)) - 1);
    }
    if (name == "explain") {
        return explanationText(**session, textArgument(arguments, "finding"));
    }
    if (name == "what_if") {
        return editsArgument(arguments).and_then(
            [&](const std::vector<std::string>& edits) { return predictionText(*session, edits); });
    }
    const Trace& trace = *(*session)->trace;
    SliceListing listing{
        trace.range(), textArgument(arguments, "name"), textArgument(arguments, "track"),
        static_cast<std::size_t>(numberArgument(arguments, "limit", 20, kMaxListedSlices))};
    if (const std::string range = textArgument(arguments, "range"); !range.empty()) {
        const TimeRange found = TRY(rangeFromText(range, trace, (*session)->analysis));
        listing.range = found;
    }
    return slicesText(trace, listing);
}

Result<std::string> McpTools::compared(const McpJson& arguments) {
    const Opened a = open(arguments, "a");
    const Opened b = a ? open(arguments, "b") : a;
    return b ? Result<std::string>(comparisonText(**a, **b))
             : Result<std::string>(tl::unexpected<Error>(b.error()));
}

Result<std::string> McpTools::picture(const McpJson& arguments) {
    const Opened session = open(arguments);
    return session ? m_access.paint(*session, arguments)
                   : Result<std::string>(tl::unexpected<Error>(session.error()));
}

McpTools::Opened McpTools::part(const McpJson& arguments) {
    Opened session = open(arguments);
    const std::string text = textArgument(arguments, "range");
    if (!session || text.empty()) {
        return session;
    }
    const Result<TimeRange> range = rangeFromText(text, *(*session)->trace, (*session)->analysis);
    return range ? reassess(**session, {(*session)->settings, *range, m_stop})
                 : Opened(tl::unexpected<Error>(range.error()));
}

McpTools::Opened McpTools::open(const McpJson& arguments, const char* argument) {
    return m_access.open(argument, textArgument(arguments, argument));
}

}  // namespace gaplight::ui
