// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_errors.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "core/base/close_names.h"
#include "core/base/printable_text.h"
#include "core/query/query_functions.h"
#include "core/query/query_table.h"
#include "core/query/query_tokens.h"

namespace gaplight {
namespace {

bool isWord(std::span<const QueryToken> tokens, std::size_t at, std::string_view word) {
    return at < tokens.size() && std::ranges::equal(tokens[at].text, word, {}, lowerAscii);
}

// "line 2, character 8: "; characters of UTF-8.
std::string placeText(std::string_view sql, std::size_t offset) {
    const std::string_view before = sql.substr(0, std::min(offset, sql.size()));
    const auto lines = std::ranges::count(before, '\n');
    const std::string_view line = before.substr(before.rfind('\n') + 1);
    const auto characters = std::ranges::count_if(
        line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    return fmt::format("line {}, character {}: ", lines + 1, characters + 1);
}

tl::unexpected<Error> refuse(std::string_view sql, const QueryToken& token,
                             const std::string& why) {
    return failAt(ErrorCode::BadArgument, placeText(sql, token.offset) + why, token.offset);
}

// "slices.with_context" of tokens that follow.
std::string pathAfter(std::span<const QueryToken> tokens, std::size_t at) {
    std::string path;
    while (at < tokens.size() && (tokens[at].isWord || tokens[at].text == ".")) {
        path += tokens[at++].text;
    }
    return printable(path);
}

constexpr std::string_view kWriteWith =
    "put WITH name AS (SELECT …) in front of the SELECT that uses it";

Result<void> checkCreate(std::string_view sql, std::span<const QueryToken> tokens) {
    std::size_t at = 1;
    if (isWord(tokens, at, "or") && isWord(tokens, at + 1, "replace")) {
        at += 2;
    }
    if (isWord(tokens, at, "perfetto")) {
        const std::string kind = at + 1 < tokens.size() ? std::string(tokens[at + 1].text) : "";
        return refuse(
            sql, tokens[0],
            fmt::format("CREATE PERFETTO {} is Perfetto's own: {}", printable(kind), kWriteWith));
    }
    const bool isSpanJoin = std::ranges::any_of(tokens, [](const QueryToken& token) {
        return std::ranges::equal(token.text.substr(0, 4), std::string_view("span"), {},
                                  lowerAscii);
    });
    if (isWord(tokens, at, "virtual") && isSpanJoin) {
        return refuse(sql, tokens[0],
                      "SPAN_JOIN is Perfetto's own: join the two tables ON "
                      "overlap(a.ts, a.ts_end, b.ts, b.ts_end) > 0");
    }
    return refuse(sql, tokens[0],
                  fmt::format("CREATE is not possible, a query only reads: {}", kWriteWith));
}

Result<void> checkFirstWord(std::string_view sql, std::span<const QueryToken> tokens) {
    if (tokens.empty()) {
        return fail(ErrorCode::BadArgument,
                    "the query is empty: expected a SELECT, as in SELECT name, dur FROM slice");
    }
    for (const std::string_view word : {"select", "with", "values", "explain"}) {
        if (isWord(tokens, 0, word)) {
            return {};
        }
    }
    if (isWord(tokens, 0, "include")) {
        return refuse(
            sql, tokens[0],
            fmt::format("INCLUDE PERFETTO MODULE {} is not needed and not possible: leave "
                        "it out; 'gaplight tables' lists what there is, and of threads "
                        "write slice JOIN thread_track ON track_id = thread_track.id JOIN "
                        "thread USING (utid)",
                        pathAfter(tokens, 3)));
    }
    if (isWord(tokens, 0, "create")) {
        return checkCreate(sql, tokens);
    }
    return refuse(sql, tokens[0],
                  fmt::format("a query begins with SELECT, WITH or VALUES, not with '{}': it only "
                              "reads",
                              printable(tokens[0].text.substr(0, 40))));
}

}  // namespace

Result<void> checkStatement(std::string_view sql) {
    const std::vector<QueryToken> tokens = queryTokens(sql);
    TRY(checkFirstWord(sql, tokens));
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
        const QueryToken& token = tokens[at];
        const QueryToken& next = tokens[at + 1];
        const bool touches = token.offset + token.text.size() == next.offset;
        if (token.isWord && touches && next.text == "!" && at + 2 < tokens.size() &&
            tokens[at + 2].text == "(") {
            return refuse(sql, token,
                          fmt::format("{}!(…) is a macro of Perfetto: write out the SELECT that it "
                                      "stands for",
                                      printable(token.text)));
        }
        if (token.text == "|" && touches && next.text == ">") {
            return refuse(sql, token,
                          "|> is a pipeline of Perfetto: write SELECT … FROM (SELECT …), or WITH");
        }
        if (std::ranges::equal(next.text.substr(0, 7), std::string_view("sqlite_"), {},
                               lowerAscii)) {
            return refuse(sql, next, "'gaplight tables' lists the tables");
        }
        if (token.text == ";") {
            return refuse(sql, next,
                          fmt::format("a second statement, where one is expected: {}", kWriteWith));
        }
    }
    return {};
}

namespace {

// Names as a message lists them.
std::vector<std::string> sorted(const std::set<std::string_view>& names) {
    return {names.begin(), names.end()};
}

void addColumns(const QueryTable& table, std::set<std::string_view>& names) {
    for (const QueryColumn& column : table.columns) {
        names.insert(column.name);
    }
}

// Columns of the tables that a statement names; of all tables where it names none.
std::vector<std::string> columnsNear(std::string_view sql) {
    std::set<std::string_view> names;
    for (const QueryToken& token : queryTokens(sql)) {
        if (const QueryTable* table = findQueryTable(token.text)) {
            addColumns(*table, names);
        }
    }
    if (names.empty()) {
        for (const QueryTable& table : queryTables()) {
            addColumns(table, names);
        }
    }
    return sorted(names);
}

// Tables of Perfetto's modules, and what stands for them.
struct ModuleTable {
    std::string_view name;
    std::string_view instead;
};
constexpr std::string_view kOfThreads =
    "write slice JOIN thread_track ON slice.track_id = thread_track.id JOIN thread USING (utid)";
constexpr std::array kModuleTables{
    ModuleTable{"thread_slice", kOfThreads},
    ModuleTable{"thread_or_process_slice", kOfThreads},
    ModuleTable{"process_slice",
                "write slice JOIN process_track ON slice.track_id = process_track.id JOIN process "
                "USING (upid)"},
};

// The name after a beginning of a message of SQLite; empty: another message.
std::optional<std::string> nameAfter(std::string_view message, std::string_view beginning) {
    return message.starts_with(beginning)
               ? std::optional(std::string(message.substr(beginning.size())))
               : std::nullopt;
}

std::string namesText(std::string_view kind, const std::string& name,
                      const std::vector<std::string>& known) {
    const std::string last = name.substr(name.rfind('.') + 1);
    return fmt::format("there is no {} '{}'; {}", kind, printable(name),
                       closeNamesText(last, known));
}

std::string missingTable(const std::string& name) {
    for (const ModuleTable& one : kModuleTables) {
        if (std::ranges::equal(name, one.name, {}, lowerAscii)) {
            return fmt::format("there is no table '{}': {}", one.name, one.instead);
        }
    }
    std::set<std::string_view> tables;
    for (const QueryTable& table : queryTables()) {
        tables.insert(table.name);
    }
    return namesText("table", name, sorted(tables));
}

std::string readableMessage(std::string_view sql, std::string_view message) {
    if (const auto name = nameAfter(message, "no such column: ")) {
        return namesText("column", *name, columnsNear(sql));
    }
    if (const auto name = nameAfter(message, "no such table: ")) {
        return missingTable(*name);
    }
    if (const auto name = nameAfter(message, "no such function: ")) {
        std::set<std::string_view> functions;
        for (const QueryFunction& function : queryFunctions()) {
            functions.insert(function.name);
        }
        return namesText("function", *name, sorted(functions));
    }
    if (message.starts_with("not authorized") || message.ends_with("is prohibited")) {
        return fmt::format("{}: a query reads the tables of 'gaplight tables' alone",
                           printable(message));
    }
    return printable(message);
}

}  // namespace

Error statementError(std::string_view sql, std::string_view message, int offset) {
    auto place = static_cast<std::size_t>(std::max(offset, 0));
    bool isKnown = offset >= 0;
    const std::string_view name = message.substr(message.rfind(": ") + 2);
    if (!isKnown && message.starts_with("no such ")) {
        const std::string_view last = name.substr(name.rfind('.') + 1);
        for (const QueryToken& token : queryTokens(sql)) {
            if (token.text == last) {
                place = token.offset;
                isKnown = true;
                break;
            }
        }
    }
    return {ErrorCode::BadArgument,
            (isKnown ? placeText(sql, place) : "") + readableMessage(sql, message),
            isKnown ? std::optional<std::uint64_t>(place) : std::nullopt};
}

}  // namespace gaplight
