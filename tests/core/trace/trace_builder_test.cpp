// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_builder.h"

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/text_hash.h"
#include "tests/core/trace/batch_writer.h"
#include "tests/support/checks/golden.h"
#include "tests/support/checks/trace_dump.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

std::shared_ptr<const Trace> finish(BatchWriter& writer) {
    TraceBuilder builder;
    builder.add(writer.take());
    return builder.finish({});
}

// Sort keys hold durations below 2^32 ns; longer ones lie beside them.
TEST(TraceBuilder, OrdersLongSlicesByTheirWholeDurations) {
    constexpr std::int64_t kBeyond = std::int64_t{1} << 32U;
    BatchWriter writer;
    const BatchTrack track = writer.track("1", "1");
    const std::int64_t durations[] = {kBeyond - 2, kBeyond + 5, kBeyond - 1, 3 * kBeyond,
                                      kBeyond,     7,           2 * kBeyond};
    for (const std::int64_t duration : durations) {
        writer.slice(track, 100, duration, "a");
    }
    TraceBuilder builder;
    builder.add(writer.take());
    const auto trace = builder.finish({});
    std::vector<std::int64_t> seen;
    const Durations kept = trace->slices().durations();
    for (std::size_t at = 0; at < kept.size(); ++at) {
        seen.push_back(ns(kept[at]));
    }
    const std::vector<std::int64_t> expected{
        3 * kBeyond, 2 * kBeyond, kBeyond + 5, kBeyond, kBeyond - 1, kBeyond - 2, 7};
    EXPECT_EQ(seen, expected);
}

TEST(TraceBuilder, SortsAndNestsPerTrack) {
    BatchWriter writer;
    const BatchTrack main = writer.track("1", "1");
    const BatchTrack other = writer.track("1", "2");
    writer.slice(other, 5, 10, "worker");
    writer.slice(main, 20, 10, "inner");
    writer.slice(main, 0, 100, "outer");
    writer.slice(main, 90, 30, "crossing");
    EXPECT_TRUE(test::matchesGolden("trace/sorts_and_nests.txt", test::dump(*finish(writer))));
}

TEST(TraceBuilder, JoinsTracksAcrossBatches) {
    TraceBuilder builder;
    for (int part = 0; part < 3; ++part) {
        BatchWriter writer;
        writer.track("9", "9");  // another numbering in each batch
        writer.slice(writer.track("1", "1"), 30 - 10 * part, 5, "part " + std::to_string(part));
        builder.add(writer.take());
    }
    const auto trace = builder.finish({});
    ASSERT_EQ(trace->slices().size(), 3U);
    EXPECT_EQ(trace->name(SliceId(0)), "part 2");
    EXPECT_EQ(trace->trackOf(SliceId(0)), trace->trackOf(SliceId(2)));
}

TEST(TraceBuilder, PairsBeginsAndEnds) {
    BatchWriter writer;
    const BatchTrack main = writer.track("1", "1");
    const BatchTrack other = writer.track("1", "2");
    writer.begin(main, 10, "outer");
    writer.begin(main, 20, "inner");
    writer.end(other, 15);            // never opened
    writer.end(main, 30, "renamed");  // closes inner all the same
    writer.end(main, 40);
    writer.begin(main, 50, "left open");
    writer.begin(other, 90, "last");
    writer.end(other, 95);
    EXPECT_TRUE(test::matchesGolden("trace/begin_end.txt", test::dump(*finish(writer))));
}

TEST(TraceBuilder, PairsAsyncOperationsById) {
    BatchWriter writer;
    const BatchTrack main = writer.track("1", "1");
    writer.async(main, AsyncPhase::Begin, 10, "request", "0x1");
    writer.async(main, AsyncPhase::Begin, 12, "request", "0x2");
    writer.async(main, AsyncPhase::Begin, 13, "parse", "0x1");
    writer.async(main, AsyncPhase::Instant, 14, "byte", "0x2");
    writer.async(main, AsyncPhase::End, 15, "parse", "0x1");
    writer.async(main, AsyncPhase::End, 20, "request", "0x1");
    writer.async(main, AsyncPhase::End, 30, "request", "0x2");
    EXPECT_TRUE(test::matchesGolden("trace/async.txt", test::dump(*finish(writer))));
}

TEST(TraceBuilder, BindsFlows) {
    BatchWriter writer;
    const BatchTrack main = writer.track("1", "1");
    const BatchTrack backward = writer.track("1", "2");
    writer.slice(main, 0, 10, "forward");
    writer.slice(backward, 100, 10, "backward");
    writer.slice(backward, 120, 10, "next");
    writer.flow(main, FlowPhase::Start, 0, "1");
    writer.flow(backward, FlowPhase::Finish, 100, "1");
    writer.flow(main, FlowPhase::Start, 5, "2");
    writer.flow(backward, FlowPhase::Finish, 115, "2", false);  // to the next slice
    writer.flow(main, FlowPhase::Start, 6, "3");                // without end
    writer.flow(backward, FlowPhase::Finish, 121, "4");         // without start
    writer.flow(main, FlowPhase::Start, 50, "5");               // between slices
    writer.flow(backward, FlowPhase::Finish, 101, "5");
    EXPECT_TRUE(test::matchesGolden("trace/flows.txt", test::dump(*finish(writer))));
}

// Events are joined in parts on all cores; no part may cut a flow, however long.
TEST(TraceBuilder, BindsFlowsOfAnyLength) {
    constexpr std::int64_t kSteps = 100'000;
    BatchWriter writer;
    const BatchTrack main = writer.track("1", "1");
    for (std::int64_t at = 0; at <= kSteps; ++at) {
        writer.slice(main, 10 * at, 8, "work");
        writer.flow(main, at == 0 ? FlowPhase::Start : FlowPhase::Step, 10 * at, "long");
        if (at > 0) {
            const std::string id = std::to_string(at);
            writer.flow(main, FlowPhase::Start, 10 * at - 10, id);
            writer.flow(main, FlowPhase::Finish, 10 * at, id);
        }
    }
    const auto trace = finish(writer);
    EXPECT_TRUE(trace->issues().empty()) << test::dumpIssues(trace->issues());
    ASSERT_EQ(trace->flows().size(), 2U * kSteps);
    for (std::size_t at = 0; at < trace->flows().size(); ++at) {
        EXPECT_EQ(trace->flows()[at].from, SliceId(at / 2));
        EXPECT_EQ(trace->flows()[at].to, SliceId(at / 2 + 1));
    }
}

// Slices of one track come from many batches, whose keys are made side by side.
TEST(TraceBuilder, JoinsTracksOfManyBatches) {
    constexpr std::int64_t kBatches = 50;
    TraceBuilder builder;
    for (std::int64_t batch = 0; batch < kBatches; ++batch) {
        BatchWriter writer;
        const BatchTrack own = writer.track("1", std::to_string(batch % 3));
        // Later batches hold earlier slices, some of them longer than 32 bits count.
        writer.slice(own, 10'000'000'000 * (kBatches - batch), 5'000'000'000 + batch, "long");
        writer.slice(own, 10'000'000'000 * (kBatches - batch) + 6'000'000'000, 7, "short");
        builder.add(writer.take());
    }
    const auto trace = builder.finish({});
    ASSERT_EQ(trace->slices().size(), 2U * kBatches);
    for (const Track& track : trace->tracks()) {
        for (std::size_t at = 1; at < track.sliceCount; ++at) {
            const SliceId slice(track.firstSlice.index() + at);
            EXPECT_LT(trace->slices().start(SliceId(slice.index() - 1)),
                      trace->slices().start(slice));
        }
    }
    for (std::size_t at = 0; at < trace->slices().size(); ++at) {
        const std::int64_t start = ns(trace->slices().start(SliceId(at)));
        const std::int64_t batch = kBatches - start / 10'000'000'000;
        EXPECT_EQ(ns(trace->slices().duration(SliceId(at))),
                  start % 10'000'000'000 == 0 ? 5'000'000'000 + batch : 7);
    }
}

TEST(TraceBuilder, LeavesLaunchArrowsToTheLaunchIndex) {
    BatchWriter writer;
    const BatchTrack main = writer.track("1", "1");
    const BatchTrack stream = writer.track("0", "7");
    writer.correlate(writer.slice(main, 0, 5, "cudaLaunchKernel", "cuda_runtime"), 41);
    writer.correlate(writer.slice(main, 6, 2, "cudaMalloc", "cuda_runtime"), 42);
    writer.correlate(writer.slice(stream, 10, 5, "gemm", "kernel"), 41);
    writer.flow(main, FlowPhase::Start, 0, "41", true, "ac2g");
    writer.flow(stream, FlowPhase::Finish, 10, "41", true, "ac2g");
    writer.flow(main, FlowPhase::Finish, 6, "42", true, "ac2g");  // Kineto ends it on the call
    const auto trace = finish(writer);
    EXPECT_TRUE(trace->flows().empty());
    EXPECT_TRUE(trace->issues().empty()) << test::dumpIssues(trace->issues());
    EXPECT_EQ(trace->facts().flowEvents, 3U);
    ASSERT_EQ(trace->gpuActivities().size(), 1U);
    EXPECT_EQ(trace->gpuActivities()[0].stream, 7);
    EXPECT_EQ(trace->gpuActivities()[0].gpu, GpuId(SourceId(), 0));
    EXPECT_EQ(trace->tracks()[1].kind, TrackKind::Stream);
    EXPECT_EQ(trace->processes()[1].gpu, GpuId(SourceId(), 0));
}

// Two ids of one hash are two flows.
TEST(TraceBuilder, ComparesIdsOfFlowsAsThemselves) {
    constexpr std::uint64_t kFactor = 0xa0761d6478bd642fULL;
    std::string one(16, 'a');
    std::memcpy(one.data(), &kFactor, sizeof kFactor);
    std::string other = one;
    other.back() = 'b';
    ASSERT_EQ(hashText(one), hashText(other));
    BatchWriter writer;
    const BatchTrack main = writer.track("1", "1");
    writer.slice(main, 0, 10, "a");
    writer.slice(main, 20, 10, "b");
    writer.slice(main, 40, 10, "c");
    writer.flow(main, FlowPhase::Start, 0, one);
    writer.flow(main, FlowPhase::Finish, 20, other);
    writer.flow(main, FlowPhase::Finish, 40, one);
    writer.flow(main, FlowPhase::Start, 20, "7");
    writer.flow(main, FlowPhase::Finish, 40, "07");
    const auto trace = finish(writer);
    ASSERT_EQ(trace->flows().size(), 1U);
    EXPECT_EQ(trace->name(trace->flows()[0].from), "a");
    EXPECT_EQ(trace->name(trace->flows()[0].to), "c");
}

// Differences of times fit into 64 bits: what lies years from all the rest is put aside.
TEST(TraceBuilder, PutsDistantTimesAside) {
    BatchWriter writer;
    const BatchTrack main = writer.track("1", "1");
    constexpr std::int64_t kFar = (std::int64_t{1} << 62U) - 1;
    writer.slice(main, 1000, 500, "fine");
    writer.slice(main, 2000, 500, "fine");
    writer.slice(main, 3000, kFar, "too long");
    writer.slice(main, kFar, kFar, "too late");
    writer.slice(main, -kFar, 500, "too early");
    const auto trace = finish(writer);
    EXPECT_EQ(trace->slices().size(), 2U);
    EXPECT_EQ(test::dumpIssues(trace->issues()), "bad_time x3 at byte 300: too long\n");
    EXPECT_EQ(trace->range(), (TimeRange{timeFromNs(1000), timeFromNs(2500)}));
}

// Also where only counters have times.
TEST(TraceBuilder, PutsDistantCountersAside) {
    BatchWriter writer;
    const BatchTrack main = writer.track("1", "1");
    constexpr std::int64_t kFar = std::int64_t{1} << 61U;
    writer.counter(main, -kFar, 1, "far");
    writer.counter(main, 1000, 2, "near");
    writer.counter(main, kFar, 3, "far");
    const auto trace = finish(writer);
    ASSERT_EQ(trace->counterSeries().size(), 1U);
    EXPECT_THAT(trace->counterSeries()[0].times, ::testing::ElementsAre(timeFromNs(1000)));
    EXPECT_EQ(test::dumpIssues(trace->issues()), "bad_time x2 at byte 0: counter\n");
}

// So do sums of durations: 208 days each, on many tracks.
TEST(TraceBuilder, PutsDurationsAsideWhoseSumHas64Bits) {
    BatchWriter writer;
    constexpr std::int64_t kLong = std::int64_t{1} << 54U;
    for (int at = 0; at < 15; ++at) {
        writer.slice(writer.track("1", std::to_string(at)), at, kLong, "long");
    }
    writer.slice(writer.track("1", "short"), 0, 1000, "short");
    const auto trace = finish(writer);
    EXPECT_EQ(trace->slices().size(), 1U);
    EXPECT_EQ(trace->issues().list().front().count, 15U);
}

TEST(TraceBuilder, PutsImpossibleTimesAside) {
    BatchWriter writer;
    const BatchTrack main = writer.track("1", "1");
    constexpr std::int64_t kEpoch = 1'700'000'000'000'000'000;
    for (int at = 0; at < 20; ++at) {
        writer.slice(main, kEpoch + 1000 * at, 500, "fine");
    }
    writer.slice(main, 0, 500, "ts 0");
    writer.slice(main, kEpoch, 3'601'000'000'000, "far too long");
    writer.slice(main, std::numeric_limits<std::int64_t>::max() - 5, 500, "no such time");
    const auto trace = finish(writer);
    EXPECT_EQ(trace->slices().size(), 20U);
    EXPECT_EQ(test::dumpIssues(trace->issues()),
              "bad_time x1 at byte 2300: 9223372036854775802 ns\n"
              "impossible_duration x1 at byte 2200: far too long\n"
              "zero_timestamp x1 at byte 2100: ts 0\n");
    EXPECT_EQ(ns(trace->range().length()), 19'500);
}

// A part of a trace: the loop around it began inside, and ended a minute after it.
TEST(TraceBuilder, KeepsWhatOutlivesAPart) {
    BatchWriter writer;
    const BatchTrack main = writer.track("1", "1");
    writer.slice(main, 5'000, 60'000'000'000, "training loop");
    for (int at = 0; at < 20; ++at) {
        writer.slice(main, 10'000 + 1000 * at, 500, "operator");
    }
    const auto trace = finish(writer);
    EXPECT_EQ(trace->slices().size(), 21U);
    EXPECT_EQ(test::dumpIssues(trace->issues()), "");
}

TEST(TraceBuilder, KeepsATraceThatBeginsAtZero) {
    BatchWriter writer;
    const BatchTrack main = writer.track("1", "1");
    writer.slice(main, 0, 10, "first");
    writer.slice(main, 5'000'000'000, 10, "second");
    writer.slice(main, 90'000'000'000, 10, "third");
    EXPECT_EQ(finish(writer)->slices().size(), 3U);
}

TEST(TraceBuilder, PairsHalvesWithinASource) {
    BatchWriter begins;
    const BatchTrack first = begins.track("1", "1");
    begins.begin(first, 0, "slice");
    begins.async(first, AsyncPhase::Begin, 0, "operation", "7");
    BatchWriter ends;
    const BatchTrack second = ends.track("1", "1");
    ends.end(second, 10);
    ends.async(second, AsyncPhase::End, 10, "operation", "7");
    TraceBuilder builder;
    const SourceId sources[] = {builder.addSource({}), builder.addSource({})};
    builder.add(sources[0], begins.take());
    builder.add(sources[1], ends.take());
    const auto trace = builder.finish({});
    EXPECT_EQ(trace->sources().size(), 2U);
    EXPECT_EQ(trace->processes().size(), 2U);
    EXPECT_EQ(trace->tracks().size(), 4U);
    EXPECT_EQ(trace->slices().size(), 2U);
    EXPECT_EQ(trace->issues().count(IssueKind::UnfinishedSlice), 2U);
    EXPECT_EQ(trace->issues().count(IssueKind::UnopenedSlice), 2U);
}

using test::kMs;
using test::kUs;

std::vector<std::int64_t> activityLengths(const Trace& trace) {
    std::vector<std::int64_t> lengths;
    for (const GpuActivity& one : trace.gpuActivities()) {
        lengths.push_back(ns(trace.slices().duration(one.slice)));
    }
    return lengths;
}

// One kernel of a stream lasts for all that follow it, and one for a little of the next.
TEST(TraceBuilder, EndsOverlongActivitiesAtTheNextOne) {
    const auto stream = [](bool isCorrelated, bool isOneGraph) {
        test::TraceDsl dsl;
        const auto track = dsl.stream(0, 7);
        const std::int64_t lengths[] = {40 * kUs, 900 * kMs, 40 * kUs, 51 * kUs, 40 * kUs};
        for (std::uint64_t at = 0; at < std::size(lengths); ++at) {
            const std::int64_t start = static_cast<std::int64_t>(at) * 50 * kUs;
            dsl.kernel(track, {start, start + lengths[at]},
                       !isCorrelated ? 0
                       : isOneGraph  ? 1
                                     : at + 1);
        }
        return dsl.trace();
    };
    const auto clipped = stream(true, false);
    EXPECT_EQ(activityLengths(*clipped),
              (std::vector<std::int64_t>{40 * kUs, 50 * kUs, 40 * kUs, 51 * kUs, 40 * kUs}));
    EXPECT_EQ(clipped->issues().count(IssueKind::OverlongActivity), 1U);
    EXPECT_EQ(clipped->range().length(), Duration(240 * kUs));
    // Branches of one graph, and operators of a compiler that contain others.
    for (const auto& whole : {stream(true, true), stream(false, false)}) {
        EXPECT_EQ(activityLengths(*whole)[1], 900 * kMs);
        EXPECT_EQ(whole->issues().count(IssueKind::OverlongActivity), 0U);
    }
}

// Launches each 100 us whose kernels start `offset` later than a usual one.
std::shared_ptr<const Trace> launchesWithOffset(std::int64_t offset) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t at = 0; at < 20; ++at) {
        const std::int64_t start = at * 100 * kUs + kMs;
        const auto launch = dsl.launch(host, {start, start + 5 * kUs});
        const std::int64_t delay = (at == 3 ? 7 : 10) * kUs + offset;
        dsl.kernel(stream, {start + delay, start + delay + 40 * kUs}, launch);
    }
    return dsl.trace();
}

TEST(TraceBuilder, MovesGpusToTheClockOfTheHost) {
    for (const std::int64_t offset : {-2 * kMs, -500 * kMs, 3'600'000 * kMs}) {
        const auto trace = launchesWithOffset(offset);
        EXPECT_EQ(trace->issues().count(IssueKind::ClocksDiffer), 20U) << offset;
        // The smallest delay is 0, and the others keep their distance to it.
        const auto activities = trace->gpuActivities();
        const auto startOf = [&](std::size_t at) {
            return ns(trace->slices().start(activities[at].slice));
        };
        EXPECT_EQ(startOf(3), 300 * kUs + kMs) << offset;
        EXPECT_EQ(startOf(4), 403 * kUs + kMs) << offset;
    }
    // A clock that is read a little wrong, and a GPU that is busy with work from before.
    for (const std::int64_t offset : {-50 * kUs, 800 * kMs}) {
        EXPECT_EQ(launchesWithOffset(offset)->issues().count(IssueKind::ClocksDiffer), 0U)
            << offset;
    }
}

TEST(TraceBuilder, MakesAnEmptyTrace) {
    TraceBuilder builder;
    const auto trace = builder.finish({});
    EXPECT_EQ(trace->slices().size(), 0U);
    EXPECT_EQ(trace->range(), TimeRange{});
}

}  // namespace
}  // namespace gaplight
