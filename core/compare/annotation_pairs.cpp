// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/annotation_pairs.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/analysis/torch/annotation_name.h"
#include "core/base/text_hash.h"
#include "core/compare/alignment.h"

namespace gaplight {
namespace {

// An annotation of the main thread with what is in it.
struct Node {
    SliceId slice;
    std::uint32_t key = 0;  // equal: may match
    bool isGraph = false;
    std::uint16_t depth = 0;
    std::vector<std::uint32_t> children;
};

struct Tree {
    std::vector<Node> nodes;
    std::vector<std::uint32_t> roots;
};

// Which step an instant is in, as the number of its pair; 0: in none, 1: in one without partner.
class PairOfTime {
public:
    PairOfTime(const Steps& steps, std::span<const StepPair> pairs, bool isA)
        : m_hosts(steps.markers.host), m_pair(m_hosts.size(), 1) {
        if (pairs.empty()) {
            m_hosts = {};
        }
        for (std::size_t at = 0; at < pairs.size(); ++at) {
            m_pair[isA ? pairs[at].a : pairs[at].b] = at + 2;
        }
    }

    std::size_t at(Time time) const {
        const auto after = std::upper_bound(
            m_hosts.begin(), m_hosts.end(), time,
            [](Time wanted, const TimeRange& step) { return wanted < step.begin; });
        const bool isInside = after != m_hosts.begin() && time < (after - 1)->end;
        return isInside ? m_pair[static_cast<std::size_t>(after - m_hosts.begin()) - 1] : 0;
    }

private:
    std::span<const TimeRange> m_hosts;
    std::vector<std::size_t> m_pair;
};

using KeyNumbers = std::unordered_map<std::string, std::uint32_t, TextHash>;

template <class KeyOf>
Tree treeOf(const ComparedTrace& run, const PairOfTime& pairs, const KeyOf& keyOf,
            KeyNumbers& numbers) {
    Tree tree;
    const TrackId main = mainAnnotatedThread(run);
    const SliceTable& slices = run.trace.slices();
    std::vector<std::uint32_t> open;
    std::unordered_map<std::uint32_t, std::string> keyOfName;
    for (const SliceId slice : run.analysis.annotationSlices) {
        if (run.trace.trackOf(slice) != main) {
            continue;
        }
        while (!open.empty() && slices.end(tree.nodes[open.back()].slice) <= slices.start(slice)) {
            open.pop_back();
        }
        const std::string group = annotationGroup(run.trace.name(slice));
        auto [key, isNew] = keyOfName.try_emplace(slices.name(slice).value);
        if (isNew) {
            key->second = keyOf(group);
        }
        const std::string inStep =
            key->second + '\0' + std::to_string(pairs.at(slices.start(slice)));
        Node node;
        node.slice = slice;
        node.key =
            numbers.try_emplace(inStep, static_cast<std::uint32_t>(numbers.size())).first->second;
        node.isGraph = isCompiledGraph(group);
        node.depth = static_cast<std::uint16_t>(
            std::min<std::size_t>(open.size(), std::numeric_limits<std::uint16_t>::max()));
        const auto number = static_cast<std::uint32_t>(tree.nodes.size());
        (open.empty() ? tree.roots : tree.nodes[open.back()].children).push_back(number);
        open.push_back(number);
        tree.nodes.push_back(std::move(node));
    }
    return tree;
}

class Matcher {
public:
    Matcher(const Tree& a, const Tree& b, const PairOfTime& stepsA, const PairOfTime& stepsB,
            const ComparedTrace& runA, const ComparedTrace& runB, std::stop_token stop)
        : m_a(a),
          m_b(b),
          m_stepsA(stepsA),
          m_stepsB(stepsB),
          m_runA(runA),
          m_runB(runB),
          m_stop(std::move(stop)) {}

    // Lists wait for their turn in a list of their own: annotations may nest deeper than a stack of
    // calls can.
    [[nodiscard]] std::vector<AnnotationPair> match() {
        addLists(m_a.roots, m_b.roots);
        while (!m_open.empty() && !m_stop.stop_requested()) {
            const Lists next = std::move(m_open.back());
            m_open.pop_back();
            matchLists(next.a, next.b);
        }
        return std::move(m_pairs);
    }

private:
    struct Lists {
        std::vector<std::uint32_t> a;
        std::vector<std::uint32_t> b;
    };

    void addLists(std::vector<std::uint32_t> a, std::vector<std::uint32_t> b) {
        if (!a.empty() && !b.empty()) {
            m_open.push_back({std::move(a), std::move(b)});
        }
    }

    void matchLists(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
        std::size_t nextA = 0;
        std::size_t nextB = 0;
        for (const MatchRun& run : matchSequences(keysOf(m_a, a), keysOf(m_b, b))) {
            between({a.begin() + offset(nextA), a.begin() + offset(run.a)},
                    {b.begin() + offset(nextB), b.begin() + offset(run.b)});
            for (std::size_t at = 0; at < run.length; ++at) {
                pair(a[run.a + at], b[run.b + at], false);
            }
            nextA = run.a + run.length;
            nextB = run.b + run.length;
        }
        between({a.begin() + offset(nextA), a.end()}, {b.begin() + offset(nextB), b.end()});
    }

    [[nodiscard]] static std::ptrdiff_t offset(std::size_t at) {
        return static_cast<std::ptrdiff_t>(at);
    }

    [[nodiscard]] static std::vector<std::uint32_t> keysOf(
        const Tree& tree, const std::vector<std::uint32_t>& numbers) {
        std::vector<std::uint32_t> keys;
        keys.reserve(numbers.size());
        for (const std::uint32_t number : numbers) {
            keys.push_back(tree.nodes[number].key);
        }
        return keys;
    }

    void pair(std::uint32_t a, std::uint32_t b, bool byPlace) {
        m_pairs.push_back({m_a.nodes[a].slice, m_b.nodes[b].slice, m_a.nodes[a].depth, byPlace});
        addLists(m_a.nodes[a].children, m_b.nodes[b].children);
    }

    // In the same pair of steps, or both outside of all.
    bool isSameStep(std::uint32_t a, std::uint32_t b) const {
        const std::size_t stepA = m_stepsA.at(m_runA.trace.slices().start(m_a.nodes[a].slice));
        return stepA != 1 && stepA == m_stepsB.at(m_runB.trace.slices().start(m_b.nodes[b].slice));
    }

    // What has no partner of its key between two pairs.
    void between(std::vector<std::uint32_t> a, std::vector<std::uint32_t> b) {
        if (a.empty() || b.empty()) {
            return;
        }
        bool takesPlace = a.size() == b.size();
        for (std::size_t at = 0; takesPlace && at < a.size(); ++at) {
            takesPlace =
                isSameStep(a[at], b[at]) && m_a.nodes[a[at]].isGraph != m_b.nodes[b[at]].isGraph;
        }
        if (takesPlace) {
            for (std::size_t at = 0; at < a.size(); ++at) {
                pair(a[at], b[at], true);
            }
            return;
        }
        const std::vector<std::uint32_t> insideA = inside(m_a, a);
        const std::vector<std::uint32_t> insideB = inside(m_b, b);
        if (insideA != a && sharesKey(insideA, b)) {
            addLists(insideA, std::move(b));
        } else if (insideB != b && sharesKey(a, insideB)) {
            addLists(std::move(a), insideB);
        } else if (insideA != a && insideB != b && sharesKey(insideA, insideB)) {
            addLists(insideA, insideB);
        }
    }

    // Each annotation replaced by those inside it, where there are any.
    [[nodiscard]] static std::vector<std::uint32_t> inside(
        const Tree& tree, const std::vector<std::uint32_t>& numbers) {
        std::vector<std::uint32_t> list;
        for (const std::uint32_t number : numbers) {
            const std::vector<std::uint32_t>& children = tree.nodes[number].children;
            if (children.empty()) {
                list.push_back(number);
            }
            list.insert(list.end(), children.begin(), children.end());
        }
        return list;
    }

    bool sharesKey(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) const {
        std::vector<std::uint32_t> keysA = keysOf(m_a, a);
        std::sort(keysA.begin(), keysA.end());
        const std::vector<std::uint32_t> keysB = keysOf(m_b, b);
        return std::any_of(keysB.begin(), keysB.end(), [&](std::uint32_t key) {
            return std::binary_search(keysA.begin(), keysA.end(), key);
        });
    }

    const Tree& m_a;
    const Tree& m_b;
    const PairOfTime& m_stepsA;
    const PairOfTime& m_stepsB;
    const ComparedTrace& m_runA;
    const ComparedTrace& m_runB;
    std::stop_token m_stop;
    std::vector<Lists> m_open;  // not yet matched
    std::vector<AnnotationPair> m_pairs;
};

}  // namespace

TrackId mainAnnotatedThread(const ComparedTrace& run) {
    TrackId best;
    Duration bestSpan{-1};
    const std::vector<SliceId>& list = run.analysis.annotationSlices;
    for (std::size_t begin = 0; begin < list.size();) {
        const TrackId track = run.trace.trackOf(list[begin]);
        Time last = Time::min();
        std::size_t end = begin;
        for (; end < list.size() && run.trace.trackOf(list[end]) == track; ++end) {
            last = std::max(last, run.trace.slices().end(list[end]));
        }
        const Duration span = last - run.trace.slices().start(list[begin]);
        if (span > bestSpan) {
            bestSpan = span;
            best = track;
        }
        begin = end;
    }
    return best;
}

std::vector<AnnotationPair> pairAnnotations(const ComparedTrace& a, const ComparedTrace& b,
                                            const AnnotationKeys& keys,
                                            std::span<const StepPair> steps,
                                            const std::stop_token& stop) {
    KeyNumbers numbers;
    const PairOfTime stepsA(a.steps(), steps, true);
    const PairOfTime stepsB(b.steps(), steps, false);
    const Tree treeA = treeOf(
        a, stepsA, [&](const std::string& group) { return keys.ofA(group); }, numbers);
    const Tree treeB = treeOf(
        b, stepsB, [&](const std::string& group) { return keys.ofB(group); }, numbers);
    Matcher matcher(treeA, treeB, stepsA, stepsB, a, b, stop);
    std::vector<AnnotationPair> pairs = matcher.match();
    std::sort(pairs.begin(), pairs.end(),
              [](const AnnotationPair& x, const AnnotationPair& y) { return x.a < y.a; });
    return pairs;
}

}  // namespace gaplight
