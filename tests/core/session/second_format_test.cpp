// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// What lies above core/formats works on a format that is no JSON, and whose events are no places in
// a file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/index/search.h"
#include "core/io/byte_source.h"
#include "core/report/trace/report.h"
#include "core/session/arg_keys.h"
#include "core/session/arg_values.h"
#include "core/session/comparison_of.h"
#include "core/session/session.h"
#include "core/session/trace_cut.h"
#include "tests/support/formats/line_format.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Two steps of 10 µs with one kernel each; the second kernel begins 6 µs after the first's end.
std::string linesOfTwoSteps(int kernelNs = 2000) {
    const std::string length = std::to_string(kernelNs);
    return "# lines\n"
           "note main 0 10000 step_1\n"
           "op main 500 1000 linear frames=train.py(7):forward;loop.py(3):main\n"
           "call main 1000 200 cudaLaunchKernel correlation=1\n"
           "kernel 0/7 2000 " +
           length +
           " gemm correlation=1 tile=128x64\n"
           "note main 10000 10000 step_2\n"
           "call main 9000 200 cudaLaunchKernel correlation=2\n"
           "kernel 0/7 10000 " +
           length +
           " gemm correlation=2 tile=64x64 split=4\n"
           "this line is none\n";
}

Result<std::shared_ptr<const Session>> openLines(const std::string& text) {
    OpenOptions options;
    options.formats = test::formatsWithLines();
    const auto source = byteSourceFromMemory(text).value();
    return openSession("steps.lines", *source, options);
}

TEST(SecondFormat, IsOpenedThroughTheTable) {
    const auto session = openLines(linesOfTwoSteps()).value();
    const Trace& trace = *session->trace;
    EXPECT_EQ(trace.facts().format, "lines");
    EXPECT_EQ(trace.slices().size(), 7U);
    ASSERT_EQ(trace.issues().list().size(), 1U);
    EXPECT_EQ(trace.issues().list()[0].kind, IssueKind::MalformedEvent);
    EXPECT_EQ(trace.kind(test::sliceNamed(trace, "linear")), SliceKind::CpuOp);
    EXPECT_EQ(trace.kind(test::sliceNamed(trace, "step_1")), SliceKind::UserAnnotation);
}

TEST(SecondFormat, IsUnknownWithoutIt) {
    const auto source = byteSourceFromMemory(linesOfTwoSteps()).value();
    const auto session = openSession("steps.lines", *source);
    ASSERT_FALSE(session);
    EXPECT_EQ(session.error().code, ErrorCode::NotATrace);
}

TEST(SecondFormat, ReportsIssuesWithoutBytes) {
    const auto session = openLines(linesOfTwoSteps()).value();
    EXPECT_EQ(session->trace->issues().list()[0].firstPosition, 8U);
    const ReportSubject subject{*session->trace, session->analysis, session->findings,
                                std::nullopt};
    EXPECT_THAT(infoText(subject, PageStyle::Plain), HasSubstr("first event\n"));
    EXPECT_THAT(infoJson(subject), HasSubstr("\"first_byte\": null"));
}

TEST(SecondFormat, IsMeasuredAndJudged) {
    const auto session = openLines(linesOfTwoSteps()).value();
    ASSERT_EQ(session->analysis.devices.size(), 1U);
    const DeviceAnalysis& gpu = session->analysis.devices[0];
    EXPECT_EQ(gpu.totals.busy, Duration(4000));
    EXPECT_EQ(gpu.totals.kernels, 2U);
    ASSERT_EQ(gpu.gaps.size(), 1U);
    EXPECT_EQ(gpu.gaps[0].length(), Duration(6000));
    EXPECT_EQ(session->trace->name(gpu.gaps[0].launch), "cudaLaunchKernel");
}

TEST(SecondFormat, ShowsArgsAndText) {
    const auto session = openLines(linesOfTwoSteps()).value();
    const SliceId kernel = test::sliceNamed(*session->trace, "gemm", 1);
    EXPECT_THAT(session->details.args(kernel).value(),
                ElementsAre(Arg{"correlation", "2"}, Arg{"tile", "64x64"}, Arg{"split", "4"}));
    EXPECT_EQ(session->details.raw(kernel).value(),
              "kernel 0/7 10000 2000 gemm correlation=2 tile=64x64 split=4");
    const SliceId op = test::sliceNamed(*session->trace, "linear");
    EXPECT_EQ(session->details.field(op, DetailField::CallStack).value(),
              "train.py(7):forward;loop.py(3):main");
    EXPECT_EQ(session->details.field(op, DetailField::InputDims).value(), "");
}

TEST(SecondFormat, IsSearchedByKeysOfArgs) {
    const auto session = openLines(linesOfTwoSteps()).value();
    const ArgKeys keys = ArgKeys::read(session->details).value();
    const std::vector<SliceId> found = keys.search(*patternOf({"split"}));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0], test::sliceNamed(*session->trace, "gemm", 1));
    EXPECT_EQ(keys.search(*patternOf({"correlation"})).size(), 4U);
}

TEST(SecondFormat, IsSearchedByValuesOfArgs) {
    const auto session = openLines(linesOfTwoSteps()).value();
    const std::vector<SliceId> kernels = searchNames(*session->trace, *patternOf({"gemm"})).value();
    ASSERT_EQ(kernels.size(), 2U);
    const std::vector<ArgCondition> conditions{{"tile", "64x*"}, {"split", "4"}};
    const auto found = searchArgs(session->details, conditions, kernels);
    EXPECT_THAT(found.value(), ElementsAre(test::sliceNamed(*session->trace, "gemm", 1)));
}

TEST(SecondFormat, IsComparedWithTheFirst) {
    const auto lines = openLines(linesOfTwoSteps()).value();
    const auto slower = openLines(linesOfTwoSteps(3000)).value();
    const Comparison comparison = compareSessions(*lines, *slower);
    ASSERT_FALSE(comparison.parts.empty());
    const ComparedPart& whole = comparison.parts.front();
    ASSERT_EQ(whole.kind, PartKind::Whole);
    EXPECT_EQ(whole.a->measures.gpuBusy, Duration(4000));
    EXPECT_EQ(whole.b->measures.gpuBusy, Duration(6000));
}

TEST(SecondFormat, IsCut) {
    const auto session = openLines(linesOfTwoSteps()).value();
    std::string json;
    const auto cut =
        cutTrace(*session, {session->trace->range(), false, {}}, [&](std::string_view bytes) {
            json += bytes;
            return Result<void>();
        });
    ASSERT_TRUE(cut) << cut.error().message;
    const auto source = byteSourceFromMemory(json).value();
    const auto part = openSession("part.json", *source).value();
    EXPECT_EQ(part->trace->slices().size(), session->trace->slices().size());
    EXPECT_EQ(part->analysis.devices[0].totals.busy, session->analysis.devices[0].totals.busy);
}

}  // namespace
}  // namespace gaplight
