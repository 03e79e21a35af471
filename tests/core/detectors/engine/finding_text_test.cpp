// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/finding_text.h"

#include <chrono>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

using std::chrono::microseconds;

// The section "title" of a file with these values.
std::string rendered(std::string_view file, const FindingValues& values) {
    const auto sections = RuleSections::parse(file);
    EXPECT_TRUE(sections) << (sections ? "" : sections.error().message);
    const RuleSections none;
    return sections ? FindingText(*sections, none).section("title", {}, values) : std::string{};
}

TEST(FindingText, WritesEachKindWithItsUnit) {
    FindingValues values;
    values.set("count", std::int64_t{1'024});
    values.set("one", std::int64_t{1});
    values.set("time", Duration(microseconds(412)));
    values.set("share", ShareValue{1, 8});
    values.set("bytes", ByteCount{8'390'000});
    values.set("rate", ByteRate{19'600, Duration(1'000)});
    values.set("step", 2.5);
    values.set("name", std::string("`mm`"));
    values.set("list", TextList{"a", "b", "c"});
    EXPECT_EQ(rendered("## title\n{count:launch|launches}, {one:copy|copies}, {count}", values),
              "1,024 launches, 1 copy, 1,024");
    EXPECT_EQ(rendered("## title\n{time} {share} {share:0}", values),
              "412\u2009µs 12.5\u2009% 12\u2009%");
    EXPECT_EQ(rendered("## title\n{bytes} {rate} {step} {step:2}", values),
              "8.39\u2009MB 19.6\u2009GB/s 2.5 2.50");
    EXPECT_EQ(rendered("## title\n{name}: {list}; {list:and}", values),
              "`mm`: a, b, c; a, b and c");
}

TEST(FindingText, LeavesOutWhatIsNotKnown) {
    FindingValues values;
    EXPECT_EQ(rendered("## title\none[[, {ops}]] two. [[By {ops}.]] [[In {place}.]]", values),
              "one two.");
    values.set("place", std::string("`step`"));
    values.set("ops", std::string());
    EXPECT_EQ(rendered("## title\none[[, {ops}]] two. [[By {ops}.]] [[In {place}.]]", values),
              "one two. In `step`.");
    EXPECT_EQ(rendered("## title\nby {ops}", values), "by {ops}") << "shows what is missing";
}

TEST(FindingText, ChoosesCasesAndRepeatsRows) {
    FindingValues values;
    values.set("limit", CaseName{"grid"});
    values.set("blocks", std::int64_t{64});
    ValueRows rows(2);
    rows[0].set("op", std::string("a"));
    rows[1].set("op", std::string("b"));
    rows[1].set("blocks", std::int64_t{3});
    values.set("ops", rows);
    EXPECT_EQ(rendered("## title\n{limit}: {ops:, }\n## limit: other\nno\n## limit: grid\n"
                       "{blocks} blocks\n## ops\n{op} of\n  {blocks}",
                       values),
              "64 blocks: a of 64, b of 3");
}

TEST(FindingText, RendersAFinding) {
    const auto own = RuleSections::parse("## title\n{count} of {blocks}\n## fix: a\ntry a\n");
    ASSERT_TRUE(own);
    const auto shared = RuleSections::parse("## why\nbecause of {gpu}\n## note\n`{blocks}`\n");
    ASSERT_TRUE(shared);
    Finding finding;
    finding.count = 2;
    finding.values.set("blocks", std::int64_t{64});
    finding.values.set("fix", CaseName{"a"});
    FindingText(*own, *shared).render(finding, "GPU 3");
    EXPECT_EQ(finding.title, "2 of 64");
    EXPECT_EQ(finding.why, "because of GPU 3");
    EXPECT_EQ(finding.fix, "try a");
    EXPECT_EQ(finding.confidence, "");
    EXPECT_TRUE(finding.notes.empty()) << "no evidence";
    EXPECT_EQ(titleWithSaving(finding), "2 of 64");
    finding.savingText = "1 ms to gain";
    EXPECT_EQ(titleWithSaving(finding), "2 of 64, 1 ms to gain");
    finding.evidence.emplace_back();
    FindingText(*own, *shared).render(finding, "GPU 3");
    EXPECT_EQ(finding.notes, TextList{"64"});
}

TEST(FindingText, LabelsEvidenceByRows) {
    const auto own = RuleSections::parse("## note: wait\nwait of {of}\n## note: idle\nidle\n");
    ASSERT_TRUE(own);
    const RuleSections none;
    Finding finding;
    ValueRows rows = caseRows({"wait", "idle"});
    rows[0].set("of", std::string("`item`"));
    finding.values.set("note", std::move(rows));
    FindingText(*own, none).render(finding, {});
    EXPECT_EQ(finding.notes, (TextList{"wait of item", "idle"}));
}

}  // namespace
}  // namespace gaplight
