// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/panels/flame_scene.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>

#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

class TimeTree {
public:
    explicit TimeTree(const FlameInput& input)
        : m_tree(input.tree), m_names(input.names), m_base(input.base) {}

    std::span<const FlameNode> nodes() const { return m_tree.nodes(); }
    std::int64_t weight(std::uint32_t node) const { return ns(m_tree[node].total); }
    IcicleLook look(std::uint32_t node) const {
        const FlameNode& shown = m_tree[node];
        const bool isCompared = !m_base.empty();
        const std::string change = changeText(shown.total - shown.base);
        const std::string time = durationText(shown.total);
        if (shown.parent == FlameNode::kNone) {
            return {
                "all of it · " + time + (isCompared ? " · " + change + " against " + m_base : ""),
                {},
                Role::TrackHeader,
                255,
                Role::Text};
        }
        return {std::string(m_names.label(shown.name)), isCompared ? change : time,
                isCompared ? colorOfChange(shown.total - shown.base) : m_names.color(shown.name)};
    }

private:
    // Orange and blue, which all kinds of color vision tell apart.
    ColorRef colorOfChange(Duration change) const {
        constexpr std::uint16_t kMuchMore = 45;
        constexpr std::uint16_t kMore = 85;
        constexpr std::uint16_t kLess = 215;
        constexpr std::uint16_t kMuchLess = 262;
        const std::int64_t whole = std::max(ns(m_tree[0].total), ns(m_tree[0].base));
        const std::int64_t size = std::abs(ns(change));
        if (size * 200 < whole || size == 0) {
            return ColorRef::neutralSlice();
        }
        const bool isMuch = size * 20 >= whole;
        return ColorRef::hue(change > Duration::zero() ? (isMuch ? kMuchMore : kMore)
                                                       : (isMuch ? kMuchLess : kLess));
    }

    const FlameTree& m_tree;
    const NameTable& m_names;
    const std::string& m_base;
};

IcicleGraph<TimeTree> timeGraph(const FlameInput& input) {
    return {TimeTree(input), input.view};
}

}  // namespace

std::string changeText(Duration change) {
    return change == Duration::zero()
               ? "±0"
               : (change > Duration::zero() ? "+" : "−") +
                     durationText(change > Duration::zero() ? change : -change);
}

void buildFlame(const FlameInput& input, const TextMeasure& measure, DisplayList& list) {
    timeGraph(input).build(measure, list);
}

std::uint32_t flameAt(const FlameInput& input, float x, float y) {
    return timeGraph(input).nodeAt(x, y);
}

float flameHeight(const FlameTree& tree) {
    return tree.nodes().empty() ? 0 : static_cast<float>(tree.depth() + 1) * kIciclePitch;
}

}  // namespace gaplight
