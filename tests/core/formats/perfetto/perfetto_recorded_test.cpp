// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Recorded Kineto traces and the same events in PyTorch's Perfetto layout: one analysis.
#include <algorithm>
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/formats/chrome/chrome_json.h"
#include "core/formats/open_trace.h"
#include "core/report/trace/report.h"
#include "core/session/comparison_of.h"
#include "core/session/session.h"
#include "core/session/trace_cut.h"
#include "tests/support/checks/golden.h"
#include "tests/support/formats/pftrace_writer.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight::test {
namespace {

// JSON without the facts beside its events, for which the layout has no place: devices, ranks.
Result<OpenedTrace> openWithoutFacts(TraceInput input, TraceBuilder& builder,
                                     const ReadOptions& options) {
    Result<OpenedTrace> opened = openChromeJson(std::move(input), builder, options);
    if (opened) {
        TraceFacts facts;
        facts.baseTimeNs = opened->result.facts.baseTimeNs;
        facts.format = "kineto-json";
        opened->result.facts = facts;
    }
    return opened;
}

// What `analyze --format json` prints, without what names the file and its events.
nlohmann::json analysisOf(const Session& session) {
    const ReportSubject subject{*session.trace, session.analysis, session.findings, std::nullopt};
    nlohmann::json report = nlohmann::json::parse(analyzeJson(subject));
    report.erase("sources");
    report.erase("issues");
    for (const char* key : {"path", "format", "compression", "bytes", "events", "flows"}) {
        report["trace"].erase(key);
    }
    return report;
}

class PerfettoRecorded : public ::testing::TestWithParam<std::string> {};

TEST_P(PerfettoRecorded, AnalyzesAsTheJson) {
    static constexpr Format kFormats[] = {{"json", sniffChromeJson, openWithoutFacts}};
    OpenOptions options;
    options.formats = kFormats;
    const auto json = openSession(dataFile(GetParam() + ".json.zst"), options);
    ASSERT_TRUE(json) << json.error().message;
    const Trace& trace = *(*json)->trace;
    const std::string bytes = pftraceOf(trace, (*json)->details.of(SourceId()));
    const auto source = byteSourceFromMemory(bytes);
    ASSERT_TRUE(source);
    const auto perfetto = openSession(GetParam() + ".pftrace", **source);
    ASSERT_TRUE(perfetto) << perfetto.error().message;
    EXPECT_EQ((*perfetto)->trace->facts().format, "perfetto");
    EXPECT_EQ((*perfetto)->trace->slices().size(), trace.slices().size());
    EXPECT_EQ((*perfetto)->trace->memoryEvents().size(), trace.memoryEvents().size());
    EXPECT_EQ((*perfetto)->trace->flows().size(), trace.flows().size());
    const nlohmann::json expected = analysisOf(**json);
    const nlohmann::json actual = analysisOf(**perfetto);
    EXPECT_EQ(actual.dump(1), expected.dump(1));
}

// The same run in two formats: every kernel and annotation has its partner, and nothing changed.
TEST_P(PerfettoRecorded, ComparesWithTheJson) {
    const auto json = recordedSession(GetParam());
    ASSERT_NE(json, nullptr);
    const std::string bytes = pftraceOf(*json->trace, json->details.of(SourceId()));
    const auto source = byteSourceFromMemory(bytes);
    ASSERT_TRUE(source);
    const auto perfetto = openSession(GetParam() + ".pftrace", **source);
    ASSERT_TRUE(perfetto) << perfetto.error().message;
    const Comparison comparison = compareSessions(*json, **perfetto);
    EXPECT_EQ(verdictName(comparison.verdict.kind), verdictName(VerdictKind::Unchanged));
    for (const KernelChange& kernel : comparison.kernels.kernels) {
        EXPECT_EQ(kernel.a.count, kernel.b.count) << kernel.name;
        EXPECT_EQ(kernel.a.time, kernel.b.time) << kernel.name;
    }
    EXPECT_TRUE(comparison.kernels.exchanges.empty());
    for (const ComparedPart& part : comparison.parts) {
        ASSERT_TRUE(part.a && part.b) << part.name;
        EXPECT_EQ(part.a->name, part.b->name);
        EXPECT_EQ(part.a->count, part.b->count) << part.name;
    }
}

std::shared_ptr<const Session> sessionOfBytes(const std::string& bytes) {
    const auto source = byteSourceFromMemory(bytes);
    EXPECT_TRUE(source);
    const auto session = openSession("part.pftrace", **source);
    EXPECT_TRUE(session) << session.error().message;
    return session ? *session : nullptr;
}

// The exact figures of a range are those of its cut.
TEST_P(PerfettoRecorded, CutAnalyzesAsTheRange) {
    const auto json = recordedSession(GetParam());
    ASSERT_NE(json, nullptr);
    const auto whole = sessionOfBytes(pftraceOf(*json->trace, json->details.of(SourceId())));
    ASSERT_NE(whole, nullptr);
    const TimeRange all = whole->trace->range();
    const Duration third = all.length() / 3;
    const TimeRange range{all.begin + third, all.begin + 2 * third};
    std::string bytes;
    const auto totals = cutTrace(*whole, {range, false, {}}, [&](std::string_view piece) {
        bytes += piece;
        return Result<void>();
    });
    ASSERT_TRUE(totals) << totals.error().message;
    const auto part = sessionOfBytes(bytes);
    ASSERT_NE(part, nullptr);
    EXPECT_EQ(part->trace->facts().baseTimeNs, whole->trace->facts().baseTimeNs);
    const auto a = reassess(*whole, {{}, range, {}});
    const auto b = reassess(*part, {{}, range, {}});
    ASSERT_TRUE(a && b);
    ASSERT_LE((*b)->analysis.devices.size(), (*a)->analysis.devices.size());
    for (const DeviceAnalysis& cut : (*b)->analysis.devices) {
        const auto same = std::find_if(
            (*a)->analysis.devices.begin(), (*a)->analysis.devices.end(),
            [&](const DeviceAnalysis& device) { return device.totals.gpu == cut.totals.gpu; });
        ASSERT_NE(same, (*a)->analysis.devices.end());
        EXPECT_EQ(same->totals.busy, cut.totals.busy);
        EXPECT_EQ(same->totals.idle, cut.totals.idle);
        EXPECT_EQ(same->totals.kernels, cut.totals.kernels);
        EXPECT_EQ(same->idleByTrigger, cut.idleByTrigger);
        EXPECT_EQ(same->idleByActivity, cut.idleByActivity);
        EXPECT_EQ(same->gaps.size(), cut.gaps.size());
    }
    EXPECT_EQ((*a)->analysis.blockingCalls.size(), (*b)->analysis.blockingCalls.size());
    ASSERT_EQ((*a)->analysis.annotations.size(), (*b)->analysis.annotations.size());
    for (std::size_t at = 0; at < (*a)->analysis.annotations.size(); ++at) {
        EXPECT_EQ((*a)->analysis.annotations[at].total, (*b)->analysis.annotations[at].total);
    }
}

INSTANTIATE_TEST_SUITE_P(Data, PerfettoRecorded, ::testing::ValuesIn(recordedTraces()),
                         [](const auto& trace) { return trace.param; });

}  // namespace
}  // namespace gaplight::test
