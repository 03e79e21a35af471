// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/arg_keys.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/index/search.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

std::shared_ptr<const Session> openedText(const std::string& json) {
    auto source = byteSourceFromMemory(json);
    return openSession("made", **source).value();
}

ArgKeys keysOf(const Session& session) {
    Result<ArgKeys> keys = ArgKeys::read(session.details);
    EXPECT_TRUE(keys.has_value());
    return std::move(*keys);
}

// What the details of the slice show, one level deep.
std::vector<std::string> shownKeys(const Session& session, SliceId slice) {
    std::vector<std::string> keys;
    const auto args = session.details.args(slice);
    for (const Arg& arg : args.value()) {
        const std::string key = arg.path.substr(0, arg.path.find(" / "));
        if (keys.empty() || keys.back() != key) {
            keys.push_back(key);
        }
    }
    return keys;
}

std::vector<std::string> known(const ArgKeys& keys, SliceId slice) {
    return {keys.keysOf(slice).begin(), keys.keysOf(slice).end()};
}

TEST(ArgKeys, AreThoseThatTheDetailsShow) {
    for (const char* name : {"flux_after_eager.json.zst", "streams_overlap.json.zst"}) {
        const auto session = openSession(test::dataFile(name)).value();
        const ArgKeys keys = keysOf(*session);
        EXPECT_GT(keys.setCount(), 3U);
        EXPECT_LT(keys.setCount(), 100U);
        for (std::size_t at = 0; at < session->trace->slices().size(); at += 17) {
            ASSERT_EQ(known(keys, SliceId(at)), shownKeys(*session, SliceId(at))) << name << at;
        }
    }
}

TEST(ArgKeys, AreSearched) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    dsl.op(host, {0, 10}, "plain");
    dsl.op(host, {20, 30}, "first");
    dsl.arg("Input Dims", "[[1, 2]]");
    dsl.op(host, {40, 50}, "second");
    dsl.arg("odd \"key\"", "{\"inside\": 1}");
    dsl.arg("Input Dims", "[]");
    const auto session = openedText(dsl.json());
    const ArgKeys keys = keysOf(*session);
    const auto found = [&](const SearchQuery& query) {
        std::vector<std::string> names;
        for (const SliceId slice : keys.search(*patternOf(query))) {
            names.emplace_back(session->trace->name(slice));
        }
        return names;
    };
    EXPECT_EQ(found({"input dims"}), (std::vector<std::string>{"first", "second"}));
    EXPECT_EQ(found({"^odd \"key", true}), std::vector<std::string>{"second"});
    EXPECT_TRUE(found({"inside"}).empty());
    EXPECT_TRUE(found({"plain"}).empty());
}

constexpr int kLongEvents = 120;  // 18 MB

std::shared_ptr<const Session> longEvents() {
    std::string json = "[";
    const std::string filler(150'000, 'x');
    for (int i = 0; i < kLongEvents; ++i) {
        json += (i == 0 ? "" : ",\n") + std::string("{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":") +
                std::to_string(i * 10) + ",\"dur\":5,\"name\":\"n\",\"args\":{\"long\":\"" +
                filler + "\",\"key " + std::to_string(i) + "\":1}}";
    }
    return openedText(json + "]");
}

// Events lie where one window of the reading ends and the next begins, and are longer than both
// overlap.
TEST(ArgKeys, AreFoundInLongEventsToo) {
    const auto session = longEvents();
    ASSERT_EQ(session->trace->slices().size(), static_cast<std::size_t>(kLongEvents));
    const ArgKeys keys = keysOf(*session);
    for (int i = 0; i < kLongEvents; ++i) {
        EXPECT_EQ(known(keys, SliceId(static_cast<std::size_t>(i))),
                  (std::vector<std::string>{"long", "key " + std::to_string(i)}));
    }
}

TEST(ArgKeys, TheFirstAreGivenBeforeAllAreRead) {
    const auto session = longEvents();
    const TextPattern pattern = *patternOf({"long"});
    std::vector<std::size_t> counts;
    ArgKeys::Listener listener;
    listener.onPartialKeys = [&](const ArgKeys& partial) {
        counts.push_back(partial.search(pattern).size());
        EXPECT_EQ(known(partial, SliceId(0)).front(), "long");
        EXPECT_TRUE(known(partial, SliceId(std::size_t{kLongEvents} - 1)).empty());
    };
    const auto keys = ArgKeys::read(session->details, {}, listener);
    ASSERT_TRUE(keys.has_value());
    EXPECT_EQ(counts, std::vector<std::size_t>{7});  // of the first megabyte
    EXPECT_EQ(keys->search(pattern).size(), static_cast<std::size_t>(kLongEvents));
    EXPECT_EQ(keys->search(pattern, 3), (std::vector<SliceId>{SliceId(0), SliceId(1), SliceId(2)}));
}

TEST(ArgKeys, CanBeStopped) {
    test::TraceDsl dsl;
    dsl.op(dsl.thread("main"), {0, 10}, "plain");
    const auto session = openedText(dsl.json());
    std::stop_source stop;
    stop.request_stop();
    const auto keys = ArgKeys::read(session->details, stop.get_token());
    ASSERT_FALSE(keys.has_value());
    EXPECT_EQ(keys.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace gaplight
