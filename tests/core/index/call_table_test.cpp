// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/call_table.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

const ProcessId kProcess(std::size_t{0});
const ProcessId kOtherProcess(std::size_t{1});

TEST(CallTable, FindsWhatWasEntered) {
    CallTable table(3);
    EXPECT_EQ(table.find(0), nullptr);
    table.entry(0, kProcess).slice = SliceId(10);
    table.entry(~std::uint64_t{0}, kProcess).slice = SliceId(11);
    ASSERT_NE(table.find(0), nullptr);
    EXPECT_EQ(table.find(0)->slice, SliceId(10));
    EXPECT_EQ(table.find(~std::uint64_t{0})->slice, SliceId(11));
    EXPECT_EQ(table.find(1), nullptr);
    EXPECT_EQ(table.entry(0, kProcess).slice, SliceId(10));
}

TEST(CallTable, KeepsProcessesApart) {
    CallTable table(2);
    table.entry(5, kProcess).slice = SliceId(1);
    EXPECT_FALSE(table.entry(5, kOtherProcess).slice.isValid());
    table.entry(5, kOtherProcess).slice = SliceId(2);
    const CallTable::Call* first = table.find(5);
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->slice, SliceId(1));
    const CallTable::Call* second = table.next(*first);
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(second->slice, SliceId(2));
    EXPECT_EQ(table.next(*second), nullptr);
}

TEST(CallTable, AnyPatternOfIds) {
    for (const std::uint64_t stride : {1ULL, 64ULL, 4096ULL, 1ULL << 40U}) {
        constexpr std::size_t kCalls = 20'000;
        CallTable table(kCalls);
        for (std::size_t i = 0; i < kCalls; ++i) {
            table.entry(i * stride, kProcess).slice = SliceId(i);
        }
        for (std::size_t i = 0; i < kCalls; ++i) {
            ASSERT_EQ(table.find(i * stride)->slice, SliceId(i)) << "stride " << stride;
        }
        EXPECT_EQ(table.find(kCalls * stride), nullptr);
    }
}

}  // namespace
}  // namespace gaplight
