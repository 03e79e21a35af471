// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Recorded Kineto traces and the same events in PyTorch's Perfetto layout: one analysis.
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/formats/chrome/chrome_json.h"
#include "core/formats/open_trace.h"
#include "core/report/trace/report.h"
#include "core/session/session.h"
#include "tests/support/golden.h"
#include "tests/support/pftrace_writer.h"
#include "tests/support/recorded_traces.h"

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

INSTANTIATE_TEST_SUITE_P(Data, PerfettoRecorded, ::testing::ValuesIn(recordedTraces()),
                         [](const auto& trace) { return trace.param; });

}  // namespace
}  // namespace gaplight::test
