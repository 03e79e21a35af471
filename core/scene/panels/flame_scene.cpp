// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/panels/flame_scene.h"

#include <span>
#include <string>

#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

class TimeTree {
public:
    explicit TimeTree(const FlameInput& input) : m_tree(input.tree), m_names(input.names) {}

    std::span<const FlameNode> nodes() const { return m_tree.nodes(); }
    std::int64_t weight(std::uint32_t node) const { return ns(m_tree[node].total); }
    IcicleLook look(std::uint32_t node) const {
        const FlameNode& shown = m_tree[node];
        const std::string time = durationText(shown.total);
        if (shown.parent == FlameNode::kNone) {
            return {"all of it · " + time, {}, Role::TrackHeader, 255, Role::Text};
        }
        return {std::string(m_names.label(shown.name)), time, m_names.color(shown.name)};
    }

private:
    const FlameTree& m_tree;
    const NameTable& m_names;
};

IcicleGraph<TimeTree> timeGraph(const FlameInput& input) {
    return {TimeTree(input), input.view};
}

}  // namespace

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
