// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/idle_call_tree.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

TimeRange rangeOf(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin), timeFromNs(end)};
}

struct CallTree {
    test::TraceDsl dsl;
    test::TraceDsl::Track host = dsl.thread("main");
    std::shared_ptr<const Trace> trace;

    void python(std::int64_t begin, std::int64_t end, const std::string& name) {
        dsl.python(host, {begin, end}, name);
    }

    IdleCallTree tree() {
        trace = dsl.trace();
        IdleCallTree made(*trace);
        made.begin(trace->trackOf(SliceId(0)));
        return made;
    }

    // "main 900/50 (step 600/200 (item 250/250))": inside/exclusive, each call with what it
    // contains; exclusive times and what no call covers must sum to the range.
    static std::string text(const IdleCallTree& tree) {
        Duration sum = tree.untraced();
        for (const IdleCall& call : tree.calls()) {
            sum += call.exclusive;
        }
        EXPECT_EQ(sum, tree.range().length());
        return below(tree, IdleCallTree::kNoCall);
    }

private:
    static std::string below(const IdleCallTree& tree, std::uint32_t parent) {
        std::string text;
        for (std::uint32_t at = 0; at < tree.calls().size(); ++at) {
            const IdleCall& call = tree.calls()[at];
            if (call.parent == parent) {
                const std::string inner = below(tree, at);
                text += (text.empty() ? "" : " ") + std::string(tree.trace().name(call.slice)) +
                        " " + std::to_string(ns(tree.inside(call).length())) + "/" +
                        std::to_string(ns(call.exclusive)) +
                        (inner.empty() ? "" : " (" + inner + ")");
            }
        }
        return text;
    }
};

TEST(IdleCallTree, GivesEachInstantToTheInnermostCall) {
    CallTree calls;
    calls.python(50, 1000, "main");
    calls.python(100, 700, "step");
    calls.python(200, 450, "item");
    calls.python(500, 650, "item");
    calls.python(720, 970, "log");
    IdleCallTree tree = calls.tree();
    tree.moveTo(rangeOf(100, 1000));
    EXPECT_EQ(CallTree::text(tree),
              "main 900/50 (step 600/200 (item 250/250 item 150/150) log 250/250)");
    EXPECT_EQ(tree.untraced(), Duration::zero());
}

TEST(IdleCallTree, ContainsNoCallThatOutlivesTheOneAround) {
    CallTree calls;
    calls.python(100, 200, "step()");
    calls.python(150, 400, "ProfilerStep");  // begins in step() and outlives it
    calls.python(160, 190, "inner");
    IdleCallTree tree = calls.tree();
    tree.moveTo(rangeOf(100, 500));
    EXPECT_EQ(CallTree::text(tree), "step() 100/50 ProfilerStep 250/220 (inner 30/30)");
    EXPECT_EQ(tree.untraced(), Duration(100));
}

TEST(IdleCallTree, KeepsWhatIsStillOpenInTheNextRange) {
    CallTree calls;
    calls.python(0, 1000, "main");
    calls.python(50, 300, "first");
    calls.python(100, 300, "inner");
    calls.python(320, 330, "between");
    calls.python(350, 900, "second");
    IdleCallTree tree = calls.tree();
    tree.moveTo(rangeOf(60, 200));
    EXPECT_EQ(CallTree::text(tree), "main 140/0 (first 140/40 (inner 100/100))");
    for (IdleCall& call : tree.newCalls()) {
        call.label = 7;
    }
    tree.moveTo(rangeOf(250, 310));  // two end at once
    EXPECT_EQ(CallTree::text(tree), "main 60/10 (first 50/0 (inner 50/50))");
    EXPECT_TRUE(tree.newCalls().empty());
    tree.moveTo(rangeOf(400, 500));
    EXPECT_EQ(CallTree::text(tree), "main 100/0 (second 100/100)");
    ASSERT_EQ(tree.newCalls().size(), 1U);
    EXPECT_EQ(tree.calls()[0].label, 7U);
    EXPECT_EQ(tree.calls()[1].label, 0U);
}

TEST(IdleCallTree, DropsWhatEndedUnderALongerCall) {
    CallTree calls;
    calls.python(0, 200, "short");
    calls.python(100, 900, "long");
    calls.python(150, 800, "inner");
    IdleCallTree tree = calls.tree();
    tree.moveTo(rangeOf(120, 180));
    EXPECT_EQ(CallTree::text(tree), "short 60/0 long 60/30 (inner 30/30)");
    tree.moveTo(rangeOf(300, 850));
    EXPECT_EQ(CallTree::text(tree), "long 550/50 (inner 500/500)");
}

TEST(IdleCallTree, JumpsToAnyRange) {
    CallTree calls;
    calls.python(0, 1000, "main");
    calls.python(100, 300, "first");
    calls.python(400, 900, "second");
    calls.python(450, 500, "inner");
    IdleCallTree tree = calls.tree();
    const TrackId track = calls.trace->trackOf(SliceId(0));
    const auto inside = [&] {
        std::string text;
        for (const IdleCall& call : tree.calls()) {
            text += std::string(calls.trace->name(call.slice)) + " " +
                    std::to_string(ns(tree.inside(call).length())) + " ";
        }
        return text;
    };
    tree.jumpTo(track, rangeOf(420, 600));
    EXPECT_EQ(inside(), "main 180 second 180 inner 50 ");
    tree.jumpTo(track, rangeOf(200, 450));
    EXPECT_EQ(inside(), "main 250 first 100 second 50 ");
    EXPECT_EQ(tree.newCalls().size(), 3U);
}

}  // namespace
}  // namespace gaplight
