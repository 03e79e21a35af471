// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_tools.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "app/mcp/mcp_texts.h"
#include "core/base/exhaustion.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/query/query.h"
#include "core/query/query_report.h"
#include "core/report/text/escaped_text.h"
#include "core/session/place_text.h"

namespace gaplight::ui {
namespace {

constexpr std::int64_t kMaxEdits = 20;
constexpr std::size_t kShownValue = 60;

// "; its arguments are trace, range and max_chars"
std::string argumentsText(const McpJson& schema) {
    std::vector<std::string> names;
    for (const auto& [name, property] : schema["properties"].items()) {
        names.push_back(name);
    }
    return "; its arguments are " + listText(names);
}

bool isOfType(const McpJson& value, std::string_view type) {
    return value.is_null() || value.is_number_integer()
               ? type != "array"
               : (type == "string" && value.is_string()) ||
                     (type == "array" && !value.is_object());  // editsArgument() says more
}

}  // namespace

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
            return fail(ErrorCode::BadArgument, tool + " has no argument '" + printable(name) +
                                                    "'" + argumentsText(schema));
        }
        const std::string type = schema["properties"][name]["type"];
        if (!isOfType(value, type)) {
            return fail(ErrorCode::BadArgument,
                        name + ": expected " + (type == "string" ? "a text" : "an " + type) +
                            ", not " + printable(value.dump(-1, ' ', true)).substr(0, kShownValue));
        }
    }
    for (const McpJson& name : schema["required"]) {
        const auto given = arguments.find(name.get<std::string>());
        if (given == arguments.end() || given->is_null()) {
            return fail(ErrorCode::BadArgument, tool + " needs the argument '" +
                                                    name.get<std::string>() + "'" +
                                                    argumentsText(schema));
        }
    }
    return {};
}

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
    if (found == arguments.end() || !found->is_number_integer()) {
        return otherwise;
    }
    const bool isBeyond = found->is_number_unsigned() &&
                          found->get<std::uint64_t>() > static_cast<std::uint64_t>(largest);
    return isBeyond ? largest : std::clamp<std::int64_t>(found->get<std::int64_t>(), 1, largest);
}

Result<std::vector<std::string>> editsArgument(const McpJson& arguments) {
    const McpJson& edits = arguments["edits"];
    const bool isList =
        edits.is_array() && !edits.empty() && edits.size() <= static_cast<std::size_t>(kMaxEdits) &&
        std::all_of(edits.begin(), edits.end(), [](const McpJson& one) { return one.is_string(); });
    if (!isList) {
        return fail(ErrorCode::BadArgument, "edits: expected 1 to 20 texts");
    }
    return edits.get<std::vector<std::string>>();
}

namespace {

struct McpArgument {
    const char* name;
    const char* type;
    const char* description;
    bool isRequired = false;
};

struct McpTool {
    const char* name;
    const char* description;
    std::vector<McpArgument> arguments;
};

constexpr McpArgument kTrace{"trace", "string", "path of the trace on this machine", true};
constexpr McpArgument kDocument{"trace", "string",
                                "path on this machine: a trace, a folder with the traces of a "
                                "run's ranks, a memory snapshot, or a report of Nsight Compute",
                                true};
constexpr McpArgument kRange{
    "range", "string",
    "part of a trace: 12.5ms..80ms from its start, step:3, annotation:NAME#2, or decode:64#3 of a "
    "server"};
constexpr McpArgument kMaxChars{"max_chars", "integer",
                                "length of the answer, at most 20000 (default: 4000)"};

const McpTool kQueryTool{
    "query",
    "SQL (SQLite, one SELECT) on a trace: tables slice, kernel, copy, launch, gap, step, finding, "
    "thread, track, args and others; ts and dur in ns, dur_text(ns) for people. Without sql: the "
    "tables, or the columns of one.",
    {kTrace,
     {"sql", "string", "SELECT name, sum(dur) FROM kernel GROUP BY name ORDER BY 2 DESC LIMIT 9"},
     {"table", "string", "list the columns of this table instead"},
     {"limit", "integer", "rows at most, at most 1000 (default: 100)"},
     kMaxChars}};

const std::vector<McpTool>& tools() {
    static const std::vector<McpTool> kTools{
        {"open",
         "What is in a file or folder: format, tracks, GPUs, length, problems; of ranks where "
         "their "
         "traces are.",
         {kDocument, kMaxChars}},
        {"overview",
         "Begin here. Of a trace how busy each GPU is, why it was idle, the checklist, the steps, "
         "the largest findings with what each would gain, and the kernels with most time; of ranks "
         "which one is late, into what and why; of a memory snapshot its peak, who holds it and "
         "what grows; of a kernel report what limits each kernel.",
         {kDocument, kRange, kMaxChars}},
        {"findings",
         "Causes of lost time, by what a replay without each would gain, with what to try.",
         {kDocument,
          kRange,
          {"from", "integer", "the first finding to list, from 1 on"},
          kMaxChars}},
        {"explain",
         "One finding in full: why, where, confidence, advice, and the ranges of its longest "
         "occurrences; or the help page of a rule. With the range of the call of findings that "
         "numbered it.",
         {kDocument,
          {"finding", "string", "its number in findings, or the id of a rule (host-sync)", true},
          kRange,
          kMaxChars}},
        {"slices",
         "The longest slices that begin in a range: the range of each, exact, to be given back to "
         "this or another tool, duration, name and track.",
         {kTrace,
          kRange,
          {"name", "string", "only names that contain this, or match it with * and ?"},
          {"track", "string", "the same for the track's name"},
          {"limit", "integer", "how many, at most 200 (default: 20)"},
          kMaxChars}},
        kQueryTool,
        {"what_if",
         "Predicts the time with changes: remove:RULE, remove:annotation:NAME, "
         "remove:function:NAME, remove:op:NAME, scale:kernel:NAME:FACTOR, graph:steps, "
         "async:copies, overlap:copies.",
         {kTrace, {"edits", "array", "changes, replayed together", true}, kMaxChars}},
        {"compare",
         "Two runs: verdict and its reasons, findings gone and new, then what changed in numbers. "
         "Traces, folders of ranks, memory snapshots or kernel reports, two of one kind.",
         {{"a", "string", "path of the baseline", true},
          {"b", "string", "path of the other run", true},
          kMaxChars}},
        {"picture",
         "The timeline as a PNG with the findings marked.",
         {kTrace,
          kRange,
          {"finding", "string", "only this finding: its number, or its rule"},
          {"width", "integer", "pixels, 400 to 2400 (default: 1100)"}}}};
    return kTools;
}

McpJson schemaOf(const McpTool& tool) {
    McpJson properties = McpJson::object();
    McpJson required = McpJson::array();
    for (const McpArgument& argument : tool.arguments) {
        McpJson& property = properties[argument.name];
        property = {{"type", argument.type}, {"description", argument.description}};
        if (std::string_view(argument.type) == "array") {
            property["items"] = {{"type", "string"}};
        }
        if (argument.isRequired) {
            required.push_back(argument.name);
        }
    }
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", std::move(required)},
            {"additionalProperties", false}};
}

}  // namespace

McpJson mcpToolList() {
    McpJson list = McpJson::array();
    for (const McpTool& tool : tools()) {
        list.push_back({{"name", tool.name},
                        {"description", tool.description},
                        {"inputSchema", schemaOf(tool)},
                        {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}});
    }
    return list;
}

bool isMcpTool(std::string_view name) {
    return std::any_of(tools().begin(), tools().end(),
                       [&](const McpTool& tool) { return tool.name == name; });
}

std::string mcpInstructions() {
    return "Gaplight reads profiler traces of CPU+GPU programs and says where a GPU waited and "
           "why. "
           "Call overview first, then explain for a finding; query answers in SQL what no other "
           "tool "
           "does; what_if predicts a change, compare checks one that was made. Times in ranges are "
           "from the trace's start. Savings are of a "
           "replay of the trace, each beyond those before it.";
}

namespace {

constexpr std::int64_t kAnswerBytes = 4'000;  // some 1,000 tokens
constexpr std::int64_t kMaxAnswerBytes = 20'000;
constexpr std::int64_t kMaxListedSlices = 200;
constexpr std::int64_t kMaxRows = 1'000;
constexpr std::chrono::seconds kMaxQueryTime(30);

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
    const std::int64_t limit =
        numberArgument(arguments, "max_chars", kAnswerBytes, kMaxAnswerBytes);
    std::string more = limit < kMaxAnswerBytes ? "a larger max_chars" : "";
    if (name == "findings") {
        appendItem(more, "from", " or ");
    } else if (name == "query") {
        appendItem(more, "fewer columns", " or ");
    } else if (name == "overview" || name == "slices") {
        appendItem(more, "a smaller range", " or ");
    }
    return textOf(name, arguments).map([&](const std::string& text) {
        return textContent(
            cappedText(withPlainSpaces(text), static_cast<std::size_t>(limit), more));
    });
}

Result<std::string> McpTools::textOf(const std::string& name, const McpJson& arguments) {
    if (name == "compare") {
        return compared(arguments);
    }
    McpDocument opened = TRY(open(arguments));
    if (name == "query") {
        return traceOf(opened, name).and_then([&](const std::shared_ptr<const Session>& session) {
            return queried(session, arguments);
        });
    }
    if (name == "slices") {
        return traceOf(opened, name).and_then([&](const std::shared_ptr<const Session>& session) {
            return slices(*session, arguments);
        });
    }
    const McpDocument document = TRY(partOf(std::move(opened), arguments));
    if (name == "open") {
        return openedText(document);
    }
    if (name == "overview") {
        return overviewText(document);
    }
    if (name == "findings") {
        constexpr std::int64_t kAny = 1'000'000;
        return findingsText(
            document, static_cast<std::size_t>(numberArgument(arguments, "from", 1, kAny)) - 1);
    }
    if (name == "explain") {
        return explanationText(document, textArgument(arguments, "finding"));
    }
    const std::shared_ptr<const Session> session = TRY(traceOf(document, name));
    return editsArgument(arguments).and_then(
        [&](const std::vector<std::string>& edits) { return predictionText(session, edits); });
}

Result<std::string> McpTools::slices(const Session& session, const McpJson& arguments) {
    const Trace& trace = *session.trace;
    SliceListing listing{
        trace.range(), textArgument(arguments, "name"), textArgument(arguments, "track"),
        static_cast<std::size_t>(numberArgument(arguments, "limit", 20, kMaxListedSlices))};
    if (const std::string range = textArgument(arguments, "range"); !range.empty()) {
        listing.range = TRY(rangeFromText(range, trace, session.analysis));
    }
    return slicesText(trace, listing);
}

Result<std::string> McpTools::queried(const std::shared_ptr<const Session>& session,
                                      const McpJson& arguments) {
    const std::string table = textArgument(arguments, "table");
    const std::string sql = textArgument(arguments, "sql");
    if (sql.empty() || !table.empty()) {
        const QueryTable* one = table.empty() ? nullptr : TRY(tableNamed(table));
        return tablesText(one, PageStyle::Agent);
    }
    QueryLimits limits;
    limits.stop = m_stop;
    limits.maxTime = kMaxQueryTime;
    limits.maxRows = static_cast<std::size_t>(numberArgument(arguments, "limit", 100, kMaxRows));
    const QueryResult result = TRY(runQuery(QueryData(session), sql, limits));
    return queryText(result, QueryFormat::Text, PageStyle::Agent) +
           (result.isCut ? "more rows: pass a larger limit, or aggregate\n" : "");
}

Result<std::string> McpTools::compared(const McpJson& arguments) {
    const McpDocument a = TRY(open(arguments, "a"));
    const McpDocument b = TRY(open(arguments, "b"));
    return comparisonText(a, b, textArgument(arguments, "a"), textArgument(arguments, "b"));
}

Result<std::string> McpTools::picture(const McpJson& arguments) {
    const McpDocument document = TRY(open(arguments));
    return traceOf(document, "picture")
        .and_then([&](const std::shared_ptr<const Session>& session) {
            return m_access.paint(session, arguments);
        });
}

Result<McpDocument> McpTools::partOf(McpDocument document, const McpJson& arguments) {
    const std::string text = textArgument(arguments, "range");
    if (text.empty()) {
        return document;
    }
    const std::shared_ptr<const Session> session = TRY(traceOf(document, "range"));
    const TimeRange range = TRY(rangeFromText(text, *session->trace, session->analysis));
    McpDocument part = TRY(reassess(*session, {session->settings, range, m_stop}));
    return part;
}

Result<McpDocument> McpTools::open(const McpJson& arguments, const char* argument) {
    return m_access.open(argument, textArgument(arguments, argument));
}

}  // namespace gaplight::ui
