// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/trace/findings_markdown.h"
#include "core/report/facts/idle_explanation_text.h"

#include <chrono>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/rules.h"
#include "core/report/text/escaped_text.h"
#include "core/report/text/tool_version.h"
#include "core/report/trace/report.h"
#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using test::Analyzed;
using test::TraceDsl;

// One gap of 400 µs from 100 µs on.
TraceDsl oneGap() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {0, 100'000}, t.launch(host, {0, 2'000}));
    t.kernel(stream, {500'000, 1'000'000}, t.launch(host, {490'000, 495'000}));
    return t;
}

Evidence evidence(EvidenceShape shape, std::int64_t begin, std::int64_t end,
                  std::uint32_t note = 0) {
    Evidence made;
    made.shape = shape;
    made.range = {Time(Duration(begin)), Time(Duration(end))};
    made.note = note;
    return made;
}

Finding walk() {
    Finding finding;
    finding.rule = "gpu-idle";
    finding.severity = Severity::Warning;
    finding.title = "GPU idle 400 µs in `step`";
    finding.savingText = "18 µs (1.8 %) to gain";
    finding.why = "named_modules walks <1,024> modules *each* time";
    finding.fix = "call `_set_context` once";
    finding.confidence = "no stacks";
    finding.cost.gpuIdle = microseconds(400);
    finding.cost.host = milliseconds(2);
    finding.cost.saving = microseconds(18);
    finding.cost.savingShare = 0.018;
    finding.count = 9;
    finding.perStep = 3;
    finding.where = {"step", "aten::mm", "a/b.py(12): _set`x", GpuId(SourceId(), 0)};
    finding.notes = {"host: named_modules", "python"};
    finding.evidence = {evidence(EvidenceShape::Gap, 100'000, 500'000),
                        evidence(EvidenceShape::Bracket, 0, 900'000, 1)};
    return finding;
}

TEST(CodeSpans, SplitAtPairsOfBackticks) {
    EXPECT_EQ(codeSpans("try `a_b` or c"),
              (std::vector<TextRun>{{"try ", false}, {"a_b", true}, {" or c", false}}));
    EXPECT_EQ(codeSpans("`a``b`"), (std::vector<TextRun>{{"a", true}, {"b", true}}));
    EXPECT_EQ(codeSpans("an ` alone"), (std::vector<TextRun>{{"an ` alone", false}}));
    EXPECT_TRUE(codeSpans("").empty());
}

TEST(CodeSpans, OnlyTheyAreMarkup) {
    EXPECT_EQ(codeSpansMarkdown("_set_ <x> `a_b` *"), R"(\_set\_ \<x\> `a_b` \*)");
    EXPECT_EQ(codeSpansMarkdown("one ` alone"), R"(one \` alone)");
    EXPECT_EQ(codeSpansMarkdown("two\nlines"), "two lines");
}

TEST(FindingMarkdown, SaysAllOfOneFinding) {
    const Analyzed result(oneGap());
    EXPECT_EQ(findingMarkdown(*result.trace, walk()),
              "### GPU idle 400 µs in `step`, 18 µs (1.8 %) to gain\n"
              "\n"
              "`gpu-idle`, warning: 18.0\u2009µs (1.8\u2009%) to gain · 400\u2009µs GPU idle · "
              "2.00\u2009ms host time · 9 times, 3 a step\n"
              "\n"
              "- **Why:** named\\_modules walks \\<1,024\\> modules \\*each\\* time\n"
              "- **Try:** call `_set_context` once\n"
              "- **Where:** `step` · `aten::mm` · `a/b.py(12): _set'x` · GPU 0\n"
              "- **Largest:** 400\u2009µs idle · host: named\\_modules at 100\u2009µs\n"
              "- **Not known:** no stacks\n");
}

TEST(FindingMarkdown, SaysThatNoSavingIsKnown) {
    Finding finding = walk();
    finding.cost.saving.reset();
    finding.confidence.clear();
    finding.evidence.clear();
    finding.count = 1;
    finding.perStep = 0;
    const Analyzed result(oneGap());
    const std::string page = findingMarkdown(*result.trace, finding);
    EXPECT_NE(page.find("no saving known · "), std::string::npos) << page;
    EXPECT_NE(page.find("· 1 time\n"), std::string::npos) << page;
    EXPECT_EQ(page.find("Largest"), std::string::npos) << page;
    EXPECT_EQ(page.find("Not known"), std::string::npos) << page;
}

// A gap is what the finding costs; the bracket beside it is longer, but only explains it.
TEST(FindingMarkdown, HasWordsInPlaceOfASavingOfZero) {
    Finding finding = walk();
    EXPECT_EQ(missingSavingText(finding), "");
    finding.cost.saving = Duration::zero();
    finding.isBound = true;
    EXPECT_TRUE(findingFigures(finding).starts_with("no gain of its own · "))
        << findingFigures(finding);
    finding.partOf = 0;
    EXPECT_EQ(missingSavingText(finding), "counted in another finding");
    finding.cost.saving.reset();
    EXPECT_EQ(missingSavingText(finding), "no saving known");
}

TEST(FindingMarkdown, CountsOccurrencesOfAStepInFull) {
    Finding finding = walk();
    for (const auto& [count, text] : {std::pair(2.5, "2.5 a step"), std::pair(99.94, "99.9 a step"),
                                      std::pair(1502.0, "1,502 a step")}) {
        finding.perStep = count;
        EXPECT_NE(findingFigures(finding).find(text), std::string::npos) << findingFigures(finding);
    }
}

TEST(FindingMarkdown, LargestIsAGapWhereThereIsOne) {
    Finding finding = walk();
    EXPECT_EQ(largestEvidence(finding), &finding.evidence[0]);
    finding.evidence[0].shape = EvidenceShape::Outline;
    EXPECT_EQ(largestEvidence(finding), &finding.evidence[1]);
    finding.evidence.clear();
    EXPECT_EQ(largestEvidence(finding), nullptr);
}

GapReason byRule(const RuleFacts& rule) {
    return {GapReasonKind::ByRule, &rule};
}

// "GPU idle" is what is to be explained.
TEST(IdleExplanationText, NamesACauseNotTheRuleThatShowsGaps) {
    EXPECT_EQ(causeName(byRule(gpuIdleRule())), "host code");
    EXPECT_EQ(nameOfRule("gpu-idle"), "GPU idle");
    EXPECT_EQ(nameOfRule("no-such-rule"), "no-such-rule");
}

TEST(IdleExplanationText, NamesRulesAndFixedExplanations) {
    EXPECT_EQ(causeName(byRule(launchBoundRule())), "launch-bound");
    EXPECT_EQ(causeName({GapReasonKind::HostNotRecorded}), "host not recorded");
    EXPECT_EQ(causeName({GapReasonKind::HostBetweenLaunches}), "host between launches");
    EXPECT_EQ(causeName({}), "not explained");
    const IdleExplanations one{{},
                               milliseconds(10),
                               {{byRule(launchBoundRule()), milliseconds(3)},
                                {{GapReasonKind::Profiler}, milliseconds(1)}}};
    EXPECT_TRUE(one.isMuch());
    EXPECT_EQ(explanationParts(one, 1),
              std::vector<std::string>{"other 4.00\u2009ms (100\u2009%)"});
    EXPECT_EQ(explanationParts(one),
              (std::vector<std::string>{"launch-bound 3.00\u2009ms (75.0\u2009%)",
                                        "recording by the profiler 1.00\u2009ms (25.0\u2009%)"}));
}

TEST(FindingsMarkdown, SaysWhatExplainsIdleTimeWithoutFindings) {
    FindingSet set;
    set.explanations = {
        {{}, milliseconds(10), {{{GapReasonKind::HostNotRecorded}, milliseconds(6)}}}};
    EXPECT_NE(checkedSentence(set).find("no finding; 60.0\u2009% idle, explained by host not "
                                        "recorded 6.00\u2009ms (100\u2009%)."),
              std::string::npos)
        << checkedSentence(set);
}

TEST(FindingsMarkdown, HeadsThemWithTheTrace) {
    const Analyzed result(oneGap());
    FindingSet set;
    set.findings = {walk(), walk()};
    set.notApplicable = {{"memory-growth", "no memory events"}};
    set.combinedSaving = microseconds(30);
    set.replay.pricedWindow = milliseconds(1);
    const std::string page = findingsMarkdown(*result.trace, result.analysis, set);
    EXPECT_EQ(page.find("## GPU findings\n\n`"), 0U);
    EXPECT_NE(page.find("GPU 0: 1.00\u2009ms window, 40.0\u2009% idle\n\n### GPU idle"),
              std::string::npos)
        << page;
    EXPECT_NE(page.find("All of it together: 30.0\u2009µs (3.0\u2009%) to gain.\n"),
              std::string::npos)
        << page;
    EXPECT_NE(page.find("(no memory events).\n"), std::string::npos) << page;
    EXPECT_TRUE(page.ends_with(" " + std::string(toolVersion()) + "_\n")) << page;
}

TEST(FindingsMarkdown, SaysWhatWasCheckedWhereNothingStandsOut) {
    const Analyzed result(oneGap());
    FindingSet set;
    EXPECT_EQ(checkedSentence(set),
              "No GPU activity that Gaplight knows in this file: 0 rules do not apply.");
    set.explanations = {{{}, milliseconds(10), {}}};
    const std::string all = std::to_string(detectors().size());
    EXPECT_EQ(checkedSentence(set), all + " rules checked: nothing stands out.");
    set.notApplicable = {{"no-such-rule", "no steps"}};
    const std::string fewer = std::to_string(detectors().size() - 1);
    EXPECT_EQ(checkedSentence(set), fewer +
                                        " rules checked: nothing stands out. Not judged: "
                                        "no-such-rule (no steps).");
    set.notApplicable = {{"first", "no steps"}, {"second", "no memory"}, {"third", "no steps"}};
    EXPECT_TRUE(
        checkedSentence(set).ends_with("Not judged: first, third (no steps); second (no memory)."));
    set.notApplicable.resize(1);
    EXPECT_NE(findingsMarkdown(*result.trace, result.analysis, set).find("nothing stands out"),
              std::string::npos);
    set.findings = {walk()};
    EXPECT_EQ(checkedSentence(set).find(fewer + " rules checked: 1 finding. Not judged"), 0U);
}

}  // namespace
}  // namespace gaplight
