// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/launcher_rank.h"

#include <initializer_list>

#include <gtest/gtest.h>

namespace gaplight::test {
namespace {

LauncherRank rankOf(std::initializer_list<const char*> variables) {
    LauncherRank rank;
    for (const char* variable : variables) {
        rank.add(variable);
    }
    return rank;
}

TEST(LauncherRank, IsThatOfTorchrunBeforeThatOfSlurm) {
    const LauncherRank rank = rankOf({"SLURM_PROCID=\"1\"", "SLURM_NTASKS=\"2\"", "HOME=\"/root\"",
                                      "RANK=\"6\"", "WORLD_SIZE=\"8\""});
    EXPECT_EQ(rank.rank(), 6);
    EXPECT_EQ(rank.worldSize(), 8);
}

TEST(LauncherRank, NeedsNoQuotes) {
    const LauncherRank rank = rankOf({"OMPI_COMM_WORLD_RANK=3", "OMPI_COMM_WORLD_SIZE=4"});
    EXPECT_EQ(rank.rank(), 3);
    EXPECT_EQ(rank.worldSize(), 4);
}

TEST(LauncherRank, IsEmptyWithoutAJobOfSeveralProcesses) {
    EXPECT_FALSE(rankOf({"RANK=0", "WORLD_SIZE=1"}).rank());
    EXPECT_FALSE(rankOf({"RANK=4", "WORLD_SIZE=4"}).rank());
    EXPECT_FALSE(rankOf({"RANK=1"}).rank());
    EXPECT_FALSE(rankOf({"RANK=-1", "WORLD_SIZE=4"}).rank());
    EXPECT_FALSE(rankOf({"RANK=one", "WORLD_SIZE=4"}).rank());
    EXPECT_FALSE(rankOf({"RANK=99999999999", "WORLD_SIZE=4"}).rank());
    EXPECT_FALSE(rankOf({"RANK", ""}).worldSize());
}

}  // namespace
}  // namespace gaplight::test
