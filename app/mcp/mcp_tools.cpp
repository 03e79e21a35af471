// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_tools.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

#include <sys/stat.h>

#include "app/figures/export_plan.h"
#include "app/figures/figure_painting.h"
#include "app/loading/trace_loading.h"
#include "app/mcp/mcp_texts.h"
#include "core/base/exhaustion.h"
#include "core/base/printable_text.h"
#include "core/report/figure/session_figure.h"
#include "core/scene/display/theme_files.h"
#include "core/session/range_text.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kOpenTraces = 4;
constexpr std::int64_t kAnswerBytes = 4'000;  // some 1,000 tokens
constexpr std::int64_t kMaxAnswerBytes = 20'000;
constexpr std::int64_t kMaxListedSlices = 200;
constexpr std::int64_t kMaxEdits = 20;

std::string textArgument(const McpJson& arguments, const char* name) {
    const auto found = arguments.find(name);
    return found == arguments.end()     ? std::string()
           : found->is_string()         ? found->get<std::string>()
           : found->is_number_integer() ? found->dump()
                                        : std::string();
}

std::int64_t numberArgument(const McpJson& arguments, const char* name, std::int64_t otherwise,
                            std::int64_t largest) {
    const auto found = arguments.find(name);
    return found == arguments.end() || !found->is_number_integer()
               ? otherwise
               : std::clamp<std::int64_t>(found->get<std::int64_t>(), 1, largest);
}

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

// Errors: BadArgument.
Result<void> checkArguments(const std::string& tool, const McpJson& arguments) {
    if (!arguments.is_object()) {
        return fail(ErrorCode::BadArgument, "arguments: expected an object");
    }
    const McpJson list = mcpToolList();
    const auto described = std::find_if(list.begin(), list.end(),
                                        [&](const McpJson& one) { return one["name"] == tool; });
    const McpJson& schema = (*described)["inputSchema"];
    for (const auto& [name, value] : arguments.items()) {
        if (!schema["properties"].contains(name)) {
            return fail(ErrorCode::BadArgument,
                        tool + " has no argument '" + printable(name) + "'");
        }
    }
    for (const McpJson& name : schema["required"]) {
        if (!arguments.contains(name.get<std::string>())) {
            return fail(ErrorCode::BadArgument,
                        tool + " needs the argument '" + name.get<std::string>() + "'");
        }
    }
    return {};
}

Result<std::vector<std::string>> editsOf(const McpJson& arguments) {
    const McpJson& edits = arguments["edits"];
    const bool isList =
        edits.is_array() && !edits.empty() && edits.size() <= static_cast<std::size_t>(kMaxEdits) &&
        std::all_of(edits.begin(), edits.end(), [](const McpJson& one) { return one.is_string(); });
    if (!isList) {
        return fail(ErrorCode::BadArgument, "edits: expected 1 to 20 texts");
    }
    return edits.get<std::vector<std::string>>();
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
        return editsOf(arguments).and_then(
            [&](const std::vector<std::string>& edits) { return predictionText(*session, edits); });
    }
    const Trace& trace = *(*session)->trace;
    SliceListing listing{
        trace.range(), textArgument(arguments, "name"), textArgument(arguments, "track"),
        static_cast<std::size_t>(numberArgument(arguments, "limit", 20, kMaxListedSlices))};
    if (const std::string range = textArgument(arguments, "range"); !range.empty()) {
        const Result<TimeRange> found = rangeFromText(range, trace, (*session)->analysis);
        if (!found) {
            return tl::unexpected<Error>(found.error());
        }
        listing.range = *found;
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
#ifdef GAPLIGHT_HAS_WINDOW
    const Opened session = open(arguments);
    if (!session) {
        return tl::unexpected<Error>(session.error());
    }
    constexpr std::int64_t kMinWidth = 400;
    constexpr std::int64_t kWidth = 1'100;
    constexpr std::int64_t kMaxWidth = 2'400;
    ExportRequest request;
    request.range = textArgument(arguments, "range");
    request.finding = textArgument(arguments, "finding");
    request.figure.width = static_cast<float>(
        std::max(kMinWidth, numberArgument(arguments, "width", kWidth, kMaxWidth)));
    const ExportedTraces traces{*session, SceneData::build(*session), nullptr, std::nullopt};
    const Result<FigurePlan> plan = exportPlan(request, traces);
    const Result<Theme> theme = builtInTheme(false);
    if (!plan || !theme) {
        return tl::unexpected<Error>(plan ? theme.error() : plan.error());
    }
    return paintedFigure(*plan, *theme, FigureFormat::Png, 1);
#else
    (void)arguments;
    return fail(ErrorCode::BadArgument, "this build paints no images: it has no window");
#endif
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
    const std::string path = textArgument(arguments, argument);
    struct stat status {};
    if (path.find('\0') != std::string::npos || ::stat(path.c_str(), &status) != 0 ||
        !S_ISREG(status.st_mode)) {
        return fail(ErrorCode::NotFound, std::string(argument) + " '" + path +
                                             "': there is no such file on this machine");
    }
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    OpenTrace wanted{path, status.st_mtim.tv_sec * kNsPerSecond + status.st_mtim.tv_nsec,
                     static_cast<std::uint64_t>(status.st_size), nullptr};
    const auto found = std::find_if(m_open.begin(), m_open.end(), [&](const OpenTrace& one) {
        return one.path == path && one.writtenNs == wanted.writtenNs && one.bytes == wanted.bytes;
    });
    if (found != m_open.end()) {
        std::rotate(found, found + 1, m_open.end());
        return m_open.back().session;
    }
    std::erase_if(m_open, [&](const OpenTrace& one) { return one.path == path; });
    TraceReading reading;
    reading.quiet = true;
    const Result<TraceSettings> settings = settingsWith(path, reading);
    if (!settings) {
        return tl::unexpected<Error>(settings.error());
    }
    bool isToKeep = false;
    Opened session = loadTrace(path, settings->settings, reading, m_stop, nullptr, &isToKeep);
    if (isToKeep) {
        keepInBackground(std::span(&path, 1));
    }
    if (session) {
        wanted.session = *session;
        m_open.push_back(std::move(wanted));
        if (m_open.size() > kOpenTraces) {
            m_open.erase(m_open.begin());
        }
    }
    return session;
}

}  // namespace gaplight::ui
