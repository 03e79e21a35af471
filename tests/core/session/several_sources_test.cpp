// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// One trace of two sources whose pids, tids, devices, streams, correlations and flow ids are equal:
// nothing of one may be taken for something of the other.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/analysis/analysis.h"
#include "core/detectors/engine/detector.h"
#include "core/detectors/engine/finding_set.h"
#include "core/index/flow_index.h"
#include "core/index/launch_index.h"
#include "core/index/search.h"
#include "core/report/trace/report.h"
#include "core/scene/layout/counter_curves.h"
#include "core/scene/layout/track_layout.h"
#include "core/session/arg_keys.h"
#include "core/trace/trace.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr GpuId kFirstGpu(SourceId(0), 0);
constexpr GpuId kSecondGpu(SourceId(1), 0);

// A rank: two kernels a step, with a gap of `gap` between them that a function of its own fills.
TraceDsl rank(int number, std::int64_t gap) {
    const std::string suffix = " of " + std::to_string(number);
    TraceDsl t;
    t.rank(number, 2);
    const auto host = t.thread("main");
    const auto worker = t.thread("worker");
    const auto stream = t.stream(0, 7);
    for (std::int64_t begin = 0; begin < 10 * kMs; begin += 2 * kMs) {
        t.kernel(stream, {begin + 20 * kUs, begin + 120 * kUs},
                 t.launch(host, {begin, begin + 10 * kUs}), "first" + suffix);
        const std::int64_t next = begin + 120 * kUs + gap;
        t.python(host, {begin + 20 * kUs, next - 20 * kUs}, "work.py(3): prepare" + suffix);
        t.kernel(stream, {next, next + 100 * kUs},
                 t.launch(host, {next - 10 * kUs, next - 5 * kUs}), "second" + suffix);
    }
    t.op(worker, {0, 50 * kUs}, "forward" + suffix);
    t.op(host, {11 * kMs, 11 * kMs + 50 * kUs}, "backward" + suffix);
    t.flow(worker, 0, host, 11 * kMs, "fwdbwd");
    t.counter(host, 1, "load", number);
    t.memory(host, 5, 64, 1024, 1024 * (number + 1));
    return t;
}

class SeveralSources : public ::testing::Test {
protected:
    SeveralSources() : trace(traceOfSources({rank(0, 200 * kUs), rank(1, 800 * kUs)})) {}

    SourceId sourceNamed(SliceId slice) const {
        return SourceId(trace->name(slice).ends_with("of 1") ? 1U : 0U);
    }

    std::shared_ptr<const Trace> trace;
};

TEST_F(SeveralSources, HaveTheirOwnProcessesTracksAndGpus) {
    ASSERT_EQ(trace->sources().size(), 2U);
    EXPECT_EQ(trace->sources()[1].rank, 1);
    ASSERT_EQ(trace->tracks().size(), 6U);
    EXPECT_EQ(trace->processes().size(), 4U);
    for (std::size_t at = 0; at < 3; ++at) {
        const Track& a = trace->tracks()[at];
        const Track& b = trace->tracks()[at + 3];
        EXPECT_EQ(a.tid, b.tid);
        EXPECT_EQ(a.sliceCount, b.sliceCount);
        EXPECT_EQ(a.rows, b.rows);
        EXPECT_EQ(a.overlapping, 0U);
        EXPECT_EQ(b.overlapping, 0U);
        EXPECT_EQ(trace->sourceOf(TrackId(at)), SourceId(0));
        EXPECT_EQ(trace->sourceOf(TrackId(at + 3)), SourceId(1));
    }
    for (std::size_t at = 0; at < trace->slices().size(); ++at) {
        const std::string_view name = trace->name(SliceId(at));
        if (name.find(" of ") != std::string_view::npos) {
            EXPECT_EQ(trace->sourceOf(SliceId(at)), sourceNamed(SliceId(at))) << name;
        }
    }
    for (const GpuActivity& activity : trace->gpuActivities()) {
        EXPECT_EQ(activity.gpu, GpuId(sourceNamed(activity.slice), 0));
    }
    EXPECT_EQ(trace->gpuLabel(kFirstGpu), "rank 0 · GPU 0");
    EXPECT_EQ(trace->gpuLabel(kSecondGpu), "rank 1 · GPU 0");
}

TEST_F(SeveralSources, LaunchesAndArrowsStayInside) {
    const LaunchIndex launches = LaunchIndex::build(*trace);
    ASSERT_EQ(launches.launches().size(), 20U);
    for (std::size_t at = 0; at < trace->gpuActivities().size(); ++at) {
        const SliceId activity = trace->gpuActivities()[at].slice;
        const SliceId call = launches.launchOf(ActivityId(at));
        ASSERT_TRUE(call.isValid());
        EXPECT_EQ(trace->sourceOf(call), trace->sourceOf(activity));
        EXPECT_EQ(*trace->correlations().find(call), *trace->correlations().find(activity));
    }
    const FlowIndex flows = FlowIndex::build(*trace);
    ASSERT_EQ(trace->flows().size(), 2U);
    for (const Flow& flow : trace->flows()) {
        EXPECT_EQ(sourceNamed(flow.from), sourceNamed(flow.to));
        EXPECT_EQ(flows.from(*trace, flow.from).size(), 1U);
        EXPECT_EQ(flows.to(*trace, flow.to).size(), 1U);
    }
    EXPECT_TRUE(trace->issues().empty());
}

TEST(SeveralSourcesLaunches, AreNotBoundAcrossSources) {
    TraceDsl host;
    host.launch(host.thread("main"), {0, 10});
    TraceDsl device;
    device.kernel(device.stream(0, 7), {20, 30}, 1);
    const auto trace = traceOfSources({host, device});
    const LaunchIndex launches = LaunchIndex::build(*trace);
    EXPECT_FALSE(launches.launchOf(ActivityId(0)).isValid());
    EXPECT_EQ(trace->gpuLabel(kSecondGpu), "source 1 · GPU 0") << "no ranks were recorded";
}

TEST_F(SeveralSources, GapsAndBusyTimeAreOfOneGpu) {
    const Analysis analysis = analyze(*trace, LaunchIndex::build(*trace));
    ASSERT_EQ(analysis.devices.size(), 2U);
    for (const DeviceAnalysis& device : analysis.devices) {
        EXPECT_EQ(device.totals.kernels, 10U);
        EXPECT_EQ(device.totals.busy, std::chrono::milliseconds(1));
        EXPECT_EQ(device.totals.streams, 1U);
        EXPECT_EQ(device.gaps.size(), 9U);
        for (const Gap& gap : device.gaps) {
            EXPECT_EQ(trace->sourceOf(gap.activity), device.totals.gpu.source);
            EXPECT_EQ(trace->sourceOf(gap.launch), device.totals.gpu.source);
        }
    }
    EXPECT_EQ(analysis.devices[0].totals.gpu, kFirstGpu);
    EXPECT_EQ(analysis.devices[1].totals.gpu, kSecondGpu);
    EXPECT_EQ(analysis.devices[0].gaps[0].length(), Duration(200 * kUs));
    EXPECT_EQ(analysis.devices[1].gaps[0].length(), Duration(800 * kUs));
}

// The same events as two traces give the same figures: what stands beside a source is nothing to
// it.
TEST_F(SeveralSources, FiguresAreThoseOfEachAlone) {
    const Analysis both = analyze(*trace, LaunchIndex::build(*trace));
    const TraceDsl alone[] = {rank(0, 200 * kUs), rank(1, 800 * kUs)};
    for (std::size_t at = 0; at < 2; ++at) {
        const auto one = alone[at].trace();
        const Analysis analysis = analyze(*one, LaunchIndex::build(*one));
        ASSERT_EQ(analysis.devices.size(), 1U);
        EXPECT_EQ(both.devices[at].totals.idle, analysis.devices[0].totals.idle);
        EXPECT_EQ(both.devices[at].idleByTrigger, analysis.devices[0].idleByTrigger);
        EXPECT_EQ(both.devices[at].idleByActivity, analysis.devices[0].idleByActivity);
        EXPECT_EQ(both.devices[at].launchDelays.queueEmpty.count,
                  analysis.devices[0].launchDelays.queueEmpty.count);
    }
}

TEST_F(SeveralSources, LayoutHasAGroupForEach) {
    const std::vector<CounterCurve> counters = counterCurves(*trace);
    const TrackLayout layout = TrackLayout::build(*trace, counters);
    std::vector<std::string> titles;
    for (const Group& group : layout.groups()) {
        titles.push_back(group.title);
    }
    EXPECT_THAT(titles, ElementsAre("rank 0 · GPU 0", "rank 1 · GPU 0", "rank 0 · process 434",
                                    "rank 1 · process 434"));
    EXPECT_EQ(layout.pinnedLanes().size(), 4U);  // with the queue of each
    std::vector<std::string> keys;
    for (const Lane& lane : layout.lanes()) {
        keys.push_back(lane.key);
    }
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(std::adjacent_find(keys.begin(), keys.end()), keys.end()) << "keys are unique";
    std::vector<double> allocated;
    for (const CounterCurve& curve : counters) {
        if (curve.gpu) {
            allocated.push_back(*curve.valueAt(timeFromNs(kMs)));
            EXPECT_EQ(curve.gpu->source, allocated.back() == 1024 ? SourceId(0) : SourceId(1));
        }
    }
    EXPECT_THAT(allocated, ElementsAre(1024, 1024, 2048, 2048));
}

TEST_F(SeveralSources, FindingsAndReportsNameTheirGpu) {
    const LaunchIndex launches = LaunchIndex::build(*trace);
    const Analysis analysis = analyze(*trace, launches);
    const ArgLookup noArgs = [](SliceId, DetailField) { return std::string(); };
    const FindingSet findings = detect(*trace, launches, analysis, noArgs);
    std::size_t idle = 0;
    std::size_t named = 0;  // of them, with the function that fills the gaps
    for (const Finding& finding : findings.findings) {
        for (const Evidence& evidence : finding.evidence) {
            EXPECT_TRUE(!finding.where.gpu || !evidence.gpu.isValid() ||
                        evidence.gpu == *finding.where.gpu);
            EXPECT_TRUE(!evidence.gpu.isValid() ||
                        trace->sourceOf(evidence.track) == evidence.gpu.source);
        }
        if (finding.rule == "gpu-idle") {
            ++idle;
            ASSERT_TRUE(finding.where.gpu);
            EXPECT_THAT(finding.title, HasSubstr(trace->gpuLabel(*finding.where.gpu)));
            const std::string own = std::to_string(finding.where.gpu->source.index());
            const std::string text = finding.title + finding.why;
            if (text.find("prepare") != std::string::npos) {
                ++named;
                EXPECT_THAT(text, AllOf(HasSubstr("of " + own),
                                        Not(HasSubstr(own == "0" ? "of 1" : "of 0"))));
            }
        }
    }
    EXPECT_GE(idle, 2U);
    EXPECT_GE(named, 2U);

    const ReportSubject subject{*trace, analysis, findings, {}};
    const std::string text = analyzeText(subject, PageStyle::Plain);
    EXPECT_THAT(text, AllOf(HasSubstr("rank 0 · GPU 0"), HasSubstr("rank 1 · GPU 0")));
    const auto json = nlohmann::json::parse(analyzeJson(subject));
    ASSERT_EQ(json["sources"].size(), 2U);
    EXPECT_EQ(json["sources"][1]["source"], 1);
    EXPECT_EQ(json["sources"][1]["rank"], 1);
    ASSERT_EQ(json["devices"].size(), 2U);
    EXPECT_EQ(json["devices"][1]["device"], 0);
    EXPECT_EQ(json["devices"][1]["gpu"], nlohmann::json({{"source", 1}, {"device", 0}}));
    const auto info = nlohmann::json::parse(infoJson(subject));
    EXPECT_EQ(info["devices"].size(), 2U);
    EXPECT_EQ(std::count_if(info["tracks"].begin(), info["tracks"].end(),
                            [](const auto& track) {
                                return track["gpu"].is_object() && track["gpu"]["source"] == 1;
                            }),
              1);
}

// Details of one source: one arg for every event, whose key names the source.
class DetailsOfSource : public EventDetails {
public:
    explicit DetailsOfSource(std::string name) : m_name(std::move(name)) {}

    [[nodiscard]] Result<std::vector<Arg>> args(EventId /*event*/) const override {
        return std::vector<Arg>{{m_name, "1"}};
    }
    [[nodiscard]] Result<std::string> raw(EventId /*event*/) const override { return m_name; }
    [[nodiscard]] Result<std::string> field(EventId /*event*/,
                                            DetailField /*field*/) const override {
        return m_name;
    }

private:
    std::string m_name;
};

TEST_F(SeveralSources, DetailsAreReadFromTheSourceOfTheSlice) {
    const TraceDetails details(trace, {std::make_shared<const DetailsOfSource>("of 0"),
                                       std::make_shared<const DetailsOfSource>("of 1")});
    Result<ArgKeys> keys = ArgKeys::read(details);
    ASSERT_TRUE(keys);
    EXPECT_EQ(keys->setCount(), 3U);
    for (std::size_t at = 0; at < trace->slices().size(); ++at) {
        const SliceId slice(at);
        const std::string own = "of " + std::to_string(trace->sourceOf(slice).index());
        EXPECT_THAT(details.args(slice).value(), ElementsAre(Arg{own, "1"}));
        EXPECT_EQ(details.raw(slice), own);
        EXPECT_EQ(details.field(slice, DetailField::InputDims), own);
        EXPECT_THAT(keys->keysOf(slice), ElementsAre(own));
    }
    for (const char* name : {"of 0", "of 1"}) {
        for (const SliceId found : keys->search(*patternOf({name}))) {
            EXPECT_EQ(details.raw(found), name);
        }
        EXPECT_EQ(keys->search(*patternOf({name})).size(), trace->slices().size() / 2);
    }
}

// Two GPUs of which one lost what its graphs ran: the idle time of the other is still judged.
TEST(GraphRecords, AreJudgedForEachGpu) {
    TraceDsl t;
    for (int device = 0; device < 2; ++device) {
        const auto host = t.thread("thread of GPU " + std::to_string(device));
        const auto stream = t.stream(device, 7);
        t.kernel(stream, {20, 40}, t.launch(host, {0, 10}));
        for (std::int64_t now = 100; now < 600; now += 100) {
            const std::uint64_t call = t.call(host, {now, now + 10}, "cudaGraphLaunch");
            if (device == 0) {
                t.kernel(stream, {now + 20, now + 50}, call);
            }
        }
        t.kernel(stream, {720, 740}, t.launch(host, {700, 710}));
    }
    const auto trace = t.trace();
    const Analysis analysis = analyze(*trace, LaunchIndex::build(*trace));
    ASSERT_EQ(analysis.devices.size(), 2U);
    EXPECT_FALSE(analysis.devices[0].graphsUnderRecorded);
    EXPECT_TRUE(analysis.devices[1].graphsUnderRecorded);
}

TEST(GraphRecords, OfOneSourceSayNothingAboutAnother) {
    TraceDsl lost;
    const auto host = lost.thread("main");
    lost.kernel(lost.stream(0, 7), {0, 10});
    lost.call(host, {20, 30}, "cudaGraphLaunch");
    const auto trace = traceOfSources({rank(0, 200 * kUs), lost});
    const Analysis analysis = analyze(*trace, LaunchIndex::build(*trace));
    ASSERT_EQ(analysis.devices.size(), 2U);
    EXPECT_FALSE(analysis.devices[0].graphsUnderRecorded);
    EXPECT_TRUE(analysis.devices[1].graphsUnderRecorded);
}

}  // namespace
}  // namespace gaplight::test
