// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// The replay against what was recorded: every trace unchanged, and pairs of traces that differ in
// one cause, which the replay of the first has to predict.

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/replay/replay_edit.h"
#include "core/analysis/replay/sync_records.h"
#include "tests/core/analysis/recorded_replay.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight::test {
namespace {

using Kind = ReplayEdit::Kind;

double percentOf(Duration part, Duration whole) {
    return 100.0 * static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

class UnchangedReplay : public ::testing::TestWithParam<std::string> {};

bool isOneGpuWithoutWaitsOfOthers(const std::string& name) {
    return !name.starts_with("ddp") && !name.starts_with("copy") && name != "streams_overlap" &&
           name != "compile_time";
}

TEST_P(UnchangedReplay, GivesTheMeasuredWindow) {
    const RecordedReplay recorded(GetParam());
    const Replay& replay = recorded.replay();
    const Duration window = replay.measuredWindow();
    ASSERT_GT(window, Duration{});
    // As it is, every wait of the trace included.
    EXPECT_LE(std::abs(percentOf(replay.replayedWindow() - window, window)), 0.1);
    // With nothing but what the graph knows: a copied wait must not pass for a model.
    const double limit = isOneGpuWithoutWaitsOfOthers(GetParam()) ? 0.02 : 0.05;
    EXPECT_LE(replay.modelError(), limit)
        << replay.explainedWindow().count() << " of " << window.count();
}

TEST_P(UnchangedReplay, RemovingNeverLengthensIt) {
    const RecordedReplay recorded(GetParam());
    const Trace& trace = recorded.trace();
    const Replay& replay = recorded.replay();
    EXPECT_EQ(replay.windowWith({}), replay.replayedWindow());

    std::vector<ReplayEdit> same;
    std::vector<ReplayEdit> edits = recorded.withoutWaits();
    Duration before = replay.windowWith(edits);
    EXPECT_LE(before, replay.replayedWindow());
    const auto add = [&](const ReplayEdit& edit) {
        edits.push_back(edit);
        const Duration now = replay.windowWith(edits);
        EXPECT_LE(now, before);
        before = now;
    };
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        same.push_back({Kind::ScaleHost, {}, TrackId(i), trace.range(), 1});
        add({Kind::ScaleHost, {}, TrackId(i), trace.range(), 0.5});
        add({Kind::GraphLaunch, {}, TrackId(i), trace.range(), 0});
    }
    const std::size_t stride = trace.gpuActivities().size() / 7 + 1;
    for (std::size_t i = 0; i < trace.gpuActivities().size(); i += stride) {
        same.push_back({Kind::ScaleActivity, trace.gpuActivities()[i].slice, {}, {}, 1});
        add({Kind::ScaleActivity, trace.gpuActivities()[i].slice, {}, {}, 0});
        const SliceId launch = recorded.launches().launchOf(ActivityId(i));
        add({Kind::AsyncCopy, launch, {}, {}, 0});
    }
    EXPECT_EQ(replay.windowWith(same), replay.replayedWindow());
}

INSTANTIATE_TEST_SUITE_P(Recorded, UnchangedReplay, ::testing::ValuesIn(recordedTraces()),
                         [](const auto& trace) { return trace.param; });

TEST(RecordedReplayTest, ALongWaitIsNotACost) {
    // 1,683 ms in cudaStreamSynchronize: 18 ms to gain.
    const RecordedReplay wan("wan_before_compile");
    EXPECT_NEAR(wan.change(wan.withoutWaits("scheduler_step")), -0.57, 0.05);
    // 218 ms in one wait.
    const RecordedReplay flux("flux2_before_compile");
    EXPECT_NEAR(flux.change(flux.withoutWaits()), -0.15, 0.05);
}

TEST(RecordedReplayTest, ManyThreadsGetTheSameAnswers) {
    const RecordedReplay wan("wan_before_compile");
    const std::vector<ReplayEdit> waits = wan.withoutWaits();
    std::vector<Duration> alone;
    for (const ReplayEdit& edit : waits) {
        alone.push_back(wan.replay().windowWith(std::span(&edit, 1)));
    }
    std::vector<Duration> together(waits.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < waits.size(); ++i) {
        threads.emplace_back(
            [&, i] { together[i] = wan.replay().windowWith(std::span(&waits[i], 1)); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(together, alone);
}

// The statement `torch.cuda.synchronize()`: its wait, and the host time around the call beyond
// what usually lies between two ops of the trace.
std::vector<ReplayEdit> withoutSynchronize(const RecordedReplay& recorded) {
    const Trace& trace = recorded.trace();
    const SliceTable& slices = trace.slices();
    std::vector<ReplayEdit> edits = recorded.withoutWaits();
    const TrackId main = trace.trackOf(edits.at(0).slice);
    std::vector<TimeRange> between;  // two outermost ops
    Time end = Time::min();
    const std::size_t first = trace.firstIndex(main);
    for (std::size_t i = first; i < first + trace.tracks()[main.index()].sliceCount; ++i) {
        const SliceId slice(i);
        if (trace.kind(slice) == SliceKind::CpuOp && slices.start(slice) >= end) {
            if (end != Time::min()) {
                between.push_back({end, slices.start(slice)});
            }
            end = slices.end(slice);
        }
    }
    const auto waitIn = [&](const TimeRange& range) {
        return std::find_if(edits.begin(), edits.end(), [&](const ReplayEdit& edit) {
            return edit.kind == Kind::DropWait && range.contains(slices.start(edit.slice));
        });
    };
    std::vector<Duration> usual;
    for (const TimeRange& range : between) {
        if (waitIn(range) == edits.end()) {
            usual.push_back(range.length());
        }
    }
    std::sort(usual.begin(), usual.end());
    const Duration median = usual.at(usual.size() / 2);
    std::vector<ReplayEdit> around;
    for (const TimeRange& range : between) {
        const auto wait = waitIn(range);
        if (wait != edits.end()) {
            const Duration host = range.length() - slices.duration(wait->slice);
            around.push_back(
                {Kind::ScaleHost, {}, main, range, std::min(1.0, percentOf(median, host) / 100)});
        }
    }
    edits.insert(edits.end(), around.begin(), around.end());
    return edits;
}

// Bytes per nanosecond of the largest copy of a kind.
double copyRate(const RecordedReplay& recorded, std::string_view kind) {
    const Trace& trace = recorded.trace();
    std::int64_t bytes = 0;
    double rate = 0;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        const CopyFacts* facts = trace.copyFacts().find(activity.slice);
        if (facts != nullptr && facts->bytes > bytes && trace.name(activity.slice) == kind) {
            bytes = facts->bytes;
            rate = static_cast<double>(bytes) /
                   static_cast<double>(trace.slices().duration(activity.slice).count());
        }
    }
    return rate;
}

// Pinned memory: copies do not hold up the host, and run at the rate of another program's.
std::vector<ReplayEdit> withPinnedCopies(const RecordedReplay& recorded) {
    const std::string pageable = "Memcpy HtoD (Pageable -> Device)";
    const double factor =
        copyRate(recorded, pageable) /
        copyRate(RecordedReplay("train_workers_pinned"), "Memcpy HtoD (Pinned -> Device)");
    std::vector<ReplayEdit> edits = recorded.withoutWaits("load");
    for (const GpuActivity& activity : recorded.trace().gpuActivities()) {
        if (recorded.trace().name(activity.slice) == pageable) {
            edits.push_back({Kind::ScaleActivity, activity.slice, {}, {}, factor});
            edits.push_back(
                {Kind::AsyncCopy, recorded.launches().launchOf(activity.slice), {}, {}, 0});
        }
    }
    return edits;
}

// One call for all tensors instead of one for each.
std::vector<ReplayEdit> withForeach(const RecordedReplay& recorded) {
    const std::string step = "Optimizer.step#AdamW.step";
    std::vector<ReplayEdit> edits = recorded.everywhere(Kind::ScaleHost, step);
    const std::span<const StringId> names = recorded.trace().slices().names();
    const auto lerps = std::count(names.begin(), names.end(),
                                  recorded.trace().findText("aten::lerp_").value_or(StringId{}));
    const double tensors = static_cast<double>(lerps) / static_cast<double>(edits.size());
    for (ReplayEdit& edit : edits) {
        edit.factor = 1 / tensors;
    }
    return edits;
}

struct Pair {
    std::string before;
    std::string after;
    double predicted = 0;  // percent of the window
    double traced = 0;
    double miss() const { return std::abs(predicted - traced); }
};

// `clocksDrifted`: the kernels themselves took another time, so that only idle time compares.
Pair compare(const std::string& before, const std::string& after, bool clocksDrifted,
             const std::vector<ReplayEdit> (*edits)(const RecordedReplay&)) {
    const RecordedReplay first(before);
    const RecordedReplay second(after);
    const Duration window = first.replay().measuredWindow();
    const Duration less =
        clocksDrifted ? first.idle() - second.idle() : window - second.replay().measuredWindow();
    return {before, after, first.change(edits(first)), -percentOf(less, window)};
}

// What the eight pairs took without the profiler, in ms: the median of five runs.
struct UnprofiledPair {
    const char* before;
    double took = 0;
    double takes = 0;
    std::vector<ReplayEdit> edits;
    double change() const { return 100 * (takes - took) / took; }
};

TEST(RecordedReplayTest, PredictsTheChangeWithoutTheProfiler) {
    const auto edits = [](const char* name, auto make) { return make(RecordedReplay(name)); };
    const auto noSync = [](const RecordedReplay& r) {
        std::vector<ReplayEdit> all = r.withoutWaits();
        SyncStatements statements(r.trace());
        for (std::size_t at = 0, count = all.size(); at < count; ++at) {
            if (const auto statement = statements.without(all[at].slice)) {
                all.push_back(*statement);
            }
        }
        return all;
    };
    const auto noBookkeeping = [](const RecordedReplay& r) {
        return r.everywhere(Kind::ScaleHost, "bookkeeping");
    };
    const auto asGraph = [](const RecordedReplay& r) {
        return r.everywhere(Kind::GraphLaunch, "step");
    };
    const std::vector<UnprofiledPair> pairs{
        {"sync_small_before", 4.711, 3.681, edits("sync_small_before", noSync)},
        {"sync_large_before", 36.855, 35.100, edits("sync_large_before", noSync)},
        {"host_small_before", 25.832, 7.653, edits("host_small_before", noBookkeeping)},
        {"host_large_before", 70.340, 71.118, edits("host_large_before", noBookkeeping)},
        {"graph_small_before", 7.589, 1.023, edits("graph_small_before", asGraph)},
        {"graph_large_before", 70.371, 70.766, edits("graph_large_before", asGraph)},
        {"copy_before", 7.854, 4.160, edits("copy_before", withPinnedCopies)},
    };
    double sum = 0;
    for (const UnprofiledPair& pair : pairs) {
        SCOPED_TRACE(pair.before);
        const RecordedReplay recorded(pair.before);
        ProfilerOverhead overhead(recorded.trace(), recorded.launches());
        std::vector<ReplayEdit> both = withoutProfiler(recorded.trace(), overhead);
        const Duration before = recorded.replay().windowWith(both);
        both.insert(both.end(), pair.edits.begin(), pair.edits.end());
        const Duration after = recorded.replay().windowWith(both);
        const double predicted = -percentOf(before - after, before);
        const double miss = std::abs(predicted - pair.change());
        EXPECT_LE(miss, 8.0) << predicted << " % against " << pair.change() << " %";
        RecordProperty(pair.before,
                       std::to_string(predicted) + " against " + std::to_string(pair.change()));
        sum += miss;
    }
    EXPECT_LE(sum / static_cast<double>(pairs.size()), 2.75);
}

// Six steps of each program took this without the profiler, in ms: the median of five runs.
TEST(RecordedReplayTest, PredictsTheMedianStepWithoutTheProfiler) {
    struct Run {
        const char* name;
        double took = 0;
    };
    const std::vector<Run> runs{
        {"copy_before", 7.854},        {"copy_after", 4.160},         {"graph_small_before", 7.589},
        {"graph_small_after", 1.023},  {"host_small_before", 25.832}, {"host_small_after", 7.653},
        {"optimizer_foreach", 13.263}, {"optimizer_fused", 3.564},    {"optimizer_loop", 105.622},
        {"sync_small_before", 4.711},  {"sync_small_after", 3.681},   {"sync_large_before", 36.855},
        {"sync_large_after", 35.100},
    };
    double sum = 0;
    for (const Run& run : runs) {
        SCOPED_TRACE(run.name);
        const RecordedReplay recorded(run.name);
        ProfilerOverhead overhead(recorded.trace(), recorded.launches());
        const std::vector<ReplayEdit> edits = withoutProfiler(recorded.trace(), overhead);
        const auto step =
            recorded.replay().timeline(edits, recorded.analysis().steps.markers.host).step;
        ASSERT_TRUE(step.has_value());
        const double predicted = static_cast<double>(step->count()) / 1e6;
        const double miss = 100 * std::abs(predicted - run.took / 6) / (run.took / 6);
        EXPECT_LE(miss, 14) << predicted << " ms against " << run.took / 6;
        RecordProperty(run.name, std::to_string(miss));
        sum += miss;
    }
    EXPECT_LE(sum / static_cast<double>(runs.size()), 4.0);
}

TEST(RecordedReplayTest, PredictsWhatRemovingOneCauseChanged) {
    using Edits = std::vector<ReplayEdit>;
    const auto noSync = [](const RecordedReplay& r) -> const Edits {
        return withoutSynchronize(r);
    };
    const auto noBookkeeping = [](const RecordedReplay& r) -> const Edits {
        return r.everywhere(Kind::ScaleHost, "bookkeeping");
    };
    const auto asGraph = [](const RecordedReplay& r) -> const Edits {
        return r.everywhere(Kind::GraphLaunch, "step");
    };
    const auto pinned = [](const RecordedReplay& r) -> const Edits { return withPinnedCopies(r); };
    const auto foreachOp = [](const RecordedReplay& r) -> const Edits { return withForeach(r); };
    const std::vector<Pair> pairs{
        compare("sync_small_before", "sync_small_after", false, noSync),
        compare("sync_large_before", "sync_large_after", false, noSync),
        compare("host_small_before", "host_small_after", false, noBookkeeping),
        compare("host_large_before", "host_large_after", true, noBookkeeping),
        compare("graph_small_before", "graph_small_after", false, asGraph),
        compare("graph_large_before", "graph_large_after", true, asGraph),
        compare("copy_before", "copy_after", false, pinned),
        compare("optimizer_loop", "optimizer_foreach", false, foreachOp),
    };
    double sum = 0;
    for (const Pair& pair : pairs) {
        SCOPED_TRACE(pair.before);
        EXPECT_LE(pair.miss(), 8.0) << pair.predicted << " % against " << pair.traced << " %";
        RecordProperty(pair.before,
                       std::to_string(pair.predicted) + " against " + std::to_string(pair.traced));
        sum += pair.miss();
    }
    EXPECT_LE(sum / static_cast<double>(pairs.size()), 3.0);
    EXPECT_NEAR(pairs[3].predicted, 0, 0.2);  // GPU-bound: host work is free
}

}  // namespace
}  // namespace gaplight::test
