// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// The queries that come with the program give what their titles say, on recorded traces.
#include "core/query/shipped_queries.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/analysis/torch/kernel_group.h"
#include "core/query/query_places.h"
#include "tests/core/query/query_rows.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight {
namespace {

// The result of the shipped query with this title.
class Shipped {
public:
    Shipped(const QueryData& data, std::string_view title) : m_data(data) {
        const auto queries = shippedQueries();
        const auto found = std::ranges::find(queries, title, &NamedQuery::title);
        EXPECT_NE(found, queries.end()) << title;
        if (found != queries.end()) {
            auto result = runQuery(data, found->sql);
            EXPECT_TRUE(result) << title << ": " << result.error().message;
            m_result = result ? *std::move(result) : QueryResult();
        }
    }

    std::size_t rows() const { return m_result.rowCount(); }
    std::vector<double> numbers(std::string_view column) const {
        std::vector<double> values;
        for (const QueryCell& cell : cells(column)) {
            values.push_back(numberOf(cell).value_or(-1));
        }
        return values;
    }
    std::vector<std::string> texts(std::string_view column) const {
        std::vector<std::string> values;
        for (const QueryCell& cell : cells(column)) {
            const auto* text = std::get_if<std::string>(&cell);
            values.push_back(text == nullptr ? "" : *text);
        }
        return values;
    }
    double sum(std::string_view column) const {
        double all = 0;
        for (const double value : numbers(column)) {
            all += value;
        }
        return all;
    }
    bool isDescending(std::string_view column) const {
        return std::ranges::is_sorted(numbers(column), std::ranges::greater{});
    }
    QueryPlaces places() const { return QueryPlaces(m_result, m_data.trace()); }

private:
    const std::vector<QueryCell>& cells(std::string_view column) const {
        const auto found = std::ranges::find(m_result.columns, column, &QueryResultColumn::name);
        static const std::vector<QueryCell> kNone;
        EXPECT_NE(found, m_result.columns.end()) << column;
        return found == m_result.columns.end() ? kNone : found->cells;
    }

    const QueryData& m_data;
    QueryResult m_result;
};

// Number and sum of the durations of some slices.
template <class Slices, class Wanted>
std::pair<double, double> sumsOf(const Trace& trace, const Slices& slices, const Wanted& isWanted) {
    std::pair<double, double> sums{};
    for (const SliceId slice : slices) {
        if (isWanted(slice)) {
            sums.first += 1;
            sums.second += static_cast<double>(ns(trace.slices().duration(slice)));
        }
    }
    return sums;
}

const QueryData& straggler() {
    static const QueryData kData(test::recordedSession("ddp_straggler_rank0"));
    return kData;
}

constexpr auto kAll = [](SliceId /*slice*/) { return true; };

TEST(ShippedQueries, AreTenWithTitlesAndDescriptions) {
    EXPECT_EQ(shippedQueries().size(), 10U);
    for (const NamedQuery& query : shippedQueries()) {
        EXPECT_FALSE(query.title.empty());
        EXPECT_TRUE(query.description.ends_with('.')) << query.title;
        const auto result = runQuery(straggler(), query.sql);
        ASSERT_TRUE(result) << query.title << ": " << result.error().message;
        EXPECT_GT(result->rowCount(), 0U) << query.title;
        // Each row leads to its place.
        EXPECT_TRUE(QueryPlaces(*result, straggler().trace()).placeOf(0)) << query.title;
    }
}

TEST(ShippedQueries, KernelsByTotalTime) {
    const Shipped result(straggler(), "Kernels by total time");
    const auto [count, sum] = sumsOf(straggler().trace(), straggler().kernels(), kAll);
    EXPECT_EQ(result.sum("launches"), count);
    EXPECT_EQ(result.sum("total_dur"), sum);
    EXPECT_NEAR(result.sum("time_share"), 1, 1e-9);
    EXPECT_TRUE(result.isDescending("total_dur"));
    const auto place = result.places().placeOf(0);
    ASSERT_TRUE(place && place->slice.isValid());
    EXPECT_EQ(static_cast<double>(ns(place->range.length())), result.numbers("longest_dur")[0]);
    EXPECT_EQ(shortKernelName(straggler().trace().name(place->slice)), result.texts("kernel")[0]);
}

TEST(ShippedQueries, KernelsByShape) {
    const Shipped result(straggler(), "Kernels by shape of their launch");
    const auto [count, sum] = sumsOf(straggler().trace(), straggler().kernels(), kAll);
    EXPECT_EQ(result.sum("launches"), count);
    EXPECT_EQ(result.sum("total_dur"), sum);
    const auto slice = result.places().placeOf(0)->slice;
    const KernelConfig* config = straggler().trace().kernelConfigs().find(slice);
    ASSERT_NE(config, nullptr);
    EXPECT_EQ(result.texts("grid")[0], std::to_string(config->grid[0]) + "×" +
                                           std::to_string(config->grid[1]) + "×" +
                                           std::to_string(config->grid[2]));
    // Shapes of one kernel stand together.
    const std::vector<std::string> kernels = result.texts("kernel");
    std::vector<std::string> runs = kernels;
    runs.erase(std::ranges::unique(runs).begin(), runs.end());
    std::ranges::sort(runs);
    EXPECT_EQ(std::ranges::adjacent_find(runs), runs.end());
}

TEST(ShippedQueries, LongestGaps) {
    const QueryData data(test::recordedSession("sync_large_before"));
    const Shipped result(data, "Longest gaps of the GPU, with their cause");
    const DeviceAnalysis& gpu = data.session().analysis.devices.front();
    std::vector<double> lengths;
    for (const Gap& gap : gpu.gaps) {
        lengths.push_back(static_cast<double>(ns(gap.length())));
    }
    std::ranges::sort(lengths, std::ranges::greater{});
    lengths.resize(std::min<std::size_t>(100, lengths.size()));
    EXPECT_EQ(result.numbers("dur"), lengths);
    EXPECT_EQ(result.texts("explanation")[0], "host-sync");  // planted there
    EXPECT_EQ(result.texts("trigger")[0], "after_sync");
    EXPECT_EQ(static_cast<double>(ns(result.places().placeOf(0)->range.length())), lengths[0]);
}

TEST(ShippedQueries, BlockingCallsByCaller) {
    const QueryData data(test::recordedSession("sync_large_before"));
    const Shipped result(data, "Blocking calls by caller");
    EXPECT_EQ(result.sum("calls"),
              static_cast<double>(data.session().analysis.blockingCalls.size()));
    EXPECT_TRUE(result.isDescending("total_dur"));
    EXPECT_EQ(result.texts("call")[0], "cudaDeviceSynchronize");
    EXPECT_EQ(result.texts("caller")[0], "step");
    EXPECT_EQ(result.numbers("calls")[0], 72);
}

TEST(ShippedQueries, CopiesByKind) {
    const Shipped result(straggler(), "Copies by kind and rate");
    const auto [count, sum] = sumsOf(straggler().trace(), straggler().copies(), kAll);
    EXPECT_EQ(result.sum("copies"), count);
    EXPECT_EQ(result.sum("total_dur"), sum);
    EXPECT_NEAR(result.numbers("gb_per_s")[0],
                result.numbers("bytes")[0] / result.numbers("total_dur")[0], 0.01);
}

TEST(ShippedQueries, SlowestLaunches) {
    const Shipped result(straggler(), "Launches with the longest latency");
    const Trace& trace = straggler().trace();
    double longest = 0;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        const SliceId call = straggler().session().indexes->launches.launchOf(activity.slice);
        if (call.isValid()) {
            longest =
                std::max(longest, static_cast<double>(ns(trace.slices().start(activity.slice) -
                                                         trace.slices().end(call))));
        }
    }
    EXPECT_EQ(result.numbers("latency_ns")[0], longest);
    EXPECT_TRUE(result.isDescending("latency_ns"));
    EXPECT_EQ(result.rows(), 100U);
}

TEST(ShippedQueries, StepsThatAreOutliers) {
    const Shipped result(straggler(), "Steps that are outliers");
    std::vector<double> lengths;
    for (const StepRow& step : straggler().session().analysis.steps.rows) {
        lengths.push_back(static_cast<double>(ns(step.span.length())));
    }
    std::vector<double> sorted = lengths;
    std::ranges::sort(sorted);
    const double median = sorted[(sorted.size() - 1) / 2];
    EXPECT_EQ(static_cast<std::ptrdiff_t>(result.rows()),
              std::ranges::count_if(lengths, [&](double one) { return one > 1.1 * median; }));
    EXPECT_EQ(result.numbers("dur")[0], sorted.back());
    EXPECT_EQ(result.numbers("above_median_ns")[0], sorted.back() - median);
}

TEST(ShippedQueries, TimeByAnnotation) {
    const Shipped result(straggler(), "Time by annotation");
    const Trace& trace = straggler().trace();
    std::map<std::string, double> sums;
    for (std::size_t at = 0; at < trace.slices().size(); ++at) {
        if (trace.kind(SliceId(at)) == SliceKind::UserAnnotation) {
            sums[std::string(trace.name(SliceId(at)))] +=
                static_cast<double>(ns(trace.slices().duration(SliceId(at))));
        }
    }
    const auto names = result.texts("name");
    for (std::size_t row = 0; row < names.size(); ++row) {
        EXPECT_EQ(result.numbers("host_dur")[row], sums[names[row]]) << names[row];
    }
    EXPECT_EQ(names.size(), sums.size());
}

TEST(ShippedQueries, HostFunctionsBySelfTime) {
    const Shipped result(straggler(), "Host functions by self time");
    const auto names = result.texts("name");
    const auto call = std::ranges::find(names, "cudaLaunchKernel");
    ASSERT_NE(call, names.end());
    const Trace& trace = straggler().trace();
    std::vector<SliceId> all;
    for (std::size_t at = 0; at < trace.slices().size(); ++at) {
        all.emplace_back(at);
    }
    const auto [count, sum] =
        sumsOf(trace, all, [&](SliceId slice) { return trace.name(slice) == "cudaLaunchKernel"; });
    const auto row = static_cast<std::size_t>(call - names.begin());
    EXPECT_EQ(result.numbers("calls")[row], count);
    EXPECT_EQ(result.numbers("self_dur")[row], sum);  // nothing is inside it
    EXPECT_TRUE(result.isDescending("self_dur"));
    EXPECT_EQ(std::ranges::count(result.texts("kind"), "kernel"), 0);
}

TEST(ShippedQueries, OverlappingCommunication) {
    const Shipped result(straggler(), "Communication and what overlaps it");
    const Trace& trace = straggler().trace();
    const auto isCommunication = [&](SliceId slice) {
        return kernelGroupOf(trace.name(slice)) == KernelGroup::Collective;
    };
    const auto [count, sum] = sumsOf(trace, straggler().kernels(), isCommunication);
    EXPECT_EQ(static_cast<double>(result.rows()), count);
    EXPECT_EQ(result.sum("overlapped_ns") + result.sum("exposed_ns"), sum);
    std::vector<TimeRange> communication;
    std::vector<TimeRange> others;
    for (const SliceId one : straggler().kernels()) {
        (isCommunication(one) ? communication : others).push_back(trace.slices().range(one));
    }
    double overlapped = 0;
    for (const TimeRange& one : communication) {
        std::int64_t inside = 0;
        for (const TimeRange& other : others) {
            inside += std::max<std::int64_t>(
                0, ns(std::min(one.end, other.end) - std::max(one.begin, other.begin)));
        }
        overlapped += static_cast<double>(std::min(inside, ns(one.length())));
    }
    EXPECT_EQ(result.sum("overlapped_ns"), overlapped);
}

TEST(NamedQueries, TitleAndDescriptionAreTheFirstComments) {
    const NamedQuery query = readNamedQuery("-- A title\r\n--  what it gives.\nSELECT 1\n");
    EXPECT_EQ(query.title, "A title");
    EXPECT_EQ(query.description, "what it gives.");
    EXPECT_TRUE(query.sql.ends_with("SELECT 1\n"));
    EXPECT_EQ(readNamedQuery("SELECT 1 -- one").title, "");
    EXPECT_EQ(readNamedQuery("--").title, "");
    EXPECT_EQ(readNamedQuery("").sql, "");
}

}  // namespace
}  // namespace gaplight
