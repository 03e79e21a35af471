// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/arg_values.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/index/search.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

std::string takenFrom(std::string_view text, const ArgKeys& keys) {
    ParsedQuery query = *parseQuery(text);
    std::string all;
    for (const ArgCondition& condition : takeArgConditions(query, keys)) {
        all += "{" + condition.key + "=" + condition.value + "}";
    }
    for (const std::string& one : query.texts) {
        all += "'" + one + "'";
    }
    return all;
}

std::vector<SliceId> foundIn(const Session& session, std::string_view text) {
    const ArgKeys keys = ArgKeys::read(session.details).value();
    ParsedQuery query = *parseQuery(text);
    const std::vector<ArgCondition> conditions = takeArgConditions(query, keys);
    std::vector<std::string> wanted;
    for (const ArgCondition& condition : conditions) {
        wanted.push_back(condition.key);
    }
    const auto candidates = searchSlices(*session.trace, *conditionsOf(query, false));
    return searchArgs(session.details, conditions, keys.withKeys(wanted, *candidates)).value();
}

TEST(ArgValues, MatchWholeValuesAndElements) {
    EXPECT_TRUE(matchesArgValue("7", "7"));
    EXPECT_FALSE(matchesArgValue("7", "17"));
    EXPECT_TRUE(matchesArgValue("1?", "17"));
    EXPECT_TRUE(matchesArgValue("*device*", "Pageable -> Device"));
    const std::string shapes = "[[4096, 50], [50, 64], []]";
    EXPECT_TRUE(matchesArgValue("[4096,*]", shapes));
    EXPECT_TRUE(matchesArgValue("[ 50, 64 ]", shapes));
    EXPECT_TRUE(matchesArgValue(shapes, shapes));
    EXPECT_TRUE(matchesArgValue("4096", shapes));
    EXPECT_TRUE(matchesArgValue("[]", shapes));
    EXPECT_FALSE(matchesArgValue("[4096]", shapes));
    EXPECT_FALSE(matchesArgValue("[64,*]", shapes));
    EXPECT_FALSE(matchesArgValue("409", shapes));
    EXPECT_TRUE(matchesArgValue("c10::half", "[\"c10::Half\", \"float\"]"));
    EXPECT_TRUE(matchesArgValue("", ""));
    EXPECT_FALSE(matchesArgValue("1", "[[1"));  // cut: no element ends
    EXPECT_FALSE(matchesArgValue("[", "]]]"));
}

TEST(ArgValues, KeysAreTheLongestThatTheTraceHas) {
    const auto session = openSession(test::dataFile("streams_overlap.json.zst")).value();
    const ArgKeys keys = ArgKeys::read(session->details).value();
    EXPECT_EQ(takenFrom("stream=7", keys), "{stream=7}");
    EXPECT_EQ(takenFrom("gemm STREAM=7", keys), "{STREAM=7}'gemm'");
    EXPECT_EQ(takenFrom("two words registers per thread=32", keys),
              "{registers per thread=32}'two words'");
    EXPECT_EQ(takenFrom("no such key=7", keys), "'no such key=7'");
}

// Against the args of every slice, one by one.
TEST(ArgValues, FindWhatTheDetailsShow) {
    const auto session = openSession(test::dataFile("streams_overlap.json.zst")).value();
    const Trace& trace = *session->trace;
    std::vector<SliceId> expected;
    std::string stream;
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        const auto args = session->details.args(SliceId(i)).value();
        const auto at = std::find_if(args.begin(), args.end(),
                                     [](const Arg& arg) { return arg.path == "stream"; });
        if (at != args.end() && (stream.empty() || at->value == stream)) {
            stream = at->value;
            expected.emplace_back(i);
        }
    }
    ASSERT_GT(expected.size(), 1U);
    EXPECT_EQ(foundIn(*session, "stream=" + stream), expected);
    EXPECT_TRUE(foundIn(*session, "stream=" + stream + "0000").empty());
    const auto shorter = foundIn(*session, "stream=" + stream + " dur<10us");
    EXPECT_LT(shorter.size(), expected.size());
}

TEST(ArgValues, AreReadWithProgressAndStopped) {
    const auto session = openSession(test::dataFile("streams_overlap.json.zst")).value();
    std::vector<SliceId> all;
    for (std::size_t i = 0; i < session->trace->slices().size(); ++i) {
        all.emplace_back(i);
    }
    const std::vector<ArgCondition> conditions{{"stream", "*"}};
    double share = 0;
    ArgSearchListener listener;
    listener.onProgress = [&](double read) {
        EXPECT_GT(read, share);
        share = read;
    };
    ASSERT_TRUE(searchArgs(session->details, conditions, all, {}, listener).has_value());
    EXPECT_EQ(share, 1);
    std::stop_source stop;
    listener.onProgress = [&](double) { stop.request_stop(); };
    const auto stopped = searchArgs(session->details, conditions, all, stop.get_token(), listener);
    ASSERT_FALSE(stopped.has_value());
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace gaplight
