// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/report_sections.h"

#include <array>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;

// Steps of 1 ms with so many kernels and blocking calls each.
TraceDsl stepsOf(const std::array<int, 3>& kernels, const std::array<int, 3>& blockingCalls) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (std::size_t step = 0; step < kernels.size(); ++step) {
        const std::int64_t begin = static_cast<std::int64_t>(step) * kMs;
        std::int64_t now = begin;
        for (int at = 0; at < kernels[step]; ++at, now += 20 * kUs) {
            t.kernel(stream, {now + 10 * kUs, now + 15 * kUs},
                     t.launch(host, {now, now + 5 * kUs}));
        }
        for (int at = 0; at < blockingCalls[step]; ++at, now += 20 * kUs) {
            t.call(host, {now, now + 5 * kUs}, "cudaStreamSynchronize");
        }
        t.annotation(host, {begin, begin + kMs}, "ProfilerStep#" + std::to_string(step));
    }
    return t;
}

std::string stepsText(const Detected& from, const Analysis& analysis) {
    const auto page = makePage(PageStyle::Markdown);
    writeSteps({from.trace(), analysis, from.set(), {}}, *page);
    return page->take();
}

TEST(StepSection, MediansAreThoseOfTheChecklist) {
    const Detected detected(stepsOf({1, 4, 2}, {1, 3, 1}));
    const std::string text = stepsText(detected, detected.session().analysis);
    EXPECT_THAT(text, ::testing::ContainsRegex("median of the other 2 \\|[^|]*\\|[^|]*\\|"
                                               "[^|]*\\|[^|]*\\| 2 \\| 2 \\| 1 \\|"));
    const auto answer = [&](ChecklistQuestion question) {
        return detected.set().checklist[static_cast<std::size_t>(question)].value;
    };
    EXPECT_THAT(answer(ChecklistQuestion::CompileEffective), HasSubstr("2 kernels in a median"));
    EXPECT_EQ(answer(ChecklistQuestion::HostBlocking), "1 blocking call in a median step");
}

TEST(StepSection, SeparatesThousandsOfSteps) {
    const Detected detected(stepsOf({1, 1, 1}, {0, 0, 0}));
    Analysis analysis;
    analysis.steps.markers.source = StepSource::ProfilerStep;
    analysis.steps.rows.resize(1'235);
    EXPECT_THAT(stepsText(detected, analysis), HasSubstr("median of the other 1,234"));
}

}  // namespace
}  // namespace gaplight::test
