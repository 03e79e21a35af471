// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/trace_cut.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "core/io/plain_sources.h"
#include "core/session/place_text.h"
#include "tests/support/checks/golden.h"
#include "tests/support/checks/output_checks.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight {
namespace {

using test::PacedTrace;
using test::TraceDsl;

std::shared_ptr<const Session> opened(const std::string& json) {
    const auto source = plainMemorySource(std::make_shared<const std::string>(json));
    const auto session = openSession("cut.json", *source);
    EXPECT_TRUE(session) << session.error().message << "\n" << json;
    return session ? *session : nullptr;
}

std::string cutOf(const Session& session, TimeRange range, bool clip = false) {
    std::string text;
    const auto totals = cutTrace(session, {range, clip, {}}, [&](std::string_view bytes) {
        text += bytes;
        return Result<void>();
    });
    EXPECT_TRUE(totals) << totals.error().message;
    return text;
}

TimeRange between(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin), timeFromNs(end)};
}

// Names of what a cut holds, in order of their begin.
std::vector<std::string> namesIn(const std::string& json) {
    const auto session = opened(json);
    std::vector<std::pair<Time, std::string>> found;
    for (std::size_t at = 0; at < session->trace->slices().size(); ++at) {
        const SliceId slice(at);
        found.emplace_back(session->trace->slices().start(slice), session->trace->name(slice));
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> names;
    for (const auto& [time, name] : found) {
        names.push_back(name);
    }
    return names;
}

std::string launchesAndKernels() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.annotation(host, {0, 900'000}, "all");
    t.kernel(stream, {200'000, 300'000}, t.launch(host, {50'000, 60'000}), "early");
    t.flow(host, 50'000, stream, 200'000);
    t.kernel(stream, {500'000, 600'000}, t.launch(host, {480'000, 490'000}), "inside");
    t.kernel(stream, {700'000, 800'000}, t.launch(host, {495'000, 497'000}), "late");
    t.counter(host, 10'000, "queue", 1);
    t.counter(host, 450'000, "queue", 2);
    return t.json();
}

TEST(TraceCut, KeepsWhatOverlapsAndTheCallsThatLaunchedIt) {
    const auto session = opened(launchesAndKernels());
    const std::string cut = cutOf(*session, between(250'000, 550'000));
    EXPECT_EQ(namesIn(cut),
              (std::vector<std::string>{"all", "cudaLaunchKernel", "early", "cudaLaunchKernel",
                                        "cudaLaunchKernel", "inside"}));
    const auto again = opened(cut);
    EXPECT_EQ(again->trace->issues().list().size(), 0U);
    EXPECT_EQ(again->trace->facts().flowEvents, 4U) << cut;
    ASSERT_EQ(again->trace->counterSeries().size(), 1U);
    EXPECT_EQ(again->trace->counterSeries()[0].values, std::vector<double>{2});
    EXPECT_EQ(again->trace->tracks().size(), session->trace->tracks().size());
}

TEST(TraceCut, ClippedNothingLiesOutside) {
    const auto session = opened(launchesAndKernels());
    const std::string cut = cutOf(*session, between(250'000, 550'000), true);
    const auto again = opened(cut);
    EXPECT_EQ(again->trace->range(), between(250'000, 550'000));
    EXPECT_EQ(namesIn(cut), (std::vector<std::string>{"all", "early", "cudaLaunchKernel",
                                                      "cudaLaunchKernel", "inside"}));
    EXPECT_EQ(again->trace->facts().flowEvents, 2U);
}

// The wait that is not why a gap was there stays, or else an earlier one would be the last before
// the launch.
TEST(TraceCut, AGapAcrossTheEndKeepsItsTrigger) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {200'000, 300'000}, t.launch(host, {50'000, 60'000}), "early");
    t.call(host, {100'000, 301'000}, "cudaStreamSynchronize");
    t.call(host, {500'000, 600'000}, "cudaStreamSynchronize");
    t.kernel(stream, {710'000, 800'000}, t.launch(host, {700'000, 705'000}), "late");
    const auto session = opened(t.json());
    const TimeRange range = between(250'000, 450'000);
    const auto cut = opened(cutOf(*session, range));
    for (const auto& one : {session, cut}) {
        const auto part = reassess(*one, {{}, range, {}});
        ASSERT_TRUE(part);
        ASSERT_EQ((*part)->analysis.devices.size(), 1U);
        const DeviceAnalysis& gpu = (*part)->analysis.devices[0];
        EXPECT_EQ(gpu.idleByTrigger[static_cast<std::size_t>(GapTrigger::HostLate)],
                  Duration(150'000));
    }
}

TEST(TraceCut, AGapThatBeginsWithTheRangeStays) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {200'000, 300'000}, t.launch(host, {50'000, 60'000}), "early");
    t.kernel(stream, {710'000, 800'000}, t.launch(host, {700'000, 705'000}), "late");
    const auto session = opened(t.json());
    const TimeRange range = between(300'000, 750'000);
    const auto part = reassess(*opened(cutOf(*session, range)), {{}, range, {}});
    ASSERT_TRUE(part);
    ASSERT_EQ((*part)->analysis.devices.size(), 1U);
    EXPECT_EQ((*part)->analysis.devices[0].totals.window, range);
    EXPECT_EQ((*part)->analysis.devices[0].totals.idle, Duration(410'000));
}

// An arrow that begins inside a call, not with it, and alone says what launched a kernel.
TEST(TraceCut, KeepsArrowsThatBeginInsideACallBeforeTheRange) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {200'000, 300'000}, t.launch(host, {50'000, 60'000}), "early");
    t.launch(host, {410'000, 420'000});
    t.kernel(stream, {500'000, 600'000}, 0, "late");
    t.flow(host, 415'000, stream, 500'000);
    const auto session = opened(t.json());
    for (const std::int64_t begin : {417'000, 430'000}) {
        const TimeRange range = between(begin, 650'000);
        const auto cut = opened(cutOf(*session, range));
        EXPECT_EQ(cut->trace->flows().size(), 1U);
        for (const auto& one : {session, cut}) {
            const auto part = reassess(*one, {{}, range, {}});
            ASSERT_TRUE(part);
            ASSERT_EQ((*part)->analysis.devices.size(), 1U);
            const DeviceAnalysis& gpu = (*part)->analysis.devices[0];
            EXPECT_EQ(gpu.idleByTrigger[static_cast<std::size_t>(GapTrigger::Unknown)], Duration());
        }
    }
}

// Of one flow s → f, t → t → f: a finish that is left out takes no other arrow with it, and a step
// whose start is left out becomes one.
TEST(TraceCut, AFlowKeepsTheArrowsBetweenSlicesThatStay) {
    std::string json = "[";
    const auto add = [&](const std::string& name, char phase, int us) {
        const std::string begin = std::to_string(us);
        const std::string track = R"("pid":1,"tid":)" + begin + R"(,"ts":)" + begin;
        json += R"({"ph":"X","name":")" + name + "\"," + track + R"(,"dur":5},{"ph":")" + phase +
                R"(","bp":"e","id":7,"cat":"c","name":"c",)" + track + "},\n";
    };
    add("A", 's', 10);
    add("B", 'f', 20);
    add("C", 't', 30);
    add("D", 't', 50);
    add("E", 'f', 60);
    json.replace(json.size() - 2, 2, "]");
    const auto session = opened(json);
    const auto arrowsOf = [](const Session& one) {
        std::vector<std::string> arrows;
        for (const Flow& flow : one.trace->flows()) {
            arrows.push_back(std::string(one.trace->name(flow.from)) +
                             std::string(one.trace->name(flow.to)));
        }
        std::sort(arrows.begin(), arrows.end());
        return arrows;
    };
    ASSERT_EQ(arrowsOf(*session), (std::vector<std::string>{"AB", "AC", "CD", "DE"}));
    const auto inRange = [&](int begin, int end) {
        const auto part = opened(cutOf(*session, between(begin * 1'000, end * 1'000)));
        EXPECT_TRUE(part->trace->issues().empty());
        return arrowsOf(*part);
    };
    EXPECT_EQ(inRange(0, 28), std::vector<std::string>{"AB"});
    EXPECT_EQ(inRange(28, 70), (std::vector<std::string>{"CD", "DE"}));
    EXPECT_EQ(inRange(45, 70), std::vector<std::string>{"DE"});
    EXPECT_EQ(inRange(55, 70), std::vector<std::string>{});
}

// What a viewer of another program reads.
TEST(TraceCut, IsWrittenAsKinetoWritesIt) {
    const std::string json =
        "{\"schemaVersion\":1, \"odd\" : [1,2],\n \"traceEvents\":[\n"
        "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"python\"}},\n"
        "{ \"ph\":\"X\",\"name\":\"a\\u00e9\",\"pid\":1,\"tid\":\"x\",\"ts\":10.5,\"dur\":4, "
        "\"args\":{\"k\":[1, {}], \"n\":1.50, \"o\":{\"i\":\"t\", \"j\":true}, \"e\":\"\"}},\n"
        "{\"ph\":\"X\",\"name\":\"b\",\"pid\":1,\"tid\":1,\"ts\":20,\"dur\":4},\n"
        "{\"ph\":\"i\",\"name\":\"now\",\"cat\":\"c\",\"pid\":1,\"tid\":1,\"ts\":11},\n"
        "{\"ph\":\"i\",\"name\":\"then\",\"pid\":1,\"tid\":1,\"ts\":21}\n"
        "],\n\"baseTimeNanoseconds\":1700000000000000001, \"displayTimeUnit\":\"ms\", "
        "\"after\":true}\n";
    const auto session = opened(json);
    EXPECT_EQ(cutOf(*session, between(10'000, 15'000)),
              "{\n\"schemaVersion\": 1,\n\"odd\": [1,2],\n\"after\": true,\n\"displayTimeUnit\": "
              "\"ms\",\n"
              "\"baseTimeNanoseconds\": 1700000000000000001,\n\"traceEvents\": [\n"
              "{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 1, \"tid\": 1, "
              "\"args\": {\"name\": \"python\"}},\n"
              "{\"ph\": \"M\", \"name\": \"process_sort_index\", \"pid\": 1, \"tid\": 1, "
              "\"args\": {\"sort_index\": 0}},\n"
              "{\"ph\": \"M\", \"name\": \"thread_sort_index\", \"pid\": 1, \"tid\": 1, "
              "\"args\": {\"sort_index\": 0}},\n"
              "{\"ph\": \"M\", \"name\": \"thread_sort_index\", \"pid\": 1, \"tid\": \"x\", "
              "\"args\": {\"sort_index\": 0}},\n"
              "{\"ph\": \"X\", \"name\": \"a\u00e9\", \"pid\": 1, \"tid\": \"x\", \"ts\": 10.500, "
              "\"dur\": 4.000, \"args\": {\"k\": [1, {}], \"n\": 1.50, \"o\": {\"i\": \"t\", "
              "\"j\": true}, \"e\": \"\"}},\n"
              "{\"ph\": \"i\", \"cat\": \"c\", \"name\": \"now\", \"pid\": 1, \"tid\": 1, "
              "\"ts\": 11.000, \"s\": \"t\"}\n]\n}\n");
}

// As Kineto's Python writer has them: a memory event of the table, not one of its slices.
TEST(TraceCut, KeepsMemoryEventsThatAreWrittenAsSlices) {
    const auto memoryAt = [](int us) {
        return "{\"ph\":\"X\",\"cat\":\"cpu_instant_event\",\"name\":\"[memory]\",\"pid\":1,"
               "\"tid\":1,\"dur\":0,\"ts\":" +
               std::to_string(us) +
               ",\"args\":{\"Bytes\":64,\"Addr\":4096,\"Total Allocated\":" + std::to_string(us) +
               ",\"Device Type\":1,\"Device Id\":0}}";
    };
    const auto session = opened(
        "[{\"ph\":\"X\",\"name\":\"all\",\"pid\":1,\"tid\":1,\"ts\":0,"
        "\"dur\":90},\n" +
        memoryAt(5) + ",\n" + memoryAt(20) + ",\n" + memoryAt(40) + "]");
    ASSERT_EQ(session->trace->memoryEvents().size(), 3U);
    const auto again = opened(cutOf(*session, between(10'000, 30'000)));
    ASSERT_EQ(again->trace->memoryEvents().size(), 1U);
    EXPECT_EQ(again->trace->memoryEvents()[0].totalAllocated, 20);
}

TEST(TraceCut, PairsStayPairs) {
    const std::string json =
        "[{\"ph\":\"B\",\"name\":\"outer\",\"pid\":1,\"tid\":1,\"ts\":0},\n"
        "{\"ph\":\"B\",\"name\":\"gone\",\"pid\":1,\"tid\":1,\"ts\":1},\n"
        "{\"ph\":\"E\",\"pid\":1,\"tid\":1,\"ts\":2},\n"
        "{\"ph\":\"B\",\"name\":\"kept\",\"pid\":1,\"tid\":1,\"ts\":5},\n"
        "{\"ph\":\"b\",\"cat\":\"c\",\"id\":7,\"name\":\"async\",\"pid\":1,\"tid\":1,\"ts\":3},\n"
        "{\"ph\":\"E\",\"pid\":1,\"tid\":1,\"ts\":7},\n"
        "{\"ph\":\"e\",\"cat\":\"c\",\"id\":7,\"name\":\"async\",\"pid\":1,\"tid\":1,\"ts\":30},\n"
        "{\"ph\":\"E\",\"pid\":1,\"tid\":1,\"ts\":40}]";
    const auto session = opened(json);
    const std::string cut = cutOf(*session, between(4'000, 8'000));
    const auto again = opened(cut);
    EXPECT_TRUE(again->trace->issues().empty()) << cut;
    EXPECT_EQ(namesIn(cut), (std::vector<std::string>{"outer", "async", "kept"}));
}

TEST(TraceCut, AFileThatEndsEarlyGivesOneThatDoesNot) {
    std::string json = launchesAndKernels();
    json.resize(json.size() - 60);
    const auto session = opened(json);
    const auto again = opened(cutOf(*session, between(0, 550'000)));
    EXPECT_TRUE(again->trace->issues().empty());
}

TEST(TraceCut, NothingInTheRangeIsStillATrace) {
    const auto session = opened(launchesAndKernels());
    const auto again = opened(cutOf(*session, between(910'000, 920'000)));
    EXPECT_EQ(again->trace->slices().size(), 0U);
}

// From the end of the kernel in the middle of the trace's kernels to the end of the trace.
TimeRange fromAKernelsEnd(const Trace& trace) {
    const SliceId slice = trace.gpuActivities()[trace.gpuActivities().size() / 2].slice;
    return {trace.slices().end(slice), trace.range().end};
}

// Busy and idle time by cause, and annotations, of a range of a trace and of its cut.
void expectSameFigures(const Session& session, const TimeRange& range, const std::string& what) {
    const auto whole = reassess(session, {{}, range, {}});
    const auto part = reassess(*opened(cutOf(session, range)), {{}, range, {}});
    ASSERT_TRUE(whole && part) << what;
    ASSERT_EQ((*whole)->analysis.devices.size(), (*part)->analysis.devices.size());
    for (std::size_t at = 0; at < (*whole)->analysis.devices.size(); ++at) {
        const DeviceAnalysis& a = (*whole)->analysis.devices[at];
        const DeviceAnalysis& b = (*part)->analysis.devices[at];
        EXPECT_EQ(a.totals.window, b.totals.window) << what;
        EXPECT_EQ(a.totals.busy, b.totals.busy) << what;
        EXPECT_EQ(a.totals.idle, b.totals.idle) << what;
        EXPECT_EQ(a.totals.kernels, b.totals.kernels) << what;
        EXPECT_EQ(a.idleByTrigger, b.idleByTrigger) << what;
        EXPECT_EQ(a.idleByActivity, b.idleByActivity) << what;
        EXPECT_EQ(a.gaps.size(), b.gaps.size()) << what;
    }
    EXPECT_EQ((*whole)->analysis.blockingCalls.size(), (*part)->analysis.blockingCalls.size());
    ASSERT_EQ((*whole)->analysis.annotations.size(), (*part)->analysis.annotations.size());
    for (std::size_t at = 0; at < (*whole)->analysis.annotations.size(); ++at) {
        EXPECT_EQ((*whole)->analysis.annotations[at].total,
                  (*part)->analysis.annotations[at].total);
    }
}

// The exact figures of a range are those of its cut: busy and idle time by cause inside it, calls
// and annotations that begin in it. What depends on more cannot be: savings are of another window.
TEST(TraceCut, TheRangeOfACutIsMeasuredAsThatOfTheWhole) {
    for (const char* name : {"wan_before_compile", "llm_decode_eager", "graph_breaks"}) {
        const auto session = openSession(test::dataFile(std::string(name) + ".json.zst"));
        ASSERT_TRUE(session);
        const auto step = rangeFromText("step:2", *(*session)->trace, (*session)->analysis);
        ASSERT_TRUE(step) << step.error().message;
        expectSameFigures(**session, *step, std::string(name) + ", a step");
        expectSameFigures(**session, fromAKernelsEnd(*(*session)->trace),
                          std::string(name) + ", from a kernel's end");
    }
}

// Of events that Gaplight reads and other readers refuse.
TEST(TraceCut, OfADamagedTraceIsJson) {
    const auto event = [](const std::string& name, int ts, const std::string& args) {
        return "{\"ph\":\"X\",\"name\":\"" + name +
               "\",\"pid\":1,\"tid\":1,\"ts\":" + std::to_string(ts) + ",\"dur\":4,\"args\":{" +
               args + "}}";
    };
    const auto session = opened(
        "{\"bad\": 01, \"traceEvents\":[9,\n" + event("good", 10, "\"k\":1") + ",\n" +
        event("tab\there", 20, "\"k\":NaN") + ",\n" + event("lat\xe9in", 30, "\"k\":-Infinity") +
        ",\n" + event("odd\\q", 40, "\"u\":\"\\ud800\"") + ",\n" +
        event("number", 50, "\"k\":01,\"l\":[01]") + ",\n{\"ph\": },\n" +
        event("array", 60, "\"k\":\"[1, 2\",\"l\":\"{}\"") + ",\n" + event("last", 70, "") +
        "\n],\n\"after\":nan}\n");
    const std::string cut = cutOf(*session, between(0, 100'000));
    test::Problems problems;
    test::checkJsonSyntax(cut, "a cut", problems);
    EXPECT_EQ(problems.text(), "") << cut;
    const auto again = opened(cut);
    EXPECT_TRUE(again->trace->issues().empty());
    ASSERT_EQ(again->trace->slices().size(), session->trace->slices().size());
    for (std::size_t at = 0; at < again->trace->slices().size(); ++at) {
        const SliceId slice(at);
        EXPECT_EQ(again->trace->name(slice), session->trace->name(slice));
        EXPECT_EQ(again->details.args(slice).value(), session->details.args(slice).value());
    }
}

}  // namespace
}  // namespace gaplight
