// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/trace_verdict.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/rules.h"
#include "core/io/byte_source.h"
#include "core/session/session.h"
#include "tests/core/analysis/analyzed.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

std::string verdictText(const test::TraceDsl& t) {
    const test::Analyzed result(t);
    const FindingSet findings;
    return verdictOf({*result.trace, result.analysis, findings, {}}).text();
}

// With the shorter words of all parts that have some.
std::string briefText(const TraceVerdict& verdict) {
    std::string text;
    for (const TraceVerdictPart& part : verdict.parts) {
        text += part.brief.empty() ? part.text : part.brief;
    }
    return text;
}

TEST(TraceVerdict, NamesTheFunctionsWithMostSelfTimeWithoutGpuWork) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.slice(host, {0, 1000}, "python_function", "model.py(3): forward");
    t.slice(host, {100, 700}, "python_function", "data.py(9): load");
    EXPECT_EQ(verdictText(t),
              "No GPU activity that Gaplight knows in this file. Most self time: load · data.py(9) "
              "60.0\u2009%, forward · model.py(3) 40.0\u2009%.");
}

// By its last part alone each of these would be "parse".
TEST(TraceVerdict, NamesFunctionsOfTheHostInFull) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.slice(host, {0, 600}, "function", "parse<Catalog>::parse");
    t.slice(host, {600, 1000}, "function", "json::parse<Performance>");
    EXPECT_EQ(verdictText(t),
              "No GPU activity that Gaplight knows in this file. Most self time: "
              "parse<Catalog>::parse 60.0\u2009%, json::parse<Performance> 40.0\u2009%.");
}

// Waits cost nothing by themselves; what is below a share of them is not said.
TEST(TraceVerdict, TellsWaitsFromWorkWithoutGpuWork) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.slice(host, {0, 800}, "FEE", "time.sleep");
    t.slice(host, {800, 900}, "FEE", "_thread.lock.acquire");
    t.slice(host, {900, 1000}, "FEE", "parse");
    EXPECT_EQ(verdictText(t),
              "No GPU activity that Gaplight knows in this file. 90.0\u2009% of 1.00\u2009µs on "
              "host threads is waiting, most of it in time.sleep 80.0\u2009%. Most self time in "
              "work: parse 10.0\u2009%.");
    t.slice(host, {1000, 100'000}, "FEE", "parse");
    EXPECT_EQ(verdictText(t),
              "No GPU activity that Gaplight knows in this file. Most self time: parse "
              "99.1\u2009%.");
}

TEST(TraceVerdict, HasNoWorkToNameWhereAllIsWaiting) {
    test::TraceDsl t;
    t.slice(t.thread("main"), {0, 800}, "FEE", "time.sleep");
    EXPECT_THAT(verdictText(t), testing::EndsWith("most of it in time.sleep 100\u2009%."));
}

TEST(TraceVerdict, NamesTheCriticalPathOfABuild) {
    test::TraceDsl t;
    const auto path = t.thread("Critical Path");
    t.slice(path, {0, 300'000}, "critical path component", "action 'a'");
    t.slice(path, {300'000, 800'000}, "critical path component", "action 'b'");
    t.slice(t.thread("evaluator"), {0, 1'000'000}, "general information", "build");
    EXPECT_EQ(
        verdictText(t),
        "No GPU activity that Gaplight knows in this file. The critical path takes 800\u2009µs "
        "of 1.00\u2009ms, longest: action 'b' 500\u2009µs. Most self time: build "
        "100\u2009%.");
}

// The GPU's part of a file is often its last.
TEST(TraceVerdict, SaysThatACutFileMayHaveHadGpuWork) {
    const auto source = byteSourceFromMemory(
        R"([{"ph":"X","cat":"cpu_op","name":"step","pid":1,"tid":1,"ts":0,"dur":90},
{"ph":"X","cat":"cpu_op","name":"load","pid":1,"tid":1,"ts":20,"dur":10},
{"ph":"X","cat":"kernel","na)");
    ASSERT_TRUE(source);
    const auto session = openSession("cut.json", **source);
    ASSERT_TRUE(session);
    const Session& cut = **session;
    const std::string text = verdictOf({*cut.trace, cut.analysis, cut.findings, {}}).text();
    EXPECT_TRUE(
        text.starts_with("The file is cut: the last slice in it begins after "
                         "20.0\u2009µs. It has no GPU activity, which a profiler"))
        << text;
}

// A window of no length has no shares.
TEST(TraceVerdict, HoldsForWorkOfNoLength) {
    test::TraceDsl t;
    t.kernel(t.stream(0, 7), {500, 500});
    EXPECT_TRUE(verdictText(t).starts_with("The GPU computes ")) << verdictText(t);
}

TEST(TraceVerdict, HasNothingToNameInAnEmptyFile) {
    EXPECT_EQ(verdictText(test::TraceDsl()), "No GPU activity that Gaplight knows in this file.");
}

// Two findings below the floor of a warning, which gain 4 % of 1 ms together.
TEST(TraceVerdict, StatesWhatSmallFindingsGainTogether) {
    test::TraceDsl t;
    t.kernel(t.stream(0, 7), {0, 1'000'000});
    const test::Analyzed result(t);
    FindingSet findings;
    findings.findings.resize(2);
    findings.replay.pricedWindow = std::chrono::milliseconds(1);
    const auto text = [&] {
        return verdictOf({*result.trace, result.analysis, findings, {}}).text();
    };
    findings.combinedSaving = std::chrono::microseconds(9);
    EXPECT_EQ(text(),
              "The GPU computes 100\u2009% of 1.00\u2009ms. No rule found more than 1 % to gain.");
    findings.combinedSaving = std::chrono::microseconds(40);
    EXPECT_EQ(text(),
              "The GPU computes 100\u2009% of 1.00\u2009ms. 40.0\u2009µs (4.0\u2009%) to gain.");
    findings.replay.unprofiled = {0.8, 0.1};
    EXPECT_THAT(text(), testing::EndsWith(" to gain. Without the profiler: about 800\u2009µs (± "
                                          "100\u2009µs)."));
    EXPECT_THAT(briefText(verdictOf({*result.trace, result.analysis, findings, {}})),
                testing::EndsWith(" to gain. Without the profiler: about 800\u2009µs."));
    findings.replay.unprofiled = {0.8, 0.3};
    EXPECT_THAT(text(), testing::EndsWith(" to gain."));
}

// What launches make while a graph is captured does not run, so that shares of it say nothing.
TEST(TraceVerdict, OfGraphCaptureSaysSo) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.call(host, {1'000, 2'000}, "cudaStreamBeginCapture");
    t.call(host, {5'000'000, 5'001'000}, "cudaStreamEndCapture");
    t.call(host, {5'002'000, 5'500'000}, "cudaGraphInstantiate");
    t.kernel(t.stream(0, 7), {10'000, 12'000}, t.launch(host, {5'000, 6'000}));
    const test::Analyzed result(t);
    FindingSet findings;
    findings.findings.resize(1);
    EXPECT_THAT(verdictOf({*result.trace, result.analysis, findings, {}}).text(),
                testing::StartsWith("This is mostly graph capture, in which launches are recorded "
                                    "and do not run: the GPU runs only 1 kernel or copy, for "
                                    "2.00\u2009µs of "));
}

// A saving is of both: what recording costs in the gaps of a cause is another part of the bar.
TEST(TraceVerdict, SaysWhatRecordingTakesInTheGapsOfACause) {
    test::TraceDsl t;
    t.kernel(t.stream(0, 7), {0, 10'000});
    t.kernel(t.stream(0, 7), {90'000, 100'000});
    const test::Analyzed result(t);
    FindingSet findings;
    const auto explanationOf = [&](int recording) {
        findings.explanations = {{result.analysis.devices.at(0).totals.gpu,
                                  Duration(100'000),
                                  {{{GapReasonKind::ByRule, findDetector("launch-bound")},
                                    Duration(80'000 - recording)}},
                                  {0},
                                  {static_cast<std::uint32_t>(recording)}}};
        const ReportSubject subject{*result.trace, result.analysis, findings, {}};
        for (const GpuTimeShare& share : verdictShares(subject)) {
            if (share.label == "idle: launch-bound") {
                return share.explanation;
            }
        }
        return std::string();
    };
    EXPECT_THAT(explanationOf(30'000), testing::HasSubstr("Recording takes another 30.0\u2009µs"));
    EXPECT_THAT(explanationOf(0), testing::Not(testing::HasSubstr("Recording")));
}

// Most of the idle time has one reason, whose rule has words of its own; else the class has.
TEST(TraceVerdict, NamesTheReasonOfMostIdleTime) {
    test::TraceDsl t;
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {0, 10'000});
    t.kernel(stream, {90'000, 100'000});
    const test::Analyzed result(t);
    FindingSet findings;
    const auto text = [&](std::int64_t ofJitter) {
        const GpuId gpu = result.analysis.devices.at(0).totals.gpu;
        findings.explanations = {
            {gpu,
             Duration(100'000),
             {{{GapReasonKind::ByRule, findDetector("host-jitter")}, Duration(ofJitter)},
              {{GapReasonKind::ByRule, findDetector("gpu-idle")}, Duration(80'000 - ofJitter)}},
             {0},
             {0}}};
        return verdictOf({*result.trace, result.analysis, findings, {}}).text();
    };
    EXPECT_THAT(text(60'000), testing::HasSubstr("mostly because of host jitter."));
    EXPECT_THAT(text(30'000), testing::HasSubstr("mostly while the host runs other code."));
}

// Copies that a process makes once when it starts up are first use, not part of what is left.
TEST(TraceVerdict, CountsUploadsAsFirstUse) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.call(host, {0, 50'000}, "cudaMalloc");
    t.memcpy(stream, {1'000'000, 6'000'000}, t.call(host, {990'000, 6'010'000}, "cudaMemcpyAsync"));
    t.kernel(stream, {8'000'000, 12'000'000}, t.launch(host, {7'990'000, 8'000'000}));
    const test::Analyzed result(t);
    ASSERT_FALSE(result.analysis.firstUse.uploads().empty());
    FindingSet findings;
    findings.replay.trusted = true;
    findings.replay.pricedWindow = std::chrono::milliseconds(5);
    const ReportSubject subject{*result.trace, result.analysis, findings, {}};
    EXPECT_EQ(verdictOf(subject).text(),
              "First use takes 6.00\u2009ms of 11.0\u2009ms. In the other 5.00\u2009ms the GPU "
              "computes 80.0\u2009% and is idle 20.0\u2009%.");
    EXPECT_EQ(briefText(verdictOf(subject)),
              "In the 5.00\u2009ms without first use the GPU computes 80.0\u2009% and is idle "
              "20.0\u2009%.");
    // The parts of the bar are as long as they say; what is left out is no part of it.
    const std::vector<GpuTimeShare> bar = verdictShares(subject);
    ASSERT_EQ(bar.size(), 3U);
    EXPECT_TRUE(bar[0].isApart && !bar[1].isApart && !bar[2].isApart);
    EXPECT_EQ(bar[0].label + " " + bar[0].shareText, "first use 6.00\u2009ms");
    EXPECT_EQ(bar[0].share, 0);
    EXPECT_EQ(bar[1].share, 0.8);
    EXPECT_EQ(bar[2].share, 0.2);
}

// The GPU looks idle while it runs what the capture does not show, which is no idle time.
TEST(TraceVerdict, LeavesOutWorkFromBeforeTheCapture) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 3);
    t.kernel(t.stream(0, 2), {10'000, 20'000}, t.launch(host, {0, 5'000}));
    t.kernel(stream, {40'000'000, 50'000'000}, t.launch(host, {20'000, 25'000}));
    EXPECT_EQ(verdictText(t),
              "The GPU runs work from before the capture for 40.0\u2009ms of 50.0\u2009ms. In the "
              "other 10.0\u2009ms the GPU computes 100\u2009%.");
    const test::Analyzed result(t);
    EXPECT_EQ(kEarlierWork, causeName({GapReasonKind::EarlierWork}));
    const FindingSet findings;
    const ReportSubject subject{*result.trace, result.analysis, findings, {}};
    for (const GpuTimeShare& share : gpuTimeShares(subject)) {
        EXPECT_EQ(share.label == kEarlierWork, share.time == std::chrono::nanoseconds(39'980'000))
            << share.label;
        EXPECT_FALSE(share.idleClass) << share.label;
    }
}

// What runs before the window is in no share, but on the timeline: it is said, and beside the bar.
TEST(TraceVerdict, SaysWhatRunsBeforeTheWindow) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.op(host, {0, 100'000}, "op");
    t.kernel(stream, {100'000, 500'000});
    t.kernel(stream, {500'000, 1'000'000}, t.launch(host, {50'000, 60'000}));
    const test::Analyzed result(t);
    ASSERT_EQ(result.analysis.devices.at(0).totals.beforeCapture, 1U);
    const FindingSet findings;
    const ReportSubject subject{*result.trace, result.analysis, findings, {}};
    EXPECT_EQ(verdictOf(subject).text(),
              "Work from before the capture runs for 400\u2009µs first, which is not counted. The "
              "GPU computes 100\u2009% of 500\u2009µs.");
    const std::vector<GpuTimeShare> bar = verdictShares(subject);
    ASSERT_EQ(bar.size(), 2U);
    EXPECT_TRUE(bar[0].isApart);
    EXPECT_EQ(bar[0].label + " " + bar[0].shareText, "work from before the capture 400\u2009µs");
    EXPECT_EQ(bar[1].share, 1);
}

// Before the window nothing is known of a time without work: it is not work from before.
TEST(TraceVerdict, TimeAfterEarlierWorkIsNotWork) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.op(host, {0, 1'000'000}, "op");
    t.kernel(stream, {0, 5'000});
    t.kernel(stream, {600'000, 1'000'000}, t.launch(host, {50'000, 60'000}));
    const test::Analyzed result(t);
    ASSERT_EQ(result.analysis.devices.at(0).totals.beforeCapture, 1U);
    const FindingSet findings;
    const ReportSubject subject{*result.trace, result.analysis, findings, {}};
    EXPECT_EQ(
        verdictOf(subject).text(),
        "GPU work spans 400\u2009µs of the 1.00\u2009ms recorded. The GPU computes 100\u2009% "
        "of 400\u2009µs.");
}

// The GPU is idle for 80 of 100 µs.
class VerdictOfIdleTime : public ::testing::Test {
protected:
    VerdictOfIdleTime() {
        m_dsl.kernel(m_dsl.stream(0, 7), {0, 10'000});
        m_dsl.kernel(m_dsl.stream(0, 7), {90'000, 100'000});
    }
    static Finding at(const char* annotation, std::int64_t idle) {
        Finding finding;
        finding.rule = "host-hotspot";
        finding.severity = Severity::Warning;
        finding.where.annotation = annotation;
        finding.cost.gpuIdle = Duration(idle);
        return finding;
    }
    std::string text(std::vector<Finding> all, const char* rule = "host-hotspot") {
        const test::Analyzed result(m_dsl);
        FindingSet findings;
        findings.findings = std::move(all);
        findings.explanations = {{result.analysis.devices.at(0).totals.gpu,
                                  Duration(100'000),
                                  {{{GapReasonKind::ByRule, findDetector(rule)}, Duration(80'000)}},
                                  {0},
                                  {0}}};
        return verdictOf({*result.trace, result.analysis, findings, {}}).text();
    }

    test::TraceDsl m_dsl;
};

// One place where it has most of the time, two where they have it together; else none.
TEST_F(VerdictOfIdleTime, NamesThePlacesThatHaveMostOfIt) {
    EXPECT_THAT(text({at("load", 50'000), at("save", 20'000)}),
                testing::HasSubstr("because of a host hotspot in load."));
    EXPECT_THAT(text({at("load", 30'000), at("save", 20'000)}),
                testing::HasSubstr("because of a host hotspot in load and save."));
    EXPECT_THAT(text({at("load", 30'000), at("load", 20'000)}),
                testing::HasSubstr("because of a host hotspot in load."));
    EXPECT_THAT(text({at("load", 30'000), at("save", 9'000)}),
                testing::HasSubstr("because of a host hotspot."));
}

// Causes that have nothing in common are no main cause together: the largest one is named.
TEST_F(VerdictOfIdleTime, NamesTheLargestOfUnrelatedCauses) {
    const test::Analyzed result(m_dsl);
    FindingSet findings;
    const auto textOf = [&](GapReasonKind largest, std::int64_t time) {
        findings.explanations = {
            {result.analysis.devices.at(0).totals.gpu,
             Duration(100'000),
             {{{largest, nullptr}, Duration(time)},
              {{GapReasonKind::Profiler, nullptr}, Duration((80'000 - time) / 2)},
              {{GapReasonKind::CaptureEdge, nullptr}, Duration((80'000 - time) / 2)}},
             {0},
             {0}}};
        return verdictOf({*result.trace, result.analysis, findings, {}}).text();
    };
    EXPECT_THAT(textOf(GapReasonKind::HostNotRecorded, 32'000),
                testing::HasSubstr("is idle 80.0\u2009%, 40.0\u2009% of it where the host was not "
                                   "recorded."));
    findings.explanations.front().parts.front().time = Duration(20'000);
    EXPECT_THAT(verdictOf({*result.trace, result.analysis, findings, {}}).text(),
                testing::EndsWith("is idle 80.0\u2009%."));
    EXPECT_THAT(textOf(GapReasonKind::AlreadyLaunched, 60'000),
                testing::HasSubstr("mostly with the next work launched already."));
    EXPECT_THAT(textOf(GapReasonKind::FirstUse, 60'000),
                testing::HasSubstr("mostly because of first use."));
}

// The bar names the cause with the word of the sentence: of the rule, where it explains nearly all.
TEST_F(VerdictOfIdleTime, HasTheWordOfTheBar) {
    const test::Analyzed result(m_dsl);
    FindingSet findings;
    const auto labelOf = [&](std::string_view rule) {
        findings.explanations = {{result.analysis.devices.at(0).totals.gpu,
                                  Duration(100'000),
                                  {{{GapReasonKind::ByRule, findDetector(rule)}, Duration(80'000)}},
                                  {0},
                                  {0}}};
        const ReportSubject subject{*result.trace, result.analysis, findings, {}};
        EXPECT_EQ(verdictShares(subject).back().label, gpuTimeShares(subject).back().label);
        return verdictShares(subject).back().label + " | " + verdictOf(subject).text();
    };
    EXPECT_THAT(labelOf("graph-capture-in-loop"),
                testing::AllOf(testing::StartsWith("idle: graph capture | "),
                               testing::HasSubstr("mostly because of graph capture.")));
    EXPECT_THAT(labelOf("launch-bound"),
                testing::AllOf(testing::StartsWith("idle: launch-bound | "),
                               testing::HasSubstr("mostly launch-bound: ")));
    EXPECT_THAT(labelOf("tiny-kernels"),
                testing::AllOf(testing::StartsWith("idle: tiny kernels | "),
                               testing::HasSubstr("mostly because of tiny kernels.")));
}

// A part of a recording without GPU work is said first; a window of nearly all needs no word.
TEST(TraceVerdict, SaysHowMuchOfARecordingHasGpuWork) {
    test::TraceDsl t;
    t.op(t.thread("main"), {0, 1'000'000}, "load");
    t.kernel(t.stream(0, 7), {100'000, 500'000});
    EXPECT_TRUE(
        verdictText(t).starts_with("GPU work spans 400\u2009µs of the 1.00\u2009ms "
                                   "recorded. The GPU computes 100\u2009% of 400\u2009µs"))
        << verdictText(t);
    t.kernel(t.stream(0, 7), {500'000, 900'000});
    EXPECT_TRUE(verdictText(t).starts_with("The GPU computes 100\u2009% of 800\u2009µs"))
        << verdictText(t);
}

// Windows of several GPUs are summed.
TEST(TraceVerdict, SaysThatTheTimeOfSeveralGpusIsASum) {
    test::TraceDsl t;
    t.kernel(t.stream(0, 7), {0, 1'000'000});
    t.kernel(t.stream(1, 7), {0, 1'000'000});
    EXPECT_TRUE(
        verdictText(t).starts_with("The 2 GPUs compute 100\u2009% of 2.00\u2009ms together"))
        << verdictText(t);
}

// Nobody wrote the calls of a framework's runtime into the program.
TEST_F(VerdictOfIdleTime, SaysThatTheRuntimeIsTheFrameworks) {
    Finding finding = at("", 60'000);
    finding.rule = "gpu-idle";
    finding.values.set("fix", CaseName{"runtime"});
    FindingValues copying;
    copying.set("part", "Buffer::async_copy");
    FindingValues waiting;
    waiting.set("part", "Event::Execute");
    finding.values.set("parts", ValueRows{copying, waiting});
    EXPECT_THAT(
        text({finding}, "gpu-idle"),
        testing::HasSubstr("mostly while the host runs other code, the framework's own runtime: "
                           "async_copy and 1 other call."));
}

// What the sentence names is not named again as the first finding, also beside longer
// communication; another rule's is.
TEST_F(VerdictOfIdleTime, NamesTheFirstFindingOnce) {
    m_dsl.kernel(m_dsl.stream(0, 7), {100'000, 300'000}, 0,
                 "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    Finding first = at("load", 60'000);
    EXPECT_THAT(text({first}),
                testing::AllOf(testing::HasSubstr("only communicates"),
                               testing::HasSubstr("because of a host hotspot in load"),
                               testing::Not(testing::HasSubstr("First finding"))));
    first.rule = "host-sync";
    EXPECT_THAT(text({first}), testing::HasSubstr("First finding: Host sync."));
}

// A gain that refers to less than the sentence is of says to what.
TEST_F(VerdictOfIdleTime, SaysWhatAGainIsOf) {
    const test::Analyzed result(m_dsl);
    FindingSet findings;
    findings.findings = {at("load", 60'000)};
    findings.combinedSaving = Duration(20'000);
    const auto textOf = [&](std::int64_t priced) {
        findings.replay.pricedWindow = Duration(priced);
        return verdictOf({*result.trace, result.analysis, findings, {}}).text();
    };
    EXPECT_THAT(textOf(40'000), testing::HasSubstr("20.0\u2009µs of the 40.0\u2009µs without "
                                                   "first use (50.0\u2009%) to gain."));
    EXPECT_THAT(textOf(100'000), testing::HasSubstr(" 20.0\u2009µs (20.0\u2009%) to gain."));
}

// An info that a server has by design may save far more than the first warning.
TEST_F(VerdictOfIdleTime, NamesNoFirstFindingBesideAFarLargerOne) {
    Finding first = at("load", 0);
    first.rule = "host-sync";
    Finding main = at("forward", 60'000);
    main.severity = Severity::Info;
    main.cost.saving = Duration(50'000);
    first.cost.saving = Duration(6'000);
    EXPECT_THAT(text({first, main}), testing::HasSubstr("First finding: Host sync."));
    first.cost.saving = Duration(4'000);
    EXPECT_THAT(text({first, main}), testing::Not(testing::HasSubstr("First finding")));
}

}  // namespace
}  // namespace gaplight
