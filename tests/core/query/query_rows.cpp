// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/query/query_rows.h"

#include <variant>

#include <fmt/format.h>

#include "core/io/byte_source.h"
#include "core/session/session.h"

namespace gaplight::test {
namespace {

struct TextOf {
    std::string operator()(std::monostate /*null*/) const { return "NULL"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& text) const { return text; }
};

}  // namespace

TextRows rowsOf(const QueryData& data, std::string_view sql) {
    const Result<QueryResult> result = runQuery(data, sql);
    if (!result) {
        return {result.error().message};
    }
    TextRows rows(result->rowCount());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (const QueryResultColumn& column : result->columns) {
            rows[row] += (&column == result->columns.data() ? "" : "|") +
                         std::visit(TextOf(), column.cells[row]);
        }
    }
    return rows;
}

std::string errorOf(const QueryData& data, std::string_view sql) {
    const Result<QueryResult> result = runQuery(data, sql);
    return result ? std::string() : result.error().message;
}

QueryData queryDataOf(const std::string& json) {
    const auto source = byteSourceFromMemory(json);
    return QueryData(openSession("made.json", **source).value());
}

QueryData smallQueryData() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.annotation(host, {0, 900'000}, "step");
    t.op(host, {50'000, 150'000}, "aten::mm");
    t.kernel(stream, {200'000, 300'000}, t.launch(host, {100'000, 110'000}),
             "void gemm<float>(float*)");
    t.kernel(stream, {400'000, 450'000}, t.launch(host, {320'000, 330'000}), "add");
    t.call(host, {340'000, 800'000}, "cudaDeviceSynchronize");
    t.counter(host, 10'000, "queue", 3);
    t.counter(host, 20'000, "queue", 4.5);
    t.memory(host, 30'000, 4096, 512, 512);
    return queryDataOf(t.json());
}

}  // namespace gaplight::test
