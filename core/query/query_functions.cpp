// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_functions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include <sqlite3.h>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/quantity_text.h"
#include "core/base/text_pattern.h"
#include "core/query/query_table.h"
#include "core/query/virtual_table.h"

namespace gaplight {
namespace {

struct FunctionData {
    const QueryData& data;
    QueryWork& work;
};

// The arguments and the result of one call.
class Call {
public:
    Call(sqlite3_context* context, sqlite3_value** values) : m_context(context), m_values(values) {}

    const FunctionData& given() const {
        return *static_cast<const FunctionData*>(sqlite3_user_data(m_context));
    }
    const QueryData& data() const { return given().data; }
    // Empty of NULL, and of what is no integer.
    std::optional<std::int64_t> integer(int at) const {
        return sqlite3_value_numeric_type(m_values[at]) == SQLITE_INTEGER
                   ? std::optional(std::int64_t{sqlite3_value_int64(m_values[at])})
                   : std::nullopt;
    }
    std::optional<double> number(int at) const {
        const int type = sqlite3_value_numeric_type(m_values[at]);
        return type == SQLITE_INTEGER || type == SQLITE_FLOAT
                   ? std::optional(sqlite3_value_double(m_values[at]))
                   : std::nullopt;
    }
    // Empty of NULL.
    std::optional<std::string_view> text(int at) const {
        if (sqlite3_value_type(m_values[at]) == SQLITE_NULL) {
            return std::nullopt;
        }
        const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(m_values[at]));
        return text == nullptr
                   ? std::string_view()
                   : std::string_view(text,
                                      static_cast<std::size_t>(sqlite3_value_bytes(m_values[at])));
    }
    // The slice that an argument numbers; invalid: none.
    SliceId slice(int at) const {
        const auto number = integer(at);
        return number && *number >= 0 &&
                       static_cast<std::size_t>(*number) < data().trace().slices().size()
                   ? SliceId(static_cast<std::size_t>(*number))
                   : SliceId();
    }
    void give(std::int64_t number) { sqlite3_result_int64(m_context, number); }
    void give(const std::string& text) {
        sqlite3_result_text64(m_context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
    void give(double number) { sqlite3_result_double(m_context, number); }
    void fail(const std::string& message) {
        sqlite3_result_error(m_context, message.c_str(), static_cast<int>(message.size()));
    }
    sqlite3_context* context() const { return m_context; }

private:
    sqlite3_context* m_context;
    sqlite3_value** m_values;
};

void giveDurationText(Call& call) {
    if (const auto time = call.integer(0)) {
        call.give(durationText(Duration(*time)));
    } else if (const auto number = call.number(0); number && std::abs(*number) < 9e18) {
        call.give(durationText(Duration(std::llround(*number))));  // a mean of durations
    }
}

void giveShortName(Call& call) {
    if (const auto name = call.text(0)) {
        call.give(shortKernelName(*name));
    }
}

void giveOverlap(Call& call) {
    const auto begin = call.integer(0);
    const auto end = call.integer(1);
    const auto otherBegin = call.integer(2);
    const auto otherEnd = call.integer(3);
    if (begin && end && otherBegin && otherEnd) {
        const std::int64_t first = std::max(*begin, *otherBegin);
        const std::int64_t last = std::min(*end, *otherEnd);
        std::int64_t length = 0;
        call.give(last > first && !__builtin_sub_overflow(last, first, &length) ? length
                                                                                : std::int64_t{0});
    }
}

// Its duration without the time of the slices directly in it, which may end later.
void giveSelfTime(Call& call) {
    const SliceId slice = call.slice(0);
    if (!slice.isValid()) {
        return;
    }
    const SliceTable& slices = call.data().trace().slices();
    Duration self = slices.duration(slice);
    const Time end = slices.end(slice);
    for (std::size_t at = slice.index() + 1;
         at < slices.size() && slices.start(SliceId(at)) < end &&
         slices.start(SliceId(at)) >= slices.start(slice);
         ++at) {
        if (slices.parent(SliceId(at)) == slice) {
            self -= std::min(end, slices.end(SliceId(at))) - slices.start(SliceId(at));
        }
        if (call.given().work.mustEndAfterRow()) {
            call.fail("interrupted");
            return;
        }
    }
    call.give(ns(self));
}

// SQLite's `text REGEXP expression` calls regexp(expression, text). A constant expression is
// compiled once.
void giveMatch(Call& call) {
    const auto expression = call.text(0);
    const auto text = call.text(1);
    if (!expression || !text) {
        return;
    }
    auto* pattern = static_cast<TextPattern*>(sqlite3_get_auxdata(call.context(), 0));
    std::unique_ptr<TextPattern> compiled;
    if (pattern == nullptr) {
        Result<TextPattern> made = TextPattern::regex(*expression);
        if (!made) {
            call.fail(made.error().message);
            return;
        }
        compiled = std::make_unique<TextPattern>(*std::move(made));
        pattern = compiled.get();
    }
    call.give(std::int64_t{pattern->matches(*text)});
    if (compiled) {
        sqlite3_set_auxdata(call.context(), 0, compiled.release(),
                            [](void* kept) { delete static_cast<TextPattern*>(kept); });
    }
}

void giveArg(Call& call) {
    const auto set = call.integer(0);
    const auto key = call.text(1);
    if (!set || !key) {
        return;
    }
    const Result<std::vector<Arg>> args = argsOfSet(call.data(), *set);
    if (!args) {
        call.fail(args.error().message);
        return;
    }
    for (const Arg& arg : *args) {
        if (argKey(call.data(), arg) == *key) {
            const QueryRow row{call.data(), 0, {}, &arg};
            const QueryTable& table = *findQueryTable("args");
            for (const std::string_view kind : {"int_value", "real_value", "string_value"}) {
                const QueryValue value = findQueryColumn(table, kind)->value(row);
                if (const auto* number = std::get_if<std::int64_t>(&value)) {
                    return call.give(*number);
                }
                if (const auto* real = std::get_if<double>(&value)) {
                    return call.give(*real);
                }
            }
            return call.give(arg.value);
        }
    }
}

void giveTraceStart(Call& call) {
    call.give(ns(call.data().trace().range().begin));
}
void giveTraceEnd(Call& call) {
    call.give(ns(call.data().trace().range().end));
}
void giveTraceDuration(Call& call) {
    call.give(ns(call.data().trace().range().length()));
}

struct Declared {
    QueryFunction facts;
    int arguments = 1;
    void (*give)(Call& call) = nullptr;
};

constexpr std::array kDeclared{
    Declared{{"dur_text", "ns", "a duration as people read it: '1.20 ms'"}, 1, giveDurationText},
    Declared{{"short_name", "name",
              "of a kernel: without namespaces, template arguments and "
              "parameters"},
             1,
             giveShortName},
    Declared{{"overlap", "begin, end, begin, end",
              "length of what two intervals have in common, 0 "
              "if nothing"},
             4,
             giveOverlap},
    Declared{{"self_ns", "slice_id", "duration of a slice without the slices directly in it"},
             1,
             giveSelfTime},
    Declared{{"regexp", "expression, text",
              "1: the regular expression (RE2) matches somewhere; also "
              "text REGEXP expression"},
             2,
             giveMatch},
    Declared{{"extract_arg", "arg_set_id, key",
              "the value of an arg: extract_arg(arg_set_id, "
              "'args.stream')"},
             2,
             giveArg},
    Declared{{"trace_start", "", "first ts of the trace"}, 0, giveTraceStart},
    Declared{{"trace_end", "", "last ts_end of the trace"}, 0, giveTraceEnd},
    Declared{{"trace_dur", "", "trace_end() - trace_start()"}, 0, giveTraceDuration},
};

template <std::size_t At>
void callFunction(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
    try {
        Call call(context, values);
        kDeclared[At].give(call);
    } catch (const std::exception&) {
        sqlite3_result_error_nomem(context);
    }
}

template <std::size_t... At>
int addAll(sqlite3* connection, const FunctionData& given, std::index_sequence<At...> /*all*/) {
    int code = SQLITE_OK;
    const auto add = [&](const Declared& one, auto* function) {
        constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
        if (code == SQLITE_OK) {
            code = sqlite3_create_function_v2(
                connection, std::string(one.facts.name).c_str(), one.arguments, kFlags,
                new FunctionData(given), function, nullptr, nullptr,
                [](void* kept) { delete static_cast<FunctionData*>(kept); });
        }
    };
    (add(kDeclared[At], callFunction<At>), ...);
    return code;
}

}  // namespace

std::span<const QueryFunction> queryFunctions() {
    static const std::vector<QueryFunction> kFunctions = [] {
        std::vector<QueryFunction> functions;
        for (const Declared& one : kDeclared) {
            functions.push_back(one.facts);
        }
        return functions;
    }();
    return kFunctions;
}

int addQueryFunctions(sqlite3* connection, const QueryData& data, QueryWork& work) {
    return addAll(connection, {data, work}, std::make_index_sequence<kDeclared.size()>());
}

}  // namespace gaplight
