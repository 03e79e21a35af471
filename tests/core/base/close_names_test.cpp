// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/close_names.h"

#include <vector>

#include <gtest/gtest.h>

namespace gaplight::test {
namespace {

const std::vector<std::string> kKnown{"scheduler_step", "transformer_forward", "vae_decode",
                                      "text_encode",    "unpack_latents",      "prepare"};

TEST(CloseNames, OffersWhatContainsIt) {
    EXPECT_EQ(closeNamesText("Scheduler", kKnown), "did you mean 'scheduler_step'?");
    EXPECT_EQ(closeNamesText("_e", kKnown), "did you mean 'text_encode'?");
}

TEST(CloseNames, OffersWhatDiffersInFewCharacters) {
    EXPECT_EQ(closeNamesText("shceduler_step", kKnown), "did you mean 'scheduler_step'?");
    EXPECT_EQ(closeNamesText("vea_deocde", kKnown).substr(0, 12), "there are 's");
}

TEST(CloseNames, OffersTheNearestFirst) {
    EXPECT_EQ(closeNamesText("aten::itm", std::vector<std::string>{"aten::mm", "aten::item"}),
              "did you mean 'aten::item' or 'aten::mm'?");
}

TEST(CloseNames, ElseSaysWhatThereIs) {
    EXPECT_EQ(closeNamesText("backward", kKnown),
              "there are 'scheduler_step', 'transformer_forward', 'vae_decode', 'text_encode', "
              "'unpack_latents' and 1 more");
    EXPECT_EQ(closeNamesText("x", std::vector<std::string>{"long_name", "another"}),
              "there are 'long_name' and 'another'");
    EXPECT_EQ(closeNamesText("x", {}), "there are none");
}

TEST(CloseNames, CountsTheOthersAsOtherCounts) {
    const std::vector<std::string> many(1'500, "aten::mm");
    EXPECT_TRUE(closeNamesText("backward", many).ends_with(" and 1,495 more"));
}

TEST(CloseNames, CutsLongNamesBetweenCharacters) {
    const std::string name = std::string(59, 'a') + "é" + std::string(9, 'b');
    EXPECT_EQ(closeNamesText("bbb", std::vector{name}),
              "did you mean '" + std::string(59, 'a') + "…'?");
}

}  // namespace
}  // namespace gaplight::test
