// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/plain_sources.h"
#include "core/pack/args_block.h"
#include "core/pack/integer_block.h"
#include "core/pack/pack_file.h"
#include "core/pack/pack_layout.h"
#include "core/pack/pack_output.h"
#include "tests/support/checks/trace_dump.h"
#include "tests/support/exercise/exercise_session.h"
#include "tests/support/formats/packed.h"
#include "tests/support/strange/byte_choices.h"
#include "tests/support/strange/strange_trace.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Some of everything a pack stores.
std::string smallTrace() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.annotation(host, {0, 900}, "step");
    t.kernel(stream, {200, 300}, t.launch(host, {100, 110}));
    t.arg("grid", "[1, 2, 3]");
    t.memcpy(stream, {400, 500});
    t.op(host, {310, 800}, "aten::mul");
    t.arg("Input Dims", "[[2, 3]]");
    t.flow(host, 100, host, 310);
    t.counter(host, 5, "load", 1.5);
    t.memory(host, 7, 64, 1024, 1024);
    t.fact("deviceProperties", "[{\"id\": 0, \"name\": \"A GPU\", \"numSms\": 3}]");
    return t.json();
}

SliceId sliceOf(const LoadedTrace& loaded, std::string_view name) {
    return sliceNamed(*loaded.trace, name);
}

TEST(PackFile, OpensAsTheTraceThatWasPacked) {
    const std::string json = smallTrace();
    const auto original = readPacked(json);
    const auto packed = readPacked(packOfText(json));
    ASSERT_TRUE(original);
    ASSERT_TRUE(packed) << packed.error().message;
    EXPECT_EQ(dump(*packed->trace), dump(*original->trace));
    EXPECT_EQ(packed->details.args(sliceOf(*packed, "aten::mul")).value(),
              original->details.args(sliceOf(*original, "aten::mul")).value());
    EXPECT_EQ(packed->trace->facts().devices.front().name, "A GPU");
}

TEST(PackFile, HasNoArgsWithoutArgs) {
    const auto original = readPacked(smallTrace());
    const auto packed =
        readPacked(packOf(*original->trace, original->details.of(SourceId()), false));
    ASSERT_TRUE(packed) << packed.error().message;
    EXPECT_EQ(dump(*packed->trace), dump(*original->trace) + "args_left_out x5 at byte 0: \n");
    EXPECT_THAT(packed->details.args(sliceOf(*packed, "aten::mul")).value(), ElementsAre());
}

TEST(PackFile, NamesBothVersionsWhereItIsNewer) {
    std::string pack = packOfText(smallTrace());
    pack[kPackMagic.size()] = 9;
    const auto opened = readPacked(pack);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().message,
              "packed.json: a pack of version 9, written by a newer gaplight; this one reads "
              "version 2: update it, or open the trace itself");
}

TEST(PackFile, SaysThatItIsCutWhereverItIs) {
    const std::string pack = packOfText(smallTrace());
    for (std::size_t size = kPackMagic.size(); size < pack.size(); ++size) {
        const auto opened = readPacked(pack.substr(0, size));
        ASSERT_FALSE(opened) << size;
        EXPECT_THAT(opened.error().message, AllOf(HasSubstr("cut after"), HasSubstr("again")));
    }
}

// All that a report can be made of.
std::string contentOf(const LoadedTrace& loaded) {
    std::string content = dump(*loaded.trace);
    for (std::size_t slice = 0; slice < loaded.trace->slices().size(); ++slice) {
        const auto args = loaded.details.args(SliceId(slice));
        EXPECT_TRUE(args) << args.error().message;
        for (const Arg& arg : args.value_or(std::vector<Arg>())) {
            content += arg.path + "=" + arg.value + "\n";
        }
    }
    return content;
}

// Number of changed bits after which a pack opens; what it gives then is `expected`.
std::size_t countBitsOfNoMeaning(const std::string& pack, const std::string& expected) {
    std::size_t openable = 0;
    for (std::size_t bit = 0; bit < 8 * pack.size(); ++bit) {
        std::string changed = pack;
        changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1U << bit % 8);
        const auto opened = readPacked(changed);
        EXPECT_TRUE(opened || !opened.error().message.empty()) << bit;
        if (opened) {
            ++openable;
            EXPECT_EQ(contentOf(*opened), expected) << bit;
        }
    }
    return openable;
}

// The directory is checked, each block has a checksum: no changed bit is read as another value.
TEST(PackFile, NoticesEveryChangedBit) {
    const std::string json = smallTrace();
    const std::string expected = contentOf(*readPacked(json));
    const std::string pack = packOfText(json);
    // 32 of the header, one of each frame of zstd, and where a block has one length for all values.
    EXPECT_LT(countBitsOfNoMeaning(pack, expected), pack.size() / 10);
    EXPECT_LT(countBitsOfNoMeaning(packWithoutHashes(pack), expected), pack.size() / 10);
}

TEST(PackFile, NamesTheFirstDamagedBlockOfArgs) {
    TraceDsl t;
    const auto host = t.thread("main");
    for (int number = 0; number < 20'000; ++number) {
        t.op(host, {number * 10, number * 10 + 5}, "aten::mul");
        t.arg("number", std::to_string(number));
    }
    for (const std::string& whole :
         {packOfText(t.json()), packWithoutHashes(packOfText(t.json()))}) {
        const auto bytes = std::make_shared<const std::string>(whole);
        ASSERT_TRUE(readPacked(whole));
        std::string pack = whole;
        // Args stand before the columns that name them.
        const std::size_t second = pack.size() * 6 / 10;
        const std::size_t first = pack.size() * 5 / 10;
        pack[second] = static_cast<char>(~pack[second]);
        const auto one = readPacked(pack);
        pack[first] = static_cast<char>(~pack[first]);
        const auto two = readPacked(pack);
        ASSERT_FALSE(one);
        ASSERT_FALSE(two);
        EXPECT_EQ(two.error().code, ErrorCode::Corrupt);
        EXPECT_THAT(two.error().message, HasSubstr("the pack is damaged in the"));
        EXPECT_LE(two.error().byteOffset, first);
        EXPECT_GT(one.error().byteOffset, first);
    }
}

TEST(PackFile, KeepsTracksOfAsyncOperations) {
    const std::string json =
        R"({"traceEvents": [
        {"ph": "b", "cat": "a", "id": 1, "pid": 1, "tid": 1, "ts": 1, "name": "one"},
        {"ph": "b", "cat": "a", "id": 2, "pid": 1, "tid": 1, "ts": 2, "name": "two"},
        {"ph": "e", "cat": "a", "id": 2, "pid": 1, "tid": 1, "ts": 3, "name": "two"},
        {"ph": "e", "cat": "a", "id": 1, "pid": 1, "tid": 1, "ts": 4, "name": "one"}]})";
    const auto packed = readPacked(packOfText(json));
    ASSERT_TRUE(packed) << packed.error().message;
    EXPECT_EQ(dump(*packed->trace), dump(*readPacked(json)->trace));
    EXPECT_FALSE(packed->trace->slices().parent(SliceId(1)).isValid());
}

TEST(PackFile, KeepsDurationsOfMoreThanFourSeconds) {
    constexpr std::int64_t kSecond = 1'000 * kMs;
    TraceDsl t;
    for (const auto& thread : {t.thread("main"), t.thread("other")}) {
        t.annotation(thread, {0, 90 * kSecond}, "all");
        for (std::int64_t at = 0; at < 8; ++at) {
            t.op(thread, {at * 10 * kSecond, at * 10 * kSecond + (at + 1) * kSecond}, "some");
        }
    }
    const std::string json = t.json();
    const auto packed = readPacked(packOfText(json));
    ASSERT_TRUE(packed) << packed.error().message;
    EXPECT_EQ(dump(*packed->trace), dump(*readPacked(json)->trace));
    EXPECT_EQ(packed->trace->slices().duration(sliceOf(*packed, "all")), std::chrono::seconds(90));
}

// A claim of many rows must cost neither memory nor time.
TEST(PackFile, RefusesMoreRowsThanItsSizeCanHold) {
    std::string pack;
    PackOutput output(
        [&](std::string_view part) -> Result<void> {
            pack += part;
            return {};
        },
        {}, PackCompression::Small);
    ASSERT_TRUE(output.begin());
    std::string block;
    encodeIntegers(std::vector<std::uint64_t>(kRowsOfBlock), block);
    const std::vector<std::string> blocks(100, block);
    for (int times = 0; times < 100; ++times) {
        ASSERT_TRUE(output.addBlocks(packSection(PackTable::Slices), 100 * kRowsOfBlock, blocks));
    }
    ASSERT_TRUE(output.finish());
    ASSERT_LT(pack.size(), 1'000'000U);
    const auto opened = readPacked(pack);
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().message, HasSubstr("directory of the pack is damaged"));
}

// Two columns: row numbers, and three times them, `seconds` of these.
std::string packOfTwoColumns(std::size_t rows, std::size_t seconds) {
    std::string pack;
    PackOutput output(
        [&](std::string_view part) -> Result<void> {
            pack += part;
            return {};
        },
        {}, PackCompression::Small);
    const auto multiplesOf = [](std::uint64_t factor) {
        return [factor](std::size_t first, std::span<std::uint64_t> values) {
            for (std::size_t at = 0; at < values.size(); ++at) {
                values[at] = factor * (first + at);
            }
        };
    };
    EXPECT_TRUE(output.begin());
    EXPECT_TRUE(output.addIntegers(packSection(PackTable::PythonId, 0), rows, multiplesOf(1)));
    EXPECT_TRUE(output.addIntegers(packSection(PackTable::PythonId, 1), seconds, multiplesOf(3)));
    EXPECT_TRUE(output.finish());
    return pack;
}

TEST(PackFile, ReadsTwoColumnsTogetherInOrder) {
    constexpr std::size_t kRows = 2 * kRowsOfBlock + 5;
    std::uint64_t next = 0;
    const auto readUntil = [&](std::uint64_t limit, std::size_t seconds) {
        const auto pack = std::make_shared<const std::string>(packOfTwoColumns(kRows, seconds));
        const auto file = PackFile::open(plainMemorySource(pack)->randomAccess());
        next = 0;
        return (*file)->readPairs(
            packSection(PackTable::PythonId, 0), packSection(PackTable::PythonId, 1),
            [&](std::span<const std::uint64_t> firsts, std::span<const std::uint64_t> others) {
                for (std::size_t at = 0; at < firsts.size(); ++at, ++next) {
                    EXPECT_EQ(firsts[at], next);
                    EXPECT_EQ(others[at], 3 * next);
                }
                return next < limit;
            });
    };
    EXPECT_TRUE(readUntil(kRows + 1, kRows));
    EXPECT_EQ(next, kRows);
    EXPECT_FALSE(readUntil(kRowsOfBlock, kRows));  // refused after a block
    EXPECT_EQ(next, kRowsOfBlock);
    EXPECT_FALSE(readUntil(kRows + 1, kRows - 1));  // not as many rows
    EXPECT_EQ(next, 0U);
}

TEST(PackFile, WrongValuesAreRefusedOrHarmless) {
    constexpr std::uint64_t kSeeds = 400;
    std::uint64_t refused = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const std::string pack = packOfText(strangeTrace(bytesOfSeed(seed % 20)));
        ASSERT_FALSE(pack.empty());
        std::vector<std::uint8_t> choices = bytesOfSeed(seed + 1000);
        choices.resize(std::min<std::size_t>(choices.size(), 4 + seed % 24));
        const std::string changed = mutatedPack(pack, choices);
        refused += readPacked(changed) ? 0 : 1;
        Problems problems;
        exerciseSession({changed}, bytesOfSeed(~seed), false, problems);
        EXPECT_TRUE(problems.isEmpty()) << "seed " << seed << '\n' << problems.text();
    }
    EXPECT_GT(refused, kSeeds / 10);
    EXPECT_LT(refused, kSeeds - kSeeds / 10);
}

TEST(IntegerBlock, GivesItsValuesAgain) {
    const std::vector<std::vector<std::uint64_t>> cases{
        {7},
        {0, 0, 0},
        {5, 4, 3, 2, 1'000'000},
        {100, 200, 300, 400},
        {~std::uint64_t{0}, 0, std::uint64_t{1} << 63U},
        {1, ~std::uint64_t{0} - 5}};
    for (const auto& values : cases) {
        std::string block;
        encodeIntegers(values, block);
        std::vector<std::uint64_t> read(values.size());
        ASSERT_TRUE(decodeIntegers(block, read));
        EXPECT_EQ(read, values);
        std::vector<std::uint64_t> more(values.size() + 1);
        EXPECT_EQ(decodeIntegers(block, more), block.size() == kIntegerBlockHead);
        EXPECT_FALSE(decodeIntegers(block.substr(0, block.size() - 1), read));
    }
}

TEST(ArgsBlock, GivesArgsOfEachEvent) {
    const std::vector<Arg> first{{"id", "7"}, {"size", "[2]"}};
    const std::vector<Arg> second{{"name", std::string(300, 'x')}};
    const std::vector<Arg> third{{"id", "8"}, {"size", ""}};
    ArgsOfEvents events{{EventId(5), EventId(90), EventId(91)}, {first, second, third}};
    const std::string bytes = argsBlockBytes(events);
    const auto block = ArgsBlock::parse(bytes);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(block->argsOf(EventId(5)), first);
    EXPECT_EQ(block->argsOf(EventId(90)), second);
    EXPECT_EQ(block->argsOf(EventId(91)), third);
    EXPECT_THAT(block->argsOf(EventId(6)), ElementsAre());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_EQ(ArgsBlock::parse(bytes.substr(0, size)), nullptr) << size;
    }
}

}  // namespace
}  // namespace gaplight::test
