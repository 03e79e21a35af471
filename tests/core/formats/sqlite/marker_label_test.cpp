// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/batch_tracks.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(MarkerLabel, WhatAutogradNumbersIsAnOperator) {
    for (const char* text :
         {"aten::add, seq = 3, op_id = 5", "aten::empty, op_id = 7", "aten::mul, seq = 12"}) {
        EXPECT_EQ(labelMarker(text, "nvtx", {}).kind, SliceKind::CpuOp) << text;
    }
    // A torch.autograd.Function of the program.
    const MarkerLabel function =
        labelMarker("FlashAttnFunc, seq = 46214, op_id = 993864", "nvtx", {});
    EXPECT_EQ(function.kind, SliceKind::CpuOp);
    EXPECT_EQ(function.name, "FlashAttnFunc");
    EXPECT_EQ(function.category, "cpu_op");
}

TEST(MarkerLabel, OtherRangesAreAnnotations) {
    const MarkerLabel collective = labelMarker("nccl:all_reduce, op_id = 7", "nvtx", "torch");
    EXPECT_EQ(collective.kind, SliceKind::UserAnnotation);
    EXPECT_EQ(collective.name, "nccl:all_reduce");
    EXPECT_EQ(collective.category, "nvtx torch");
    for (const char* text : {"forward", "batch, seq = long", "load, then forward"}) {
        EXPECT_EQ(labelMarker(text, "nvtx", {}).kind, SliceKind::UserAnnotation) << text;
        EXPECT_EQ(labelMarker(text, "nvtx", {}).name, text);
    }
}

}  // namespace
}  // namespace gaplight
