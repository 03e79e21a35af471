// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/base/quantity_text.h"
#include "core/report/facts/gap_facts.h"
#include "core/report/facts/gpu_time_shares.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/trace_verdict.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight {
namespace {

class RecordedVerdict : public ::testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        m_session = test::recordedSession(GetParam());
        ASSERT_NE(m_session, nullptr);
    }
    ReportSubject subject() const {
        return {*m_session->trace, m_session->analysis, m_session->findings, {}};
    }

    std::shared_ptr<const Session> m_session;
};

// The first sentence that a user reads of each trace, and the parts of the bar below it.
TEST_P(RecordedVerdict, SaysWhatTheTraceShows) {
    std::string text = verdictOf(subject()).text() + "\n";
    for (const GpuTimeShare& share : verdictShares(subject())) {
        text += "  " + share.label + " " + share.shareText;
        if (share.finding) {
            text += " -> " + std::string(m_session->findings.findings[*share.finding].rule);
        }
        text += "\n";
    }
    EXPECT_TRUE(test::matchesGolden("report/verdicts/" + GetParam() + ".txt", text));
}

TEST_P(RecordedVerdict, PartsSumToTheWindows) {
    Duration windows{};
    for (const DeviceAnalysis* device : judgedDevices(subject())) {
        windows += device->totals.window.length();
    }
    Duration sum{};
    Duration halves{};
    for (const GpuTimeShare& share : gpuTimeShares(subject())) {
        EXPECT_GT(share.time, Duration::zero()) << share.label;
        sum += share.time;
    }
    EXPECT_EQ(sum, windows);
    const TimeRange all = m_session->trace->range();
    const Time middle = all.begin + all.length() / 2;
    for (const TimeRange half : {TimeRange{all.begin, middle}, TimeRange{middle, all.end}}) {
        for (const GpuTimeShare& share : gpuTimeShares(subject(), {{}, half})) {
            EXPECT_GT(share.time, Duration::zero()) << share.label;
            halves += share.time;
        }
    }
    EXPECT_EQ(halves, windows);
}

TEST_P(RecordedVerdict, TimeWithoutComputingHasItsRanges) {
    for (const DeviceAnalysis& device : m_session->analysis.devices) {
        const NotComputing parts =
            notComputing(*m_session->trace, device.byStart, device.busyAtStart);
        Duration communication{};
        Duration copies{};
        for (const TimeRange& range : parts.communicationAlone) {
            communication += range.length();
        }
        for (const TimeRange& range : parts.copiesAlone) {
            copies += range.length();
        }
        EXPECT_EQ(communication, device.totals.communicationAlone);
        EXPECT_EQ(copies, device.totals.copiesAlone);
    }
}

// The card of a gap: parts of its time, places in the trace, and a next one of its kind.
TEST_P(RecordedVerdict, FactsOfGapsAreOfTheirGap) {
    const Trace& trace = *m_session->trace;
    EXPECT_FALSE(gapFacts(*m_session, trace.range()));
    for (const DeviceAnalysis& device : m_session->analysis.devices) {
        const std::size_t stride = std::max<std::size_t>(1, device.gaps.size() / 20);
        for (std::size_t at = 0; at < device.gaps.size(); at += stride) {
            const Gap& gap = device.gaps[at];
            const auto facts = gapFacts(*m_session, gap.range());
            ASSERT_TRUE(facts);
            EXPECT_EQ(facts->range, gap.range());
            EXPECT_EQ(facts->launch, gap.launch);
            EXPECT_FALSE(facts->explanation.empty());
            Duration parts{};
            for (const GapHostPart& part : facts->hostParts) {
                EXPECT_GT(part.self, Duration::zero());
                EXPECT_TRUE(trace.slices().range(part.longest).overlaps(gap.range()));
                parts += part.self;
            }
            EXPECT_LE(parts, gap.length());
            if (facts->nextOfKind) {
                const auto next = gapFacts(*m_session, *facts->nextOfKind);
                ASSERT_TRUE(next);
                EXPECT_EQ(next->explanation, facts->explanation);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Traces, RecordedVerdict, ::testing::ValuesIn(test::recordedTraces()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace gaplight
