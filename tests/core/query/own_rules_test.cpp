// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/own_rules.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/quantity_text.h"
#include "core/detectors/engine/run_rules.h"
#include "core/session/own_rule_file.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

std::shared_ptr<const Session> opened(const std::string& trace, const Settings& settings) {
    OpenOptions options;
    options.settings = settings;
    auto session = openSession(test::dataFile(trace), options);
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    return session.value_or(nullptr);
}

Settings settingsOf(const std::vector<std::string>& files) {
    OwnRules rules;
    for (const std::string& file : files) {
        addOwnRule(parseOwnRule("rules/own.md", file), rules);
    }
    Settings settings;
    settings.setOwnRules(std::make_shared<const OwnRules>(std::move(rules)));
    return settings;
}

// A rule with this head and SELECT.
std::string ruleOf(const std::string& sql, const std::string& head = "severity = \"warning\"",
                   const std::string& title = "{count} of {label}") {
    return "+++\n" + head + "\n+++\n## title\n" + title + "\n## fix\nFix it.\n## sql\n" + sql +
           "\n";
}

std::vector<const Finding*> findingsOf(const Session& session, std::string_view rule) {
    std::vector<const Finding*> found;
    for (const Finding& finding : session.findings.findings) {
        if (finding.rule == rule) {
            found.push_back(&finding);
        }
    }
    return found;
}

std::string textOf(const Finding& finding) {
    std::string text(severityName(finding.severity));
    text += ": " + titleWithSaving(finding) + "\n  " + finding.why + "\n  " + finding.fix + "\n";
    text += finding.confidence.empty() ? "" : "  " + finding.confidence + "\n";
    if (!finding.evidence.empty()) {
        const Evidence& first = finding.evidence.front();
        text += "  evidence: " + std::to_string(finding.evidence.size()) +
                ", first: " + std::string(evidenceShapeName(first.shape)) + " \"" +
                finding.notes[first.note] + "\"\n";
    }
    return text;
}

// The reasons of idle time with their times, GPU by GPU.
std::vector<std::string> explainedBy(const Session& session) {
    std::vector<std::string> texts;
    for (const IdleExplanations& one : session.findings.explanations) {
        for (const ExplainedTime& part : one.parts) {
            texts.push_back(std::string(part.reason.name()) + " " + durationText(part.time));
        }
    }
    return texts;
}

// What stopped the only rule on a recorded trace; empty: it ran.
std::string failureOf(const std::string& file) {
    const Settings settings = settingsOf({file});
    const auto session = opened("graph_small_before.json.zst", settings);
    const std::vector<FailedRule>& failed = session->findings.failedRules;
    return failed.empty() ? std::string() : failed.front().text();
}

// The rules that users copy: what each expects is true, once that it fires and once that it does
// not.
TEST(OwnRules, ExamplesFireWhereTheyExpectTo) {
    std::string text;
    for (const std::string& name : exampleRules()) {
        SCOPED_TRACE(name);
        const OwnRuleFile file = parseOwnRule(name, ruleFile("examples/" + name));
        ASSERT_NE(file.rule, nullptr) << file.failure.text();
        OwnRules rules;
        addOwnRule(file, rules);
        Settings settings;
        settings.setOwnRules(std::make_shared<const OwnRules>(rules));
        bool fires = false;
        bool isSilent = false;
        for (const OwnRule::Expectation& expected : file.rule->expectations) {
            const auto session = opened(expected.trace + ".zst", settings);
            EXPECT_TRUE(session->findings.failedRules.empty());
            const auto found = findingsOf(*session, name);
            EXPECT_EQ(found.size(), expected.findings) << expected.trace;
            fires |= !found.empty();
            isSilent |= found.empty();
            for (const Finding* finding : found) {
                text += "# " + name + " on " + expected.trace + "\n" + textOf(*finding);
            }
        }
        EXPECT_TRUE(fires && isSilent);
    }
    EXPECT_EQ(exampleRules().size(), 5U);
    EXPECT_TRUE(test::matchesGolden("findings/own_rules.txt", text));
}

// Also those about the same time: one removes most of the idle time, one points at every gap.
TEST(OwnRules, LeaveTheFindingsOfOthersAsTheyAre) {
    const std::string trace = "ema_foreach_none.json.zst";
    const Settings settings = settingsOf(
        {ruleOf("SELECT id AS slice, name AS label, 'remove' AS edits FROM annotation WHERE name = "
                "'forward'",
                "price = \"saving\"\nplace = \"trace\"", "Forward"),
         ruleOf(
             "SELECT g.ts AS \"begin\", g.ts_end AS \"end\", k.track_id AS track FROM gap g JOIN "
             "kernel k ON k.id = g.activity_id",
             "id = \"gaps\"\nseverity = \"critical\"\nplace = \"trace\"", "Gaps")});
    const auto with = opened(trace, settings);
    const auto without = opened(trace, {});
    ASSERT_FALSE(findingsOf(*with, "own").empty());
    ASSERT_FALSE(findingsOf(*with, "gaps").empty());
    std::vector<std::string> texts;
    for (const Finding& finding : with->findings.findings) {
        if (finding.rule != "own" && finding.rule != "gaps") {
            texts.push_back(textOf(finding));
        }
    }
    std::vector<std::string> expected;
    for (const Finding& finding : without->findings.findings) {
        expected.push_back(textOf(finding));
    }
    EXPECT_EQ(texts, expected);
    EXPECT_EQ(explainedBy(*with), explainedBy(*without));
}

TEST(OwnRules, EditsArePricedByTheReplay) {
    const std::string sql =
        "SELECT id AS slice, name AS label, 'remove' AS edits FROM kernel ORDER BY dur DESC LIMIT "
        "3";
    const auto session =
        opened("graph_large_before.json.zst",
               settingsOf({ruleOf(sql, "price = \"up-to\"\nplace = \"trace\"", "Kernels")}));
    const auto found = findingsOf(*session, "own");
    ASSERT_EQ(found.size(), 1U);
    ASSERT_TRUE(found.front()->cost.saving);
    EXPECT_GT(*found.front()->cost.saving, Duration::zero());
    EXPECT_NE(found.front()->savingText, "");
    EXPECT_TRUE(found.front()->isBound);
    EXPECT_EQ(found.front()->count, 3U);
}

TEST(OwnRules, ThresholdsAndSeveritiesAreSetAsThoseOfOthers) {
    const std::string head =
        "severity = \"warning\"\nplace = \"trace\"\n[thresholds]\nmax_time = \"1s\"";
    Settings settings =
        settingsOf({ruleOf("SELECT id AS slice, name AS label FROM kernel WHERE dur > :max_time",
                           head, "{count} above {max_time}")});
    const std::string trace = "graph_small_before.json.zst";
    EXPECT_TRUE(findingsOf(*opened(trace, settings), "own").empty());
    ASSERT_TRUE(settings.set("own.max_time=1ns"));
    const auto fired = opened(trace, settings);
    ASSERT_EQ(findingsOf(*fired, "own").size(), 1U);
    EXPECT_EQ(findingsOf(*fired, "own").front()->severity, Severity::Warning);
    EXPECT_TRUE(findingsOf(*fired, "own").front()->title.ends_with(" above 1\u2009ns"));
    ASSERT_TRUE(settings.set("own.severity=critical"));
    EXPECT_EQ(findingsOf(*opened(trace, settings), "own").front()->severity, Severity::Critical);
    ASSERT_TRUE(settings.set("own.severity=off"));
    const auto silent = opened(trace, settings);
    EXPECT_TRUE(findingsOf(*silent, "own").empty());
    const auto& reasons = silent->findings.notApplicable;
    const auto reason = std::ranges::find(reasons, "own", &NotApplicable::rule);
    ASSERT_NE(reason, reasons.end());
    EXPECT_EQ(reason->reason, kSwitchedOff);
    EXPECT_FALSE(settings.set("own.max_tme=1ns"));
    EXPECT_FALSE(settings.set("own.severity=loud"));
}

TEST(OwnRules, SeverityOfAnyRuleCanBeSet) {
    const std::string trace = "sync_small_before.json.zst";
    const auto usual = opened(trace, {});
    ASSERT_FALSE(usual->findings.findings.empty());
    const std::string rule(usual->findings.findings.front().rule);
    Settings settings;
    ASSERT_TRUE(settings.set(rule + ".severity=info"));
    const auto quiet = opened(trace, settings);
    ASSERT_FALSE(findingsOf(*quiet, rule).empty());
    for (const Finding* finding : findingsOf(*quiet, rule)) {
        EXPECT_EQ(finding->severity, Severity::Info);
    }
    ASSERT_TRUE(settings.set(rule + ".severity=off"));
    EXPECT_TRUE(findingsOf(*opened(trace, settings), rule).empty());
}

TEST(OwnRules, ApplyWhereTheirConditionHolds) {
    const std::string sql = "SELECT id AS slice, name AS label FROM kernel LIMIT 1";
    const auto session =
        opened("graph_small_before.json.zst",
               settingsOf({ruleOf(sql, "severity = \"info\"\napplies_when = \"1 > 2\"")}));
    EXPECT_TRUE(findingsOf(*session, "own").empty());
    const auto& reasons = session->findings.notApplicable;
    const auto reason = std::ranges::find(reasons, "own", &NotApplicable::rule);
    ASSERT_NE(reason, reasons.end());
    EXPECT_EQ(reason->reason, "applies where 1 > 2");
    EXPECT_EQ(
        findingsOf(
            *opened("graph_small_before.json.zst",
                    settingsOf({ruleOf(sql, "severity = \"info\"\napplies_when = \"2 > 1\"")})),
            "own")
            .size(),
        1U);
}

TEST(OwnRules, RowsAreFindingsByPlace) {
    const auto countBy = [](const std::string& place) {
        const Settings settings =
            settingsOf({ruleOf("SELECT id AS slice, name AS label FROM annotation",
                               "severity = \"info\"\nplace = \"" + place + "\"")});
        return findingsOf(*opened("host_small_before.json.zst", settings), "own").size();
    };
    EXPECT_EQ(countBy("trace"), 1U);
    EXPECT_EQ(countBy("gpu"), 1U);
    EXPECT_EQ(countBy("label"), 4U);
}

// Whatever is wrong is named with its line; everything else goes on.
TEST(OwnRules, FailuresNameLineAndWhatToDo) {
    const std::string kernels = "SELECT id AS slice, name AS label FROM kernel";
    const std::vector<std::string> files{
        "SELECT 1",
        "+++\nseverity = \"warning\"\n+++\n## title\nT\n## fix\nF\n",
        "+++\nseverity = \"warning\"\n+++\n## title\nT\n## fix\nF\n## sql\n```sql\n```\n",
        "+++\nseverity = \"warning\"\n+++\n## title\nT\n## sql\nSELECT 1\n",
        "+++\nseverity = \"warning\"\n+++\n## title\nT\n## advice\nF\n## sql\nSELECT 1\n",
        ruleOf(kernels, "place = \"trace\""),
        ruleOf(kernels, "severity = \"loud\""),
        ruleOf(kernels, "severity = \"info\"\nplaces = \"trace\""),
        ruleOf(kernels, "severity = \"info\"\nid = \"host-sync\""),
        ruleOf(kernels, "severity = \"info\"\nid = \"No Spaces\""),
        ruleOf(kernels, "severity = \"info\"\n\n[thresholds]\nx = \"5 apples\""),
        ruleOf(kernels, "severity = \"info\"\n[thresholds]\nx = { meaning = \"m\" }"),
        ruleOf(kernels, "severity = \"info\"\n[expect]\n\"a.json\" = -1"),
        ruleOf(kernels, "severity = \"info"),
        ruleOf(kernels, "severity = \"info\"", "{count"),
        ruleOf(kernels, "severity = \"info\"", "{cuont}"),
        ruleOf(kernels, "severity = \"info\"", "{label:hours}"),
        ruleOf("SELECT id AS slice,\n  nmae AS label\nFROM kernel"),
        ruleOf("SELECT id AS slice FROM kernel WHERE dur > :max"),
        ruleOf("DELETE FROM kernel"),
        ruleOf("SELECT name FROM kernel"),
        ruleOf("SELECT ts AS \"begin\", track_id AS track FROM kernel"),
        ruleOf("SELECT ts_end AS \"begin\", ts AS \"end\", track_id AS track FROM kernel"),
        ruleOf("SELECT 0 AS \"begin\", 1 AS \"end\", track_id AS track FROM kernel"),
        ruleOf("SELECT -1 AS slice FROM kernel"),
        ruleOf("SELECT NULL AS slice FROM kernel"),
        ruleOf("SELECT 'x' AS slice FROM kernel"),
        ruleOf("SELECT id AS slice, 'drop' AS edits FROM kernel"),
        ruleOf("SELECT ts AS \"begin\", ts_end AS \"end\", track_id AS track, 'remove' AS edits "
               "FROM kernel"),
        ruleOf("SELECT id AS slice FROM finding"),
        ruleOf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100001) "
               "SELECT 0 AS slice FROM n"),
        ruleOf("SELECT id AS slice, id AS label FROM slice LIMIT 51",
               "severity = \"info\"\nplace = \"label\""),
        ruleOf(kernels, "severity = \"info\"\napplies_when = \"EXISTS (SELECT 1 FROM stpe)\""),
        ruleOf("SELECT id AS slice, dur AS time FROM kernel"),
        ruleOf(kernels,
               "severity = \"info\"\n[thresholds]\n"
               "count = { default = 1, meaning = \"m\" }"),
        ruleOf("SELECT k.id AS slice FROM kernel k JOIN (SELECT 1 UNION ALL SELECT 2)"),
    };
    std::string text;
    for (const std::string& file : files) {
        const std::string failure = failureOf(file);
        EXPECT_NE(failure, "") << file;
        text += failure + "\n";
    }
    EXPECT_TRUE(test::matchesGolden("findings/own_rule_failures.txt", text));
}

// A call inside another takes no time of its own.
TEST(OwnRules, RowsInsideOthersTakeNoMoreTime) {
    const std::string texts = "severity = \"info\"\nplace = \"trace\"";
    const auto session = opened(
        "graph_small_before.json.zst",
        settingsOf({ruleOf("SELECT id AS slice FROM slice", texts, "{window_share} {time}")}));
    ASSERT_EQ(findingsOf(*session, "own").size(), 1U);
    const Finding& finding = *findingsOf(*session, "own").front();
    EXPECT_GT(finding.count, 1'000U);
    EXPECT_LE(finding.values.time("time"), session->trace->range().length());
}

TEST(OwnRules, TextsGiveColumnsAUnit) {
    const std::string sql =
        "SELECT id AS slice, 1500000 AS n, 0.125 AS part, 2.5 AS x, dur FROM kernel LIMIT 1";
    const auto session = opened(
        "graph_small_before.json.zst",
        settingsOf(
            {ruleOf(sql, "severity = \"info\"",
                    "{n} {n:time} {n:bytes} {n:2} {n:call|calls} {part:share} {x:1} {x} {dur}")}));
    ASSERT_EQ(findingsOf(*session, "own").size(), 1U);
    const Finding& finding = *findingsOf(*session, "own").front();
    const std::string dur = durationText(finding.values.time("longest").value_or(Duration()));
    EXPECT_EQ(
        finding.title,
        "1,500,000 1.50\u2009ms 1.50\u2009MB 1500000.00 1,500,000 calls 12.5\u2009% 2.5 2.5 " +
            dur);
}

TEST(OwnRules, OneThatFailsStopsNoOther) {
    const std::string sound = ruleOf("SELECT id AS slice, name AS label FROM kernel LIMIT 1",
                                     "severity = \"info\"\nid = \"sound\"");
    const Settings settings = settingsOf({"no rule", ruleOf("SELECT nothing"), sound, sound});
    const auto session = opened("graph_small_before.json.zst", settings);
    EXPECT_EQ(findingsOf(*session, "sound").size(), 1U);
    ASSERT_EQ(session->findings.failedRules.size(), 3U);
    EXPECT_GT(session->findings.findings.size(), 1U);
}

// A finding of one's own has the evidence and the place of others.
TEST(OwnRules, IntervalsAreBandsOnTheirTrack) {
    const auto session =
        opened("streams_overlap.json.zst",
               settingsOf({ruleOf("SELECT g.ts AS \"begin\", g.ts_end AS \"end\", k.track_id AS "
                                  "track, 'idle' AS label FROM gap g JOIN kernel k ON k.id = "
                                  "g.activity_id",
                                  "severity = \"info\"\nplace = \"trace\"")}));
    const auto found = findingsOf(*session, "own");
    ASSERT_EQ(found.size(), 1U);
    for (const Evidence& evidence : found.front()->evidence) {
        EXPECT_EQ(evidence.shape, EvidenceShape::Band);
        EXPECT_TRUE(evidence.track.isValid());
    }
    EXPECT_EQ(found.front()->values.time("gpu_idle"), found.front()->values.time("time"));
    EXPECT_EQ(found.front()->cost.gpuIdle, Duration::zero());
}

}  // namespace
}  // namespace gaplight
