// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/finding_walk.h"

#include <gtest/gtest.h>

namespace gaplight::ui {
namespace {

Evidence evidenceAt(std::int64_t begin, std::int64_t end) {
    Evidence evidence;
    evidence.track = TrackId(0);
    evidence.range = {Time(Duration(begin)), Time(Duration(end))};
    return evidence;
}

Finding findingWith(std::string_view rule, std::vector<Evidence> evidence) {
    Finding finding;
    finding.rule = rule;
    finding.where.annotation = "step";
    finding.evidence = std::move(evidence);
    return finding;
}

FindingSet setOf(std::vector<Finding> findings) {
    FindingSet set;
    set.findings = std::move(findings);
    return set;
}

TEST(FindingWalk, TheSameFindingHasTheCurrentOccurrence) {
    const FindingSet before =
        setOf({findingWith("host-sync", {evidenceAt(50, 60)}),
               findingWith("host-sync", {evidenceAt(20, 30), evidenceAt(40, 45)})});
    FindingSet after = setOf({findingWith("low-occupancy", {evidenceAt(40, 45)}),
                              findingWith("host-sync", {evidenceAt(0, 20), evidenceAt(50, 60)}),
                              findingWith("host-sync", {evidenceAt(40, 45)})});
    EXPECT_EQ(sameFinding(before, {0, 0}, after), (FindingFocus{1, 1}));
    EXPECT_EQ(sameFinding(before, {1, 1}, after), (FindingFocus{2, 0}));
    after.findings[2].where.annotation = "other step";
    EXPECT_EQ(sameFinding(before, {1, 1}, after), (FindingFocus{1, 0}))
        << "the first of the rule and place, at its longest occurrence";
}

TEST(FindingWalk, AFindingThatIsGoneHasNone) {
    const FindingSet before = setOf({findingWith("host-sync", {evidenceAt(0, 10)})});
    EXPECT_EQ(sameFinding(before, {0, 0}, setOf({findingWith("gpu-idle", {evidenceAt(0, 10)})})),
              FindingFocus{});
    EXPECT_EQ(sameFinding(before, {}, before), FindingFocus{});
}

}  // namespace
}  // namespace gaplight::ui
