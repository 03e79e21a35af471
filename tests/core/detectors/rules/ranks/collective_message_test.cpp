// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/ranks/collective_message.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(CollectiveMessage, IsReadFromItsFields) {
    const CollectiveMessage message =
        collectiveMessageIn("_allgather_base;12589568;50358272;BFloat16;4;[0, 1, 2, 3]");
    EXPECT_EQ(message.name, "_allgather_base");
    EXPECT_EQ(message.elements, 50'358'272) << "the larger side";
    EXPECT_EQ(message.bytesPerElement, 2);
    EXPECT_EQ(message.groupSize, 4);
    EXPECT_EQ(message.ranks, (std::vector<int>{0, 1, 2, 3}));
}

TEST(CollectiveMessage, LeavesOutWhatWasNotRecorded) {
    const CollectiveMessage message = collectiveMessageIn(";4096;;;;");
    EXPECT_EQ(message.name, "");
    EXPECT_EQ(message.elements, 4096);
    EXPECT_EQ(message.bytesPerElement, 0);
    EXPECT_EQ(message.groupSize, 0);
    EXPECT_TRUE(message.ranks.empty());
    const CollectiveMessage large = collectiveMessageIn("allreduce;x;-1;Quad;64;[0, 1, ..., 63]");
    EXPECT_EQ(large.elements, 0);
    EXPECT_EQ(large.bytesPerElement, 0);
    EXPECT_EQ(large.groupSize, 64);
    EXPECT_TRUE(large.ranks.empty()) << "Kineto cuts long lists";
}

}  // namespace
}  // namespace gaplight
