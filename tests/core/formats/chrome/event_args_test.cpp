// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/event_args.h"

#include <string>

#include <gtest/gtest.h>

#include "core/io/byte_source.h"

namespace gaplight {
namespace {

std::shared_ptr<const RandomAccess> bytes(std::string text) {
    return byteSourceFromMemory(std::move(text)).value()->randomAccess();
}

TEST(EventText, ReadsExactlyOneObject) {
    const std::string first = R"({"name": "}\"{", "args": {"x": [1, {"y": "]"}]}})";
    const std::string text = "[" + first + ", {\"name\": 2}]";
    EXPECT_EQ(readEventText(*bytes(text), 1).value(), first);
    EXPECT_EQ(readEventText(*bytes(text), first.size() + 3).value(), "{\"name\": 2}");
}

TEST(EventText, ReadsLongObjects) {
    const std::string event = R"({"name": ")" + std::string(1'000'000, 'x') + "\"}";
    EXPECT_EQ(readEventText(*bytes("  " + event + "  "), 2).value(), event);
}

TEST(EventText, SaysWhatIsWrong) {
    const auto elsewhere = readEventText(*bytes("[{}]"), 0);
    ASSERT_FALSE(elsewhere.has_value());
    EXPECT_EQ(elsewhere.error().code, ErrorCode::NotReadable);
    EXPECT_EQ(elsewhere.error().message,
              "no event begins at byte 0 any more; the file was changed: open it again");
    const auto cut = readEventText(*bytes("[{\"name\": \"x"), 1);
    ASSERT_FALSE(cut.has_value());
    EXPECT_EQ(cut.error().message,
              "the event at byte 1 is cut; the file became shorter: open it again");
    EXPECT_FALSE(readEventText(*bytes("[{}]"), 400).has_value());
    const auto endless = readEventText(*bytes("{\"" + std::string(17 << 20U, 'x')), 0);
    ASSERT_FALSE(endless.has_value());
    EXPECT_EQ(endless.error().code, ErrorCode::TooLarge);
}

using Entries = std::vector<Arg>;

TEST(ParseArgs, ListsEntriesWithValuesAsText) {
    const auto entries = parseArgs(R"({"ph": "X", "args": {
        "External id": 18446744073709551615, "text": "a \"b\"\n\u00e9", "none": null, "yes": true,
        "Input Dims": [[1, 512, 4096], [], []], "occupancy": {"limit": "REGS", "n": [2]},
        "real": 1.50}})");
    EXPECT_EQ(entries.value(), (Entries{{"External id", "18446744073709551615"},
                                        {"text", "a \"b\"\n\xc3\xa9"},
                                        {"none", "null"},
                                        {"yes", "true"},
                                        {"Input Dims", "[[1, 512, 4096], [], []]"},
                                        {"occupancy / limit", "REGS"},
                                        {"occupancy / n", "[2]"},
                                        {"real", "1.50"}}));
}

TEST(ParseArgs, BreaksLongNestedValues) {
    const std::string inner(30, 'x');
    const auto entries = parseArgs(R"({"args": {"list": [{"a":1,"b":[2,3]},")" + inner + R"(",")" +
                                   inner + R"(","z"]}})");
    EXPECT_EQ(entries.value(), (Entries{{"list", "[\n  {\"a\": 1, \"b\": [2, 3]},\n  \"" + inner +
                                                     "\",\n  \"" + inner + "\",\n  \"z\"\n]"}}));
}

TEST(ParseArgs, AcceptsAnyKindOfArgs) {
    EXPECT_EQ(parseArgs(R"({"ph": "X"})").value(), Entries{});
    EXPECT_EQ(parseArgs(R"({"args": {}})").value(), Entries{});
    EXPECT_EQ(parseArgs(R"({"args": { }})").value(), Entries{});
    EXPECT_EQ(parseArgs(R"({"args": null})").value(), Entries{});
    EXPECT_EQ(parseArgs(R"({"args": "text"})").value(), (Entries{{"args", "text"}}));
    EXPECT_EQ(parseArgs(R"({"args": [1,2]})").value(), (Entries{{"args", "[1, 2]"}}));
    EXPECT_EQ(parseArgs(R"({"args": {"a": NaN, "b": -Infinity,}})").value(),
              (Entries{{"a", "NaN"}, {"b", "-Infinity"}}));
    EXPECT_EQ(parseArgs("{\"args\": {\"a\": \"\xff\", \"b\": [\"\xff\"]}}").value(),
              (Entries{{"a", "\xef\xbf\xbd"}, {"b", "[\"\xef\xbf\xbd\"]"}}));
    EXPECT_EQ(parseArgs(R"({"args": {broken}})").value(), (Entries{{"args", "{broken}"}}));
}

TEST(ParseArgs, KeepsNumbersAsTheyAreSpelled) {
    const std::string wide = "340282366920938463463374607431768211455";
    EXPECT_EQ(parseArgs("{\"args\": {\"id\": " + wide + ", \"list\": [" + wide + " , -0.10e+5]}}")
                  .value(),
              (Entries{{"id", wide}, {"list", "[" + wide + ", -0.10e+5]"}}));
}

TEST(ParseArgs, ReadsWhatIsNotQuiteJson) {
    EXPECT_EQ(
        parseArgs("{\"args\": {\"a\": \"x\ty\", \"b\\q\": \"\\q \\ud800\", \"c\": +1}}").value(),
        (Entries{{"a", "x y"}, {"b\\q", "\\q \xef\xbf\xbd"}, {"c", "+1"}}));
    EXPECT_EQ(parseArgs("{\"args\":\n{ \"a\" : [ 1 , \"\\\"]\" ] , \"b\" : { } }}").value(),
              (Entries{{"a", "[1, \"\\\"]\"]"}}));
}

TEST(ParseArgs, ShowsTheUnreadableRestUnchanged) {
    EXPECT_EQ(parseArgs(R"({"args": {"a": 1 "b": 2}})").value(),
              (Entries{{"a", "1"}, {"args", R"("b": 2})"}}));
    EXPECT_EQ(parseArgs(R"({"args": {"a": {"b": 1, c}, "d": 2}})").value(),
              (Entries{{"a / b", "1"}, {"a", "c}"}, {"d", "2"}}));
    EXPECT_EQ(parseArgs(R"({"args": {"a": [1 2], "b": 3}})").value(),
              (Entries{{"a", "[1 2]"}, {"b", "3"}}));
    EXPECT_EQ(parseArgs(R"({"args": {"a": 1, "b": }})").value(),
              (Entries{{"a", "1"}, {"args", R"("b": })"}}));
}

TEST(ParseArgs, ShowsDeepNestingUnchanged) {
    const std::string deep = std::string(5000, '[') + std::string(5000, ']');
    EXPECT_EQ(parseArgs("{\"args\": {\"a\": " + deep + "}}").value(), (Entries{{"a", deep}}));
}

TEST(ParseArgs, RefusesWhatIsNoEvent) {
    for (const char* text : {"", "x", "[]", "{", "{\"args\": {"}) {
        const auto entries = parseArgs(text);
        ASSERT_FALSE(entries.has_value()) << text;
        EXPECT_EQ(entries.error().code, ErrorCode::BadArgument);
    }
}

}  // namespace
}  // namespace gaplight
