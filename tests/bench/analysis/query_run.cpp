// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/analysis/query_run.h"

#include <algorithm>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "core/query/query.h"
#include "tests/bench/inputs/made_trace.h"
#include "tests/bench/timing/process_memory.h"
#include "tests/bench/timing/stopwatch.h"
#include "tests/bench/timing/value_or_throw.h"

namespace gaplight::bench {
namespace {

constexpr int kQueries = 3;
constexpr std::int64_t kRangeSlices = 1'000;

QueryRun measureQuery(const QueryData& data, std::string what, const std::string& sql) {
    QueryRun run{std::move(what), std::numeric_limits<double>::max(), 0, 0};
    for (int repeat = 0; repeat < kQueries; ++repeat) {
        const auto before = anonymousBytes();
        PeakMemory peak;
        const Stopwatch watch;
        const QueryResult result = valueOrThrow(runQuery(data, sql));
        run.milliseconds = std::min(run.milliseconds, watch.seconds() * 1000);
        const auto most = std::max(peak.stop(), before);
        run.megabytes = std::max(run.megabytes, static_cast<double>(most - before) / 1e6);
        run.rows = result.rowCount();
    }
    return run;
}

}  // namespace

std::vector<QueryRun> queryRuns(std::size_t slices) {
    const QueryData data(measuredSession(madeTrace(slices)));
    const Trace& trace = data.trace();
    const auto count = static_cast<std::int64_t>(std::max<std::size_t>(trace.slices().size(), 1));
    const std::int64_t length =
        std::max<std::int64_t>(ns(trace.range().length()) / count * kRangeSlices, 1);
    const std::int64_t begin = ns(trace.range().begin) + ns(trace.range().length()) / 2;
    return {measureQuery(data, "query of sums by name",
                         "SELECT name, sum(dur) FROM slice GROUP BY name"),
            measureQuery(data, "query of a range",
                         fmt::format("SELECT id, name, dur FROM slice WHERE ts >= {} AND ts < {}",
                                     begin, begin + length))};
}

}  // namespace gaplight::bench
