// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/pickle_machine.h"

#include <array>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/formats/pickle_text.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;
using Kind = PickleValue::Kind;

struct PickleRun {
    ChunkSupply supply;
    PickleHeap heap{std::span<const PickleShape>{}, supply};
    Result<PickleRoot> root = tl::unexpected(Error{});

    explicit PickleRun(std::string bytes) {
        auto source = byteSourceFromMemory(std::move(bytes));
        EXPECT_TRUE(source);
        PickleBytes input({}, **source);
        PickleMachine machine(input, heap, supply);
        root = machine.run();
    }
};

std::string errorOf(std::string bytes) {
    const PickleRun run(std::move(bytes));
    return run.root ? "no error" : run.root.error().message;
}

TEST(PickleMachine, Integers) {
    const std::array<std::pair<std::string, std::int64_t>, 7> cases{
        {{std::string("K\xff"), 255},
         {std::string("M\x01\x02"), 513},
         {std::string("J\xfe\xff\xff\xff"), -2},
         {std::string("\x8a\x00", 2), 0},
         {std::string("\x8a\x01\x80"), -128},
         {std::string("\x8a\x07\xc3\xd4\x59\x44\xdb\x60\x06"), 1795344721106115},
         {std::string("\x8b\x02\x00\x00\x00\xff\x7f", 7), 32767}}};
    for (const auto& [bytes, value] : cases) {
        const PickleRun run("\x80\x04" + bytes + ".");
        ASSERT_TRUE(run.root);
        EXPECT_EQ(run.root->value, PickleValue::integer(value));
        EXPECT_EQ(run.root->value.payload(), value);
    }
}

TEST(PickleMachine, IntegersOfOver60BitsAreMarked) {
    const PickleRun run(std::string("\x80\x04\x8a\x09\x01\x01\x01\x01\x01\x01\x01\x01\x01."));
    ASSERT_TRUE(run.root);
    EXPECT_TRUE(run.root->value.is(Kind::LargeInt));
    EXPECT_TRUE(PickleValue::integer(std::int64_t{1} << 59U).is(Kind::LargeInt));
    EXPECT_TRUE(PickleValue::integer(-(std::int64_t{1} << 59U)).is(Kind::Int));
}

TEST(PickleMachine, RefusesWhatCouldRunCode) {
    // os.system("id"), as protocols 0 to 5 spell it.
    EXPECT_THAT(errorOf("\x80\x04\x8c\x02os\x8c\x06system\x93\x8c\x02id\x85R."),
                HasSubstr("opcode STACK_GLOBAL (0x93) at byte 14"));
    EXPECT_THAT(errorOf("cos\nsystem\n(S'id'\ntR."), HasSubstr("opcode GLOBAL (0x63) at byte 0"));
    for (const unsigned char opcode : {'c', 'R', 'b', 'i', 'o', 'P', 'Q', 'I', 'S', 'p', 'g'}) {
        const std::string error = errorOf("\x80\x02N" + std::string(1, static_cast<char>(opcode)));
        EXPECT_THAT(error, HasSubstr(std::string(refusedOpcodeName(opcode)) + " (0x"));
        EXPECT_THAT(error, HasSubstr("at byte 3"));
    }
    for (const int opcode : {0x81, 0x82, 0x83, 0x84, 0x92, 0x93, 0x97, 0x98}) {
        EXPECT_THAT(errorOf("\x80\x05N" + std::string(1, static_cast<char>(opcode))),
                    HasSubstr("may run code"));
    }
    EXPECT_THAT(errorOf("\x80\x04\xfe."), HasSubstr("is no opcode"));
}

TEST(PickleMachine, ListsDictsAndTuplesInAnyOrder) {
    // {"a": [1, 2, 3], "b": ((), None)}, the list filled by APPEND and APPENDS after it was stored.
    const PickleRun run("\x80\x04}(" + pickled("a") + "]\x94u" + "h" + std::string(1, '\0') +
                        "K\x01"
                        "a(K\x02K\x03"
                        "e0" +
                        pickled("b") + ")N\x86s.");
    ASSERT_TRUE(run.root) << run.root.error().message;
    const PickleValue list = run.heap.find(run.root->value, "a");
    std::string items;
    run.heap.forEachItem(list, [&](PickleValue item) { items += std::to_string(item.payload()); });
    EXPECT_EQ(items, "123");
    EXPECT_EQ(run.heap.listLength(list), 3U);
    EXPECT_EQ(run.heap.listLength(run.heap.find(run.root->value, "b")), 2U);
    EXPECT_EQ(run.heap.find(run.root->value, "c"), PickleValue{});
}

TEST(PickleMachine, DictOfAShapeBecomesARow) {
    static constexpr std::array kKeys{PickleShape::Column{"x", 0}, PickleShape::Column{"y", 1}};
    static constexpr std::array kShapes{PickleShape{"y", 2, kKeys}};
    ChunkSupply supply;
    PickleHeap heap(kShapes, supply);
    const PickleValue dict = heap.addDict();
    const auto set = [&](std::string_view key, std::int64_t value) {
        const std::array pair{heap.addText(key), PickleValue::integer(value)};
        heap.setItems(dict, pair);
    };
    set("x", 1);
    set("other", 2);
    EXPECT_FALSE(heap.rowOf(dict));
    set("y", 3);
    set("y", 4);
    const auto row = heap.rowOf(dict);
    ASSERT_TRUE(row);
    EXPECT_EQ(heap.cell(*row, 0).payload(), 1);
    EXPECT_EQ(heap.cell(*row, 1).payload(), 4);
}

TEST(PickleMachine, SharedAndRecursiveObjectsAreNotExpanded) {
    // Each of 60 lists holds the one before it twice: 2^60 leaves.
    std::string laughs = "\x80\x04]\x94";
    for (int at = 0; at < 60; ++at) {
        const std::string before = "h" + std::string(1, static_cast<char>(at));
        laughs += "](" + before + before + "e\x94";
    }
    const PickleRun run(laughs + ".");
    ASSERT_TRUE(run.root);
    EXPECT_EQ(run.heap.lists(), 61U);
    EXPECT_LE(run.heap.memoryBytes(), 4 * ChunkSupply::kChunkBytes);  // one for each table
    const PickleRun loop("\x80\x04]\x94h" + std::string(1, '\0') + "a.");
    ASSERT_TRUE(loop.root);
    EXPECT_EQ(loop.heap.listLength(loop.root->value), 1U);
}

TEST(PickleMachine, DamageHasAPlace) {
    EXPECT_THAT(errorOf("\x80\x04."), HasSubstr("byte 2: an empty stack"));
    EXPECT_THAT(errorOf("\x80\x04Na."), HasSubstr("too few values"));
    EXPECT_THAT(errorOf("\x80\x04NNa."), HasSubstr("no list below"));
    EXPECT_THAT(errorOf("\x80\x04}(Nu."), HasSubstr("a key without a value"));
    EXPECT_THAT(errorOf("\x80\x04u."), HasSubstr("no mark"));
    EXPECT_THAT(errorOf("\x80\x04h\x05."), HasSubstr("not in the memo"));
    EXPECT_THAT(errorOf("\x80\x04Nr\xff\xff\xff\x7f."), HasSubstr("skips others"));
    EXPECT_THAT(errorOf("\x80\x04T\xff\xff\xff\xff."), HasSubstr("a negative length"));
    EXPECT_THAT(errorOf("\x80\x04\x8b\xff\xff\xff\xff."), HasSubstr("a negative length"));
    EXPECT_THAT(errorOf("\x80\x06N."), HasSubstr("protocol"));
    EXPECT_THAT(errorOf(std::string(20'000, '(')), HasSubstr("10,000 open marks"));
}

// The opcodes of events have a loop of their own as long as the buffer holds enough bytes.
TEST(PickleMachine, DamageHasTheSamePlaceFarFromTheEnd) {
    const std::string more(64, '.');
    const std::string dict = "\x80\x04}\x94(K\x01K\x02u";  // 10 bytes
    EXPECT_THAT(errorOf("\x80\x04\x94." + more), HasSubstr("byte 2: an empty stack"));
    EXPECT_THAT(errorOf(dict + "h\x05." + more), HasSubstr("byte 10: a number that is not"));
    EXPECT_THAT(errorOf(dict + "j\x05" + std::string(3, '\0') + more),
                HasSubstr("byte 10: a number that is not"));
    EXPECT_THAT(errorOf(dict + "(Nu." + more), HasSubstr("byte 12: a key without a value"));
    EXPECT_THAT(errorOf(dict + "u." + more), HasSubstr("byte 10: no mark"));
    EXPECT_THAT(errorOf("\x80\x04(u." + more), HasSubstr("no list or dict below"));
    EXPECT_THAT(errorOf("\x80\x04](NNu." + more), HasSubstr("byte 6: no dict below"));
    EXPECT_THAT(errorOf("\x80\x04N((11N0u." + more), HasSubstr("no mark"));
    EXPECT_THAT(errorOf(std::string(20'000, '(') + more), HasSubstr("10,000 open marks"));
}

TEST(PickleMachine, ValuesAcrossTheEndsOfTheBufferAreTheSame) {
    // Some 5 MB: each opcode lies across the end of the buffer of 1 MiB at some place.
    std::string bytes = "\x80\x04](";
    std::vector<std::int64_t> expected;
    for (std::int64_t at = 0; at < 250'000; ++at) {
        const std::int64_t sign = at % 2 == 0 ? 1 : -1;
        const std::size_t length = 1 + static_cast<std::size_t>(at % 8);
        const auto unused = static_cast<unsigned>(64 - 8 * length);
        const auto value =
            static_cast<std::int64_t>(static_cast<std::uint64_t>(at * 0x1234567) << unused) >>
            unused;
        const std::int64_t small = value >> 5U;  // of 60 bits at most
        bytes += "\x8a" + littleEndian(length, 1) +
                 littleEndian(static_cast<std::uint64_t>(small), length);
        bytes += "J" + littleEndian(static_cast<std::uint64_t>(sign * at), 4);
        bytes += "M" + littleEndian(static_cast<std::uint64_t>(at), 2);
        bytes += "K" + littleEndian(static_cast<std::uint64_t>(at), 1);
        expected.insert(expected.end(), {small, sign * at, at & 0xffff, at & 0xff});
    }
    const PickleRun run(bytes + "e.");
    ASSERT_TRUE(run.root);
    std::vector<std::int64_t> values;
    run.heap.forEachItem(run.root->value, [&](PickleValue item) {
        EXPECT_TRUE(item.is(Kind::Int));
        values.push_back(item.payload());
    });
    EXPECT_EQ(values, expected);
}

TEST(PickleMachine, TablesOfManyChunksKeepTheirRows) {
    static constexpr std::array kKeys{PickleShape::Column{"x", 0}, PickleShape::Column{"y", 1}};
    static constexpr std::array kShapes{PickleShape{"y", 2, kKeys}};
    ChunkSupply supply;
    PickleHeap heap(kShapes, supply);
    constexpr std::int64_t kRows = 4'000'000;  // 62 MB of cells
    const PickleValue x = heap.addText("x");
    const PickleValue y = heap.addText("y");
    for (std::int64_t at = 0; at < kRows; ++at) {
        const std::array pairs{x, PickleValue::integer(at), y, PickleValue::integer(-at)};
        heap.setItems(heap.addDict(), pairs);
    }
    for (std::int64_t at = 0; at < kRows; ++at) {
        const auto row = heap.rowOf({Kind::Dict, at});
        ASSERT_TRUE(row);
        ASSERT_EQ(heap.cell(*row, 0), PickleValue::integer(at));
        ASSERT_EQ(heap.cell(*row, 1), PickleValue::integer(-at));
    }
}

TEST(PickleMachine, LongTextsAreCutAndLengthsAreNotTrusted) {
    const std::string text(200'000, 'x');
    const PickleRun run(pickleFile(pickled(text)));
    ASSERT_TRUE(run.root);
    EXPECT_EQ(run.heap.text(run.root->value).size(), PickleBytes::kMaxView);
    // 2^63 bytes are announced, 3 are there.
    const PickleRun huge("\x80\x04\x8d" + littleEndian(std::uint64_t{1} << 63U, 8) + "abc");
    ASSERT_TRUE(huge.root);
    EXPECT_TRUE(huge.root->isTruncated);
}

TEST(PickleMachine, ObjectsAreBoundedByTheLengthOfTheFile) {
    std::string many = "\x80\x04N";
    many.append(40'000'000, '\x94');  // 8 bytes of memo for each byte
    EXPECT_THAT(errorOf(std::move(many)), HasSubstr("more objects than a snapshot of its length"));
    EXPECT_THAT(errorOf("\x80\x04" + std::string(PickleStack::kMaxValues + 1, 'N')),
                HasSubstr("values on the stack"));
}

TEST(PickleMachine, TruncatedFileKeepsWhatItHas) {
    const std::string whole = pickleFile(
        pickledDict({{"a", pickledList({pickled(std::int64_t{1}), pickled(std::int64_t{2})})}}));
    for (std::size_t length = 2; length < whole.size(); ++length) {
        const PickleRun run(whole.substr(0, length));
        ASSERT_TRUE(run.root) << length;
        EXPECT_TRUE(run.root->isTruncated);
    }
    const PickleRun run(whole.substr(0, whole.size() - 3));  // without APPENDS, SETITEMS, STOP
    EXPECT_EQ(run.heap.listLength(run.heap.find(run.root->value, "a")), 2U);
}

}  // namespace
}  // namespace gaplight::test
