// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any text as a query of a small trace, and bytes as choices of words, most of which make a query
// that runs. The last byte chooses the trace. Each query ends with rows or an error, within its
// limits.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/query/query.h"
#include "core/query/query_functions.h"
#include "core/query/query_report.h"
#include "core/query/query_table.h"
#include "tests/fuzz/small_session.h"
#include "tests/support/strange/byte_choices.h"
#include "tests/support/strange/strange_trace.h"

namespace {

using namespace gaplight;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

// A trace of one kernel, and strange ones of some ten events each.
class Traces {
public:
    const QueryData& of(std::uint8_t choice) {
        std::unique_ptr<QueryData>& data = m_data[choice % m_data.size()];
        if (!data) {
            data = std::make_unique<QueryData>(sessionOf(choice % m_data.size()));
        }
        return *data;
    }

private:
    static std::shared_ptr<const Session> sessionOf(std::size_t seed) {
        constexpr std::size_t kChoices = 48;
        const std::vector<std::uint8_t> choices = test::bytesOfSeed(seed);
        const auto source = byteSourceFromMemory(
            test::strangeTrace(std::span(choices).first(std::min(kChoices, choices.size()))));
        require(source.has_value());
        const auto session = openSession("strange.json", **source);
        return seed > 0 && session ? *session : fuzz::smallSession();
    }

    std::array<std::unique_ptr<QueryData>, 64> m_data;
};

Result<QueryResult> runBounded(const QueryData& data, std::string_view sql) {
    QueryLimits limits;
    limits.maxRows = 1'000;
    limits.maxTime = std::chrono::milliseconds(200);
    limits.maxBytes = 20'000'000;
    Result<QueryResult> result = runQuery(data, sql, limits);
    require(result || !result.error().message.empty());
    if (result) {
        for (const QueryFormat format :
             {QueryFormat::Text, QueryFormat::Csv, QueryFormat::JsonText, QueryFormat::Markdown}) {
            require(!queryText(*result, format, PageStyle::Plain).empty());
        }
    }
    return result;
}

// Each byte takes one word.
class Words {
public:
    explicit Words(std::string_view bytes) : m_bytes(bytes) {}

    template <class List>
    const auto& of(const List& list) {
        return list[next() % std::size(list)];
    }
    std::size_t next() {
        if (m_bytes.empty()) {
            return 0;
        }
        const auto byte = static_cast<unsigned char>(m_bytes.front());
        m_bytes.remove_prefix(1);
        return byte;
    }

private:
    std::string_view m_bytes;
};

std::string conditionOf(Words& words, const std::string& column) {
    static constexpr std::string_view kOperators[] = {
        "=", "<", ">", "<=", ">=", "<>", "IS", "LIKE"};
    static constexpr std::string_view kValues[] = {"0",
                                                   "1",
                                                   "-1",
                                                   "20000",
                                                   "49000.5",
                                                   "1e300",
                                                   "NULL",
                                                   "'k'",
                                                   "'7'",
                                                   "''",
                                                   "x'00'",
                                                   "9223372036854775807",
                                                   "-9223372036854775808",
                                                   "(SELECT max(id) FROM slice)"};
    return column + " " + std::string(words.of(kOperators)) + " " + std::string(words.of(kValues));
}

bool isTooLarge(const Result<QueryResult>& result) {
    return !result && result.error().code == ErrorCode::TooLarge;
}

// What a condition leaves where rows are narrowed by it, and where SQLite compares all.
void compareScan(const QueryData& data, Words& words) {
    const QueryTable& table = words.of(queryTables());
    const QueryColumn& column = words.of(table.columns);
    if (column.key == QueryKey::Argument) {
        return;
    }
    const std::string name = "\"" + std::string(column.name) + "\"";
    const std::string condition = conditionOf(words, name);
    const std::string from = "SELECT count(*) FROM " + std::string(table.name);
    const auto narrowed = runBounded(data, from + " WHERE " + condition);
    const auto scanned =
        runBounded(data, "SELECT count(*) FROM (SELECT " + name + " FROM " +
                             std::string(table.name) + " LIMIT -1 OFFSET 0) WHERE " + condition);
    if (isTooLarge(narrowed) || isTooLarge(scanned)) {
        return;  // a busy machine
    }
    require(narrowed.has_value() == scanned.has_value());
    require(!narrowed || narrowed->columns[0].cells == scanned->columns[0].cells);
}

std::string queryOf(Words& words) {
    const QueryTable& table = words.of(queryTables());
    const QueryTable& other = words.of(queryTables());
    const std::string column = "a." + std::string(words.of(table.columns).name);
    const std::string function = std::string(words.of(queryFunctions()).name);
    static constexpr std::string_view kEnds[] = {"", " GROUP BY 1", " GROUP BY 1, 2 ORDER BY 2, 1",
                                                 " ORDER BY 1 LIMIT 3", " ORDER BY 2 DESC"};
    return "SELECT " + column + ", " + function + "(" + column + ", 1), count(*) FROM " +
           std::string(table.name) + " a JOIN " + std::string(other.name) + " b ON " +
           conditionOf(words, "b." + std::string(words.of(other.columns).name)) + " WHERE " +
           conditionOf(words, column) + std::string(words.of(kEnds));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    static Traces traces;
    const QueryData& trace = traces.of(size > 0 ? data[size - 1] : 0);
    (void)runBounded(trace, bytes);
    Words words(bytes);
    compareScan(trace, words);
    (void)runBounded(trace, queryOf(words));
    return 0;
}
