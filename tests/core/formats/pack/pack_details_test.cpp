// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pack/pack_trace.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/pack/pack_layout.h"
#include "tests/support/formats/packed.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int kOps = 10'000;  // of which a block has 4,096

// Bytes in memory that count how often they are read.
class CountedBytes final : public RandomAccess {
public:
    explicit CountedBytes(std::string bytes) : m_bytes(std::move(bytes)) {}

    [[nodiscard]] Result<std::size_t> readAt(std::uint64_t offset,
                                             std::span<char> into) const override {
        ++m_reads;
        const std::size_t rest = m_bytes.size() - std::min<std::uint64_t>(offset, m_bytes.size());
        const std::size_t size = std::min(into.size(), rest);
        std::memcpy(into.data(), m_bytes.data() + offset, size);
        return size;
    }
    std::uint64_t size() const override { return m_bytes.size(); }

    int takeReads() { return std::exchange(m_reads, 0); }

private:
    std::string m_bytes;
    mutable int m_reads = 0;  // one thread
};

// A trace of operators, each with one arg: its number.
std::string numberedOps() {
    TraceDsl t;
    const auto host = t.thread("main");
    for (int number = 0; number < kOps; ++number) {
        t.op(host, {number * 10, number * 10 + 5}, "aten::mul");
        t.arg("number", std::to_string(number));
    }
    return t.json();
}

class PackDetailsOfOps : public ::testing::Test {
protected:
    void SetUp() override {
        const std::string pack = packOfText(numberedOps());
        m_bytes = std::make_shared<CountedBytes>(pack);
        const auto file = PackFile::open(m_bytes);
        ASSERT_TRUE(file) << file.error().message;
        std::vector<std::uint64_t> firsts((*file)->blockCount(packSection(PackTable::Args)));
        ASSERT_GE(firsts.size(), 3U);
        ASSERT_TRUE((*file)->readIntegers(
            packSection(PackTable::ArgsFirst), firsts.size(),
            [&](std::size_t first, std::span<const std::uint64_t> values) {
                std::copy(values.begin(), values.end(),
                          firsts.begin() + static_cast<std::ptrdiff_t>(first));
                return true;
            }));
        m_firsts = firsts;
        m_details = std::make_unique<PackDetails>(*file, std::move(firsts), FieldKeys::Kineto);
        const auto read = readPacked(pack);
        ASSERT_TRUE(read);
        m_trace = read->trace;
        m_bytes->takeReads();
    }

    EventId eventOf(int number) const {
        return m_trace->slices().event(SliceId(static_cast<std::size_t>(number)));
    }

    std::shared_ptr<CountedBytes> m_bytes;
    std::vector<std::uint64_t> m_firsts;
    std::unique_ptr<PackDetails> m_details;
    std::shared_ptr<const Trace> m_trace;
};

TEST_F(PackDetailsOfOps, ReadsOneBlockForTheArgsOfAnEvent) {
    for (const int number : {kOps - 1, 0, kOps / 2}) {
        EXPECT_THAT(m_details->args(eventOf(number)).value(),
                    ElementsAre(Arg{"number", std::to_string(number)}));
        EXPECT_EQ(m_bytes->takeReads(), 1) << number;
    }
    // The blocks stay inflated, also for the events beside.
    for (const int number : {kOps - 2, 1, kOps / 2 + 1, 0}) {
        EXPECT_THAT(m_details->args(eventOf(number)).value(),
                    ElementsAre(Arg{"number", std::to_string(number)}));
    }
    EXPECT_EQ(m_bytes->takeReads(), 0);
}

TEST_F(PackDetailsOfOps, ReadsNothingForAnEventBeforeAllArgs) {
    ASSERT_GT(m_firsts.front(), 0U);
    EXPECT_THAT(m_details->args(EventId(m_firsts.front() - 1)).value(), IsEmpty());
    EXPECT_EQ(m_bytes->takeReads(), 0);
}

}  // namespace
}  // namespace gaplight::test
