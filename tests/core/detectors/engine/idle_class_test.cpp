// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/idle_class.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(IdleClass, FixedExplanationsAreNotOfTheSteadyProgram) {
    EXPECT_EQ(idleClassOf("unexplained"), IdleClass::Other);
    EXPECT_EQ(idleClassOf("capture_edge"), IdleClass::Other);
    EXPECT_EQ(idleClassOf("below_threshold"), IdleClass::Launch);
    EXPECT_EQ(idleClassOf("host_between_launches"), IdleClass::Host);
    EXPECT_EQ(idleClassOf("waiting_for_rank"), IdleClass::Rank);
    EXPECT_EQ(idleClassOf("launch-bound"), IdleClass::Launch);
    EXPECT_EQ(idleClassName(IdleClass::Data), "data");
}

}  // namespace
}  // namespace gaplight
