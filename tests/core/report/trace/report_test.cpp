// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/trace/report.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "core/io/plain_sources.h"
#include "core/report/text/tool_version.h"
#include "core/session/efficiency_of.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::matchesGolden;
using test::TraceDsl;

// What differs from one machine or release to the next.
std::string neutral(std::string text) {
    const auto replace = [&](std::string_view from, std::string_view to) {
        for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
            text.replace(at, from.size(), to);
            at += to.size();
        }
    };
    replace(std::string(GAPLIGHT_TEST_SOURCE_DIR) + "/", "");
    replace("\"version\": \"" + std::string(toolVersion()) + "\"", "\"version\": \"X\"");
    return text;
}

std::shared_ptr<const Session> opened(const TraceDsl& dsl) {
    const auto source = plainMemorySource(std::make_shared<const std::string>(dsl.json()));
    const auto session = openSession("dsl.json", *source);
    EXPECT_TRUE(session) << session.error().message;
    return *session;
}

ReportSubject subjectOf(const Session& session, std::optional<std::int32_t> device = {}) {
    return {*session.trace, session.analysis, session.findings, device};
}

void expectReports(const Session& session, const std::string& name) {
    const ReportSubject subject = subjectOf(session);
    EXPECT_TRUE(matchesGolden("report/" + name + ".info.json", neutral(infoJson(subject))));
    EXPECT_TRUE(matchesGolden("report/" + name + ".info.txt",
                              neutral(infoText(subject, PageStyle::Plain))));
    EXPECT_TRUE(matchesGolden("report/" + name + ".analyze.json", neutral(analyzeJson(subject))));
    EXPECT_TRUE(matchesGolden("report/" + name + ".analyze.txt",
                              neutral(analyzeText(subject, PageStyle::Plain))));
    const SessionEfficiency efficiency = efficiencyOf(session);
    ReportSubject measured = subject;
    measured.efficiency = &efficiency;
    for (const std::size_t width : {80U, 110U, 200U}) {
        const std::string screen = analyzeScreen(measured, PageStyle::Plain, width);
        EXPECT_LE(std::ranges::count(screen, '\n'), kScreenLines) << screen;
    }
    EXPECT_TRUE(matchesGolden("report/" + name + ".screen.txt",
                              neutral(analyzeScreen(measured, PageStyle::Plain))));
}

void expectReports(const std::string& recorded) {
    const auto session = openSession(test::dataFile(recorded + ".json.zst"));
    ASSERT_TRUE(session) << session.error().message;
    expectReports(**session, recorded);
}

// A wait, a late host and names that a terminal or a table must not swallow.
TraceDsl smallTrace() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.annotation(host, {0, 900'000}, "step | \x1b[31mred\n\xff");
    t.kernel(stream, {20'000, 100'000}, t.launch(host, {10'000, 12'000}),
             "void at::native::add_kernel<float>(float*)");
    t.call(host, {30'000, 101'000}, "cudaStreamSynchronize");
    t.kernel(stream, {500'000, 600'000}, t.launch(host, {490'000, 495'000}), "gemm");
    t.memcpy(t.stream(1, 9), {400'000, 450'000},
             t.call(host, {380'000, 390'000}, "cudaMemcpyAsync"));
    t.counter(host, 5'000, "queue", 3);
    t.call(host, {950'000, 960'000}, "cudaDeviceSynchronize");
    return t;
}

TEST(Report, SmallTrace) {
    const auto session = opened(smallTrace());
    expectReports(*session, "small");
}

TEST(Report, Markdown) {
    const auto session = opened(smallTrace());
    const ReportSubject subject = subjectOf(*session);
    EXPECT_TRUE(matchesGolden("report/small.info.md", infoText(subject, PageStyle::Markdown)));
    EXPECT_TRUE(
        matchesGolden("report/small.analyze.md", analyzeText(subject, PageStyle::Markdown)));
}

TEST(Report, ColorChangesNothingButColor) {
    const auto session = opened(smallTrace());
    const ReportSubject subject = subjectOf(*session);
    std::string colored = analyzeText(subject, PageStyle::Color);
    EXPECT_NE(colored.find("\x1b["), std::string::npos);
    for (const std::string_view code :
         {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[1;31m", "\x1b[33m"}) {
        for (auto at = colored.find(code); at != std::string::npos; at = colored.find(code)) {
            colored.erase(at, code.size());
        }
    }
    EXPECT_EQ(colored, analyzeText(subject, PageStyle::Plain));
}

TEST(Report, OneDeviceAlone) {
    const auto session = opened(smallTrace());
    const ReportSubject subject = subjectOf(*session, 1);
    EXPECT_TRUE(matchesGolden("report/small.device1.info.json", neutral(infoJson(subject))));
    EXPECT_TRUE(matchesGolden("report/small.device1.analyze.json", neutral(analyzeJson(subject))));
    EXPECT_TRUE(
        matchesGolden("report/small.device1.analyze.txt", analyzeText(subject, PageStyle::Plain)));
}

TEST(Report, TraceWithoutAnything) {
    const auto session = opened(TraceDsl());
    expectReports(*session, "empty");
}

TEST(Report, CopyBefore) {
    expectReports("copy_before");
}
TEST(Report, DdpStragglerRank1) {
    expectReports("ddp_straggler_rank1");
}
TEST(Report, WanBeforeCompile) {
    expectReports("wan_before_compile");
}

}  // namespace
}  // namespace gaplight
