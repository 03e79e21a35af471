// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/idle_explanations.h"

#include <gtest/gtest.h>

#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

TEST(GapReason, HasAClass) {
    EXPECT_EQ(GapReason{}.idleClass(), IdleClass::Other);
    EXPECT_EQ(GapReason{GapReasonKind::CaptureEdge}.idleClass(), IdleClass::Other);
    EXPECT_EQ(GapReason{GapReasonKind::BelowThreshold}.idleClass(), IdleClass::Launch);
    EXPECT_EQ(GapReason{GapReasonKind::HostBetweenLaunches}.idleClass(), IdleClass::Host);
    EXPECT_EQ(GapReason{GapReasonKind::WaitingForRank}.idleClass(), IdleClass::Rank);
    const GapReason launches{GapReasonKind::ByRule, &launchBoundRule()};
    EXPECT_EQ(launches.idleClass(), IdleClass::Launch);
    EXPECT_EQ(idleClassName(IdleClass::Data), "data");
}

TEST(GapReason, IsNamedByItsRuleOrItsKind) {
    EXPECT_EQ((GapReason{GapReasonKind::ByRule, &launchBoundRule()}.name()), "launch-bound");
    EXPECT_EQ(GapReason{GapReasonKind::CaptureEdge}.name(), "capture_edge");
    EXPECT_EQ(GapReason{}.name(), "unexplained");
}

}  // namespace
}  // namespace gaplight
