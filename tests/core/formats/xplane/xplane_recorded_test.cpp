// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Recorded Kineto traces in XPlane's layout, and the same events as JSON: one analysis.
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/io/byte_source.h"
#include "core/report/trace/report.h"
#include "core/session/session.h"
#include "tests/support/formats/xplane_pair.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight::test {
namespace {

std::shared_ptr<const Session> openedFrom(const std::string& bytes) {
    const auto source = byteSourceFromMemory(bytes);
    EXPECT_TRUE(source);
    const auto opened = openSession("trace", **source);
    EXPECT_TRUE(opened) << opened.error().message;
    return opened ? *opened : nullptr;
}

// What `analyze --format json` prints, without what names the file and its events.
nlohmann::json analysisOf(const Session& session) {
    const ReportSubject subject{*session.trace, session.analysis, session.findings, std::nullopt};
    nlohmann::json report = nlohmann::json::parse(analyzeJson(subject));
    report.erase("sources");
    report.erase("issues");
    for (const char* key : {"format", "compression", "bytes", "events"}) {
        report["trace"].erase(key);
    }
    return report;
}

class XplaneRecorded : public ::testing::TestWithParam<std::string> {};

TEST_P(XplaneRecorded, AnalyzesAsTheJson) {
    const auto recorded = recordedSession(GetParam());
    ASSERT_NE(recorded, nullptr);
    const XplanePair pair = xplanePairOf(*recorded->trace);
    const auto json = openedFrom(pair.json);
    const auto xplane = openedFrom(pair.xspace);
    ASSERT_TRUE(json != nullptr && xplane != nullptr);
    EXPECT_EQ(json->trace->facts().format, "kineto-json");
    EXPECT_EQ(xplane->trace->facts().format, "xplane");
    EXPECT_EQ(xplane->trace->slices().size(), json->trace->slices().size());
    EXPECT_EQ(xplane->trace->gpuActivities().size(), recorded->trace->gpuActivities().size());
    EXPECT_EQ(analysisOf(*xplane).dump(1), analysisOf(*json).dump(1));
}

INSTANTIATE_TEST_SUITE_P(Data, XplaneRecorded, ::testing::ValuesIn(recordedTraces()),
                         [](const auto& trace) { return trace.param; });

}  // namespace
}  // namespace gaplight::test
