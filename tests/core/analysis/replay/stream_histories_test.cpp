// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/stream_histories.h"

#include <cstddef>
#include <memory>
#include <tuple>

#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

constexpr std::uint32_t kNone = StreamHistories::kNone;

GpuId gpu(int device) {
    return {SourceId(), device};
}

// The streams of a trace, in the order of its activities.
class Streams {
public:
    explicit Streams(const TraceDsl& dsl)
        : m_trace(dsl.trace()), histories(*m_trace, m_graphStreams, m_graph) {
        for (const GpuActivity& activity : m_trace->gpuActivities()) {
            std::ignore = histories.indexOf(activity);
        }
    }

private:
    std::shared_ptr<const Trace> m_trace;
    GraphStreams m_graphStreams;
    DependencyGraph m_graph;

public:
    StreamHistories histories;
};

TraceDsl oneKernelOnEach(int devices, int streams) {
    TraceDsl dsl;
    for (int device = 0; device < devices; ++device) {
        for (int stream = 0; stream < streams; ++stream) {
            dsl.kernel(dsl.stream(device, 7 + stream), {10, 20});
        }
    }
    return dsl;
}

TEST(StreamHistories, FindsAStreamByItsNumber) {
    TraceDsl dsl;
    dsl.kernel(dsl.stream(0, 7), {10, 20});
    dsl.kernel(dsl.stream(1, 7), {10, 20});
    dsl.kernel(dsl.stream(1, 8), {10, 20});
    const Streams streams(dsl);
    const StreamHistories& histories = streams.histories;
    EXPECT_EQ(histories.at(histories.find(gpu(0), 7)).gpu, gpu(0));
    EXPECT_EQ(histories.at(histories.find(gpu(1), 7)).gpu, gpu(1));
    EXPECT_EQ(histories.at(histories.find(gpu(0), 8)).gpu, gpu(1)) << "the only one of its number";
    EXPECT_EQ(histories.find(gpu(2), 7), kNone) << "two GPUs have one";
    EXPECT_EQ(histories.find(gpu(0), 9), kNone);
}

TEST(StreamHistories, SearchesTheStreamsOfAGpuOrOfAll) {
    const Streams streams(oneKernelOnEach(2, 3));
    EXPECT_EQ(streams.histories.searchedOn(gpu(0)).size(), 3U);
    EXPECT_EQ(streams.histories.searchedOn(gpu(2)).size(), 0U);
    EXPECT_EQ(streams.histories.searchedIn(SourceId()).size(), 6U);
}

// Else each activity would be compared with each stream: 16,000 streams took 15 s.
TEST(StreamHistories, DoesNotSearchAmongMoreStreamsThanAnyHostHas) {
    constexpr int kMany = static_cast<int>(StreamHistories::kMaxSearched);
    const Streams most(oneKernelOnEach(1, kMany));
    EXPECT_EQ(most.histories.searchedOn(gpu(0)).size(), StreamHistories::kMaxSearched);
    const Streams more(oneKernelOnEach(2, kMany / 2 + 1));
    EXPECT_EQ(more.histories.searchedOn(gpu(0)).size(), StreamHistories::kMaxSearched / 2 + 1);
    EXPECT_EQ(more.histories.searchedIn(SourceId()).size(), 0U);
}

}  // namespace
}  // namespace gaplight::test
