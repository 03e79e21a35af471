// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The findings of every recorded trace as goldens, and conditions that every finding of any trace
// meets.
#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/base/quantity_text.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/what_if/edit_spec.h"
#include "core/session/session_replay.h"
#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight {
namespace {

std::string checklistText(const FindingSet& set) {
    std::string text;
    for (const ChecklistItem& item : set.checklist) {
        text += fmt::format("{}: {}, {}\n", checklistName(item.question),
                            checklistStatusName(item.status), item.value);
        if (item.finding) {
            text += fmt::format("  see finding {}: {}\n", *item.finding + 1,
                                set.findings.at(*item.finding).rule);
        }
    }
    return text;
}

class RecordedFindings : public ::testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        m_session = test::recordedSession(GetParam());
        ASSERT_NE(m_session, nullptr);
    }
    const FindingSet& set() const { return m_session->findings; }
    const Session& session() const { return *m_session; }

    std::shared_ptr<const Session> m_session;
};

TEST_P(RecordedFindings, ReadAsRecorded) {
    std::string text;
    for (std::size_t at = 0; at < set().findings.size(); ++at) {
        text += fmt::format("{}. {}\n", at + 1, test::dump(set().findings[at]));
    }
    text += set().findings.empty() ? "no findings\n\n" : "";
    if (set().combinedSaving) {
        text += fmt::format("together: {}\n\n", durationText(*set().combinedSaving));
    }
    text += "\n" + checklistText(set());
    EXPECT_TRUE(test::matchesGolden("findings/" + GetParam() + ".txt", text));
}

// One table of all rules and traces: a new rule changes this file alone where it cannot run.
TEST_P(RecordedFindings, NotApplicableAsRecorded) {
    std::vector<std::string> rows;
    for (const NotApplicable& rule : set().notApplicable) {
        rows.push_back(fmt::format("{} | {} | {}", rule.rule, GetParam(), rule.reason));
    }
    EXPECT_TRUE(test::matchesGoldenRows("findings/not_applicable.txt", GetParam(), rows));
}

// A rule that explains idle time says what the GPU waited for.
TEST_P(RecordedFindings, ExplainIdleTimeByRulesWithAClass) {
    for (const IdleExplanations& device : set().explanations) {
        for (const ExplainedTime& part : device.parts) {
            const RuleFacts* rule = part.reason.rule;
            EXPECT_TRUE(rule == nullptr || rule->idleClass != IdleClass::Other ||
                        rule == &firstUseRule())
                << rule->id << " explains " << durationText(part.time);
        }
    }
}

// By severity, then by the number that the list shows of what is to gain, or of what is explained
// where no saving is known. A saving that holds only once others are fixed counts as it is alone.
TEST_P(RecordedFindings, AreInTheOrderOfWhatIsShown) {
    const Finding* before = nullptr;
    for (const Finding& finding : set().findings) {
        if (finding.partOf) {
            continue;  // of another GPU, or shown without a number
        }
        if (before != nullptr && before->severity == finding.severity) {
            const FindingCost& a = before->cost;
            const FindingCost& b = finding.cost;
            EXPECT_FALSE(a.saving && b.saving &&
                         before->values.time(kAlone).value_or(*a.saving) <
                             finding.values.time(kAlone).value_or(*b.saving))
                << finding.title;
            EXPECT_FALSE(!a.saving && !b.saving &&
                         std::max(a.gpuIdle, a.waiting) < std::max(b.gpuIdle, b.waiting))
                << finding.title;
        }
        EXPECT_TRUE(before == nullptr || before->severity <= finding.severity) << finding.title;
        before = &finding;
    }
}

// The list has as many occurrences as the finding counts; of a problem of the whole capture none.
TEST_P(RecordedFindings, HaveAPlaceForEachOccurrence) {
    for (const Finding& finding : set().findings) {
        const std::size_t places = findingPlaces(finding).size();
        EXPECT_EQ(places, finding.evidence.empty() ? 0 : finding.count) << finding.title;
    }
}

TEST_P(RecordedFindings, EvidenceExists) {
    for (const Finding& finding : set().findings) {
        EXPECT_TRUE(test::evidenceExists(session(), finding));
        // A problem of the whole capture has a text and no evidence.
        EXPECT_FALSE(finding.evidence.empty() && finding.rule != "capture-quality")
            << finding.rule << ": " << finding.title;
    }
}

TEST_P(RecordedFindings, CostNoMoreThanThereIs) {
    Duration idle{};
    for (const DeviceAnalysis& device : session().analysis.devices) {
        idle += device.totals.idle;
    }
    for (const Finding& finding : set().findings) {
        EXPECT_LE(finding.cost.gpuIdle, idle) << finding.title;
        EXPECT_GE(finding.cost.gpuIdle, Duration::zero()) << finding.title;
        EXPECT_GE(finding.cost.host, Duration::zero()) << finding.title;
        EXPECT_LE(finding.cost.saving.value_or(Duration::zero()), set().replay.replayed)
            << finding.title;
    }
}

Duration lengthOf(const CriticalPath& path) {
    return std::accumulate(path.totals.begin(), path.totals.end(), Duration{});
}

// Also of what first use takes no time in, of a part of the trace, and without each finding.
TEST_P(RecordedFindings, TheCriticalPathIsTheWindow) {
    const SessionReplay replay(m_session);
    EXPECT_EQ(lengthOf(replay.run({}).timeline.path), set().replay.replayed);
    const TimeRange all = session().trace->range();
    const auto part =
        *reassess(session(), {{}, TimeRange{all.begin, all.begin + all.length() / 2}, {}});
    EXPECT_EQ(lengthOf(SessionReplay(part).run({}).timeline.path), part->findings.replay.replayed);
    for (const Finding& finding : set().findings) {
        const auto edit = parseWhatIf("remove:" + std::string(finding.rule));
        ASSERT_TRUE(edit);
        const WhatIfRun run = replay.run(std::span(&*edit, 1));
        EXPECT_EQ(lengthOf(run.timeline.path), run.answer.window) << finding.rule;
    }
}

// What a finding is about beside its place: gpu-idle groups by what the host did, others by what
// their marks are labeled with.
std::string subjectOf(const Finding& finding) {
    return finding.notes.empty() ? std::string{} : finding.notes.front();
}

// The same rule at the same place about the same thing is one finding with a count.
TEST_P(RecordedFindings, OnePerRuleAndPlace) {
    std::set<std::string> seen;
    for (const Finding& finding : set().findings) {
        const FindingPlace& where = finding.where;
        const std::string key =
            fmt::format("{}|{}|{}|{}|{}|{}", finding.rule, where.annotation, where.op, where.python,
                        where.gpu ? where.gpu->device : -1, subjectOf(finding));
        EXPECT_TRUE(seen.insert(key).second) << key << ": " << finding.title;
    }
}

TEST_P(RecordedFindings, TextsAreComplete) {
    for (const Finding& finding : set().findings) {
        EXPECT_FALSE(finding.title.empty()) << finding.rule;
        EXPECT_FALSE(finding.why.empty()) << finding.title;
        EXPECT_FALSE(finding.fix.empty() && finding.rule != "capture-quality") << finding.title;
        EXPECT_GT(finding.count, 0U) << finding.title;
        for (const std::string* text :
             {&finding.title, &finding.why, &finding.fix, &finding.confidence}) {
            EXPECT_EQ(text->find('\n'), std::string::npos) << *text;
            EXPECT_EQ(text->find('!'), std::string::npos) << *text;
            EXPECT_EQ(text->find("  "), std::string::npos) << *text;
            EXPECT_EQ(std::count(text->begin(), text->end(), '`') % 2, 0) << *text;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, RecordedFindings, ::testing::ValuesIn(test::recordedTraces()),
                         [](const auto& trace) { return trace.param; });

TEST(RecordedFindings, AreAboutEveryTrace) {
    EXPECT_EQ(test::recordedTraces().size(), 46U);
}

// What the settings, the legend and the command line show of a rule.
TEST(Rules, AreDescribed) {
    std::set<std::string_view> ids;
    for (const Detector* rule : detectors()) {
        EXPECT_TRUE(ids.insert(rule->id).second) << rule->id;
        EXPECT_FALSE(rule->name.empty()) << rule->id;
        EXPECT_NE(rule->name, rule->id);
        EXPECT_FALSE(rule->question.empty()) << rule->id;
        for (const Threshold& threshold : rule->thresholds) {
            EXPECT_FALSE(threshold.meaning.empty()) << rule->id << '.' << threshold.key;
            EXPECT_FALSE(threshold.source.empty()) << rule->id << '.' << threshold.key;
            EXPECT_EQ(threshold.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789"),
                      std::string_view::npos)
                << threshold.key;
        }
    }
}

}  // namespace
}  // namespace gaplight
