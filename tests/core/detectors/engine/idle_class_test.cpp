// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/idle_class.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

// A new rule must be given a class, or be listed here as one that explains no steady gap.
TEST(IdleClass, EveryRuleHasOne) {
    std::set<std::string> others;
    for (const Detector* rule : detectors()) {
        if (idleClassOf(rule->id) == IdleClass::Other) {
            others.emplace(rule->id);
        }
    }
    EXPECT_EQ(others,
              (std::set<std::string>{"capture-quality", "far-from-roofline", "first-use",
                                     "fusible-chain", "low-occupancy", "tensor-cores-unused",
                                     "underused-gpu", "wave-quantization"}));
}

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
