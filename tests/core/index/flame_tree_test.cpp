// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/flame_tree.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::TraceDsl;

std::shared_ptr<const Trace> makeTrace() {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 400}, "a");
    t.op(host, {10, 100}, "b");
    t.op(host, {20, 30}, "c");
    t.op(host, {150, 350}, "d");
    t.op(host, {500, 900}, "a");
    t.op(host, {510, 800}, "b");
    const auto other = t.thread("other");
    t.op(other, {0, 50}, "b");
    return t.trace();
}

// "a 800 x2 [b 380 x2 [c 10 x1]] [d 200 x1]".
std::string words(const Trace& trace, const FlameTree& tree, std::uint32_t at = 0) {
    const FlameNode& node = tree[at];
    std::string text = std::string(at == 0 ? "all" : trace.text(node.name)) + " " +
                       std::to_string(ns(node.total)) + " x" + std::to_string(node.count);
    for (std::uint32_t i = 0; i < node.childCount; ++i) {
        text += " [" + words(trace, tree, node.firstChild + i) + "]";
    }
    return text;
}

std::string flame(std::int64_t begin, std::int64_t end) {
    const auto trace = makeTrace();
    const RowIndex rows = RowIndex::build(*trace);
    const std::array<TrackId, 2> tracks{TrackId(0), TrackId(1)};
    return words(*trace,
                 FlameTree::build(*trace, rows, tracks, {timeFromNs(begin), timeFromNs(end)}));
}

FlameTree whole(const Trace& trace) {
    const RowIndex rows = RowIndex::build(trace);
    std::vector<TrackId> tracks;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        tracks.emplace_back(i);
    }
    return FlameTree::build(trace, rows, tracks, {timeFromNs(0), timeFromNs(1000)});
}

TEST(FlameTree, JoinsWhatHasTheSameNamesAround) {
    EXPECT_EQ(flame(0, 1000), "all 850 x3 [a 800 x2 [b 380 x2 [c 10 x1]] [d 200 x1]] [b 50 x1]");
}

TEST(FlameTree, CutsAtTheEdges) {
    EXPECT_EQ(flame(25, 200), "all 200 x2 [a 175 x1 [b 75 x1 [c 5 x1]] [d 50 x1]] [b 25 x1]");
}

TEST(FlameTree, IsEmptyWhereNothingRuns) {
    EXPECT_EQ(flame(420, 480), "all 0 x0");
}

TEST(FlameTree, ParentsComeFirstAndKnowTheLongest) {
    const auto trace = makeTrace();
    const RowIndex rows = RowIndex::build(*trace);
    const TrackId track(0);
    const FlameTree tree = FlameTree::build(*trace, rows, std::span(&track, 1), trace->range());
    EXPECT_EQ(tree.depth(), 3U);
    for (std::uint32_t i = 1; i < tree.nodes().size(); ++i) {
        EXPECT_LT(tree[i].parent, i);
        EXPECT_EQ(tree[i].depth, tree[tree[i].parent].depth + 1);
        EXPECT_EQ(trace->slices().name(tree[i].longest), tree[i].name);
    }
    const FlameNode& b = tree[tree[1].firstChild];
    EXPECT_EQ(trace->slices().start(b.longest), timeFromNs(510));
}

TEST(FlameViews, BottomUpListsOwnTimeWithItsCallers) {
    const auto trace = makeTrace();
    const FlameTree tree = whole(*trace);
    EXPECT_EQ(words(*trace, reversedFlame(tree)),
              "all 850 x7 [b 420 x3 [a 370 x2]] [a 220 x2] [d 200 x1 [a 200 x1]] "
              "[c 10 x1 [b 10 x1 [a 10 x1]]]");
}

TEST(FlameViews, AFilterKeepsPathsThroughMatches) {
    const auto trace = makeTrace();
    const FlameTree tree = whole(*trace);
    const auto filtered = [&](std::string_view name) {
        return filteredFlame(tree, [&](StringId id) { return trace->text(id) == name; });
    };
    EXPECT_EQ(words(*trace, filtered("b")), "all 430 x3 [a 380 x2 [b 380 x2 [c 10 x1]]] [b 50 x1]");
    EXPECT_EQ(words(*trace, filtered("c")), "all 10 x2 [a 10 x2 [b 10 x2 [c 10 x1]]]");
    EXPECT_TRUE(filtered("nothing").nodes().empty());
    EXPECT_EQ(words(*trace, filtered("a")).substr(0, 10), "all 800 x2");
}

TEST(FlameViews, WhatHasAllTimeIsFolded) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 1000}, "bootstrap");
    t.op(host, {0, 1000}, "run");
    t.op(host, {0, 1}, "import");
    t.op(host, {2, 1000}, "train");
    t.op(host, {2, 500}, "forward");
    t.op(host, {500, 1000}, "backward");
    const auto trace = t.trace();
    const FoldedFlame folded = foldedFlame(whole(*trace));
    EXPECT_EQ(folded.folded, 2U);
    EXPECT_EQ(words(*trace, folded.tree),
              "all 999 x2 [train 998 x1 [backward 500 x1] [forward 498 x1]] [import 1 x1]");
    // Nothing has all of it.
    const FoldedFlame same = foldedFlame(whole(*makeTrace()));
    EXPECT_EQ(same.folded, 0U);
    EXPECT_EQ(ns(same.tree[0].total), 850);
    EXPECT_EQ(foldedFlame(FlameTree()).folded, 0U);
    EXPECT_TRUE(reversedFlame(FlameTree()).nodes().empty());
}

// "a 400 (300)": with the time in the base.
std::string changes(const Trace& trace, const FlameTree& tree, std::uint32_t at = 0) {
    const FlameNode& node = tree[at];
    const std::string name(at == 0 ? "all" : node.name.isValid() ? trace.text(node.name) : "?");
    std::string text =
        name + " " + std::to_string(ns(node.total)) + " (" + std::to_string(ns(node.base)) + ")";
    for (std::uint32_t i = 0; i < node.childCount; ++i) {
        text += " [" + changes(trace, tree, node.firstChild + i) + "]";
    }
    return text;
}

struct TwoSteps {
    std::shared_ptr<const Trace> trace;
    FlameTree first;
    FlameTree second;
};

TwoSteps makeTwoSteps() {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 100}, "step 1");
    t.op(host, {0, 40}, "forward");
    t.op(host, {40, 60}, "check");
    t.op(host, {200, 350}, "step 2");
    t.op(host, {200, 300}, "forward");
    t.op(host, {300, 320}, "log");
    const auto trace = t.trace();
    const RowIndex rows = RowIndex::build(*trace);
    const std::array<TrackId, 1> tracks{TrackId(0)};
    return {trace, FlameTree::build(*trace, rows, tracks, {timeFromNs(0), timeFromNs(100)}),
            FlameTree::build(*trace, rows, tracks, {timeFromNs(200), timeFromNs(350)})};
}

FlameTree secondAgainstFirst(const TwoSteps& steps) {
    const auto names = sameFlameNames(*steps.trace, steps.second, *steps.trace, steps.first);
    return flameAgainst(steps.second, steps.first, [&](StringId name) { return names.at(name); });
}

TEST(FlameTree, TakesTheTimeOfEachPathFromTheBase) {
    const TwoSteps steps = makeTwoSteps();
    EXPECT_EQ(changes(*steps.trace, secondAgainstFirst(steps)),
              "all 150 (100) [step 2 150 (100) [forward 100 (40)] [log 20 (0)] [check 0 (20)]]");
}

TEST(FlameTree, KeepsTheTimeOfTheBaseWhereItIsTurned) {
    const TwoSteps steps = makeTwoSteps();
    const FlameTree tree = secondAgainstFirst(steps);
    EXPECT_EQ(changes(*steps.trace, reversedFlame(tree)),
              "all 150 (100) [forward 100 (40) [step 2 100 (40)]] [step 2 30 (40)] "
              "[log 20 (0) [step 2 20 (0)]] [check 0 (20) [step 2 0 (20)]]");
    EXPECT_EQ(changes(*steps.trace, filteredFlame(tree,
                                                  [&](StringId name) {
                                                      return name.isValid() &&
                                                             steps.trace->text(name) == "forward";
                                                  })),
              "all 100 (40) [step 2 100 (40) [forward 100 (40)]]");
}

}  // namespace
}  // namespace gaplight
