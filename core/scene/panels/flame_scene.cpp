// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/panels/flame_scene.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/duration_text.h"
#include "core/scene/display/elided_text.h"

namespace gaplight {
namespace {

constexpr float kRowHeight = 18;
constexpr float kMinNodeWidth = 0.75F;  // pixels that a node needs to be drawn alone
constexpr float kPadding = 4;
constexpr float kBaseline = 13;
constexpr std::uint8_t kAround = 110;  // of what lies around the top
constexpr std::uint8_t kRest = 90;     // of what is too narrow

// Where a node lies; the way to it is `width` pixels of its parent's.
struct Placed {
    std::uint32_t node = FlameNode::kNone;
    float x = 0;
    float width = 0;
};

float rowY(const FlameInput& input, std::uint32_t depth) {
    return static_cast<float>(depth) * kFlamePitch - input.scrollY;
}

// `visit(Placed)` for each child that is wide enough, in order; gives where they end.
template <class Visit>
float forEachChild(const FlameInput& input, const Placed& parent, Visit&& visit) {
    const FlameNode& node = input.tree[parent.node];
    Duration sum{};
    for (std::uint32_t i = 0; i < node.childCount; ++i) {
        sum += input.tree[node.firstChild + i].total;
    }
    // Those that overlap may take more than their parent.
    const auto whole = static_cast<double>(std::max(ns(node.total), ns(sum)));
    float x = parent.x;
    for (std::uint32_t i = 0; i < node.childCount; ++i) {
        const std::uint32_t child = node.firstChild + i;
        const auto share = static_cast<double>(ns(input.tree[child].total)) / std::max(1.0, whole);
        const auto width = static_cast<float>(parent.width * share);
        if (width < kMinNodeWidth) {
            break;  // most time first: all others are narrower
        }
        visit(Placed{child, x, width});
        x += width;
    }
    return x;
}

// What those that were left out take.
float restEnd(const FlameInput& input, const Placed& parent) {
    const FlameNode& node = input.tree[parent.node];
    Duration sum{};
    for (std::uint32_t i = 0; i < node.childCount; ++i) {
        sum += input.tree[node.firstChild + i].total;
    }
    const double share = static_cast<double>(ns(std::min(sum, node.total))) /
                         static_cast<double>(std::max<std::int64_t>(1, ns(node.total)));
    return parent.x + static_cast<float>(parent.width * share);
}

class FlamePainter {
public:
    FlamePainter(const FlameInput& input, const TextMeasure& measure, DisplayList& list)
        : m_input(input), m_measure(measure), m_list(list) {}

    void paint() {
        const Placed top{m_input.top, 0, m_input.width};
        for (std::uint32_t node = m_input.tree[m_input.top].parent; node != FlameNode::kNone;
             node = m_input.tree[node].parent) {
            draw({node, 0, m_input.width}, kAround);
        }
        std::vector<Placed> open{top};
        while (!open.empty()) {
            const Placed at = open.back();
            open.pop_back();
            if (rowY(m_input, m_input.tree[at.node].depth) > m_input.height) {
                continue;
            }
            draw(at, 255);
            const float end =
                forEachChild(m_input, at, [&](Placed child) { open.push_back(child); });
            drawRest(at, end);
        }
    }

private:
    void draw(const Placed& at, std::uint8_t alpha) {
        const FlameNode& node = m_input.tree[at.node];
        const float y = rowY(m_input, node.depth);
        if (y + kRowHeight < 0 || y > m_input.height) {
            return;
        }
        const bool isRoot = node.parent == FlameNode::kNone;
        const float gap = at.width > 3 ? 1 : 0;
        const Box box{at.x, y, at.width - gap, kRowHeight};
        m_list.rects.push_back(
            {box, isRoot ? ColorRef(Role::TrackHeader) : m_input.names.color(node.name), alpha,
             Layer::Slices});
        label(node, box, isRoot);
        if (at.node == m_input.hovered) {
            outline(box);
        }
    }

    void label(const FlameNode& node, const Box& box, bool isRoot) {
        if (box.width < kMinLabelWidth + 2 * kPadding) {
            return;
        }
        TextItem item;
        item.x = box.x + kPadding;
        item.baselineY = box.y + kBaseline;
        item.color = isRoot ? Role::Text : Role::TextOnSlice;
        const std::string time = durationText(node.total);
        const std::string text =
            isRoot ? "all of it · " + time : std::string(m_input.names.label(node.name));
        const float width = box.width - 2 * kPadding;
        // The time stands at the right where both fit.
        TextItem right = item;
        const float timeWidth = m_measure.width(time, TextStyle::Label);
        const bool both =
            !isRoot && m_measure.width(text, TextStyle::Label) + timeWidth + 12 < width;
        if (both) {
            right.x = box.x + box.width - kPadding - timeWidth;
            addWholeText(m_list, m_measure, time, timeWidth + 1, right);
        }
        addElidedText(m_list, m_measure, text, width - (both ? timeWidth : 0), item);
    }

    void drawRest(const Placed& parent, float from) {
        const float to = restEnd(m_input, parent);
        const float y = rowY(m_input, m_input.tree[parent.node].depth + 1);
        if (to - from >= kMinNodeWidth && y < m_input.height && y + kRowHeight > 0) {
            m_list.rects.push_back(
                {{from, y, to - from, kRowHeight}, ColorRef::neutralSlice(), kRest, Layer::Slices});
        }
    }

    void outline(const Box& box) {
        const auto add = [this](Box edge) {
            m_list.rects.push_back({edge, Role::HoverOutline, 255, Layer::Selection});
        };
        add({box.x, box.y, box.width, 1});
        add({box.x, box.y + box.height - 1, box.width, 1});
        add({box.x, box.y, 1, box.height});
        add({box.x + box.width - 1, box.y, 1, box.height});
    }

    const FlameInput& m_input;
    const TextMeasure& m_measure;
    DisplayList& m_list;
};

}  // namespace

void buildFlame(const FlameInput& input, const TextMeasure& measure, DisplayList& list) {
    list.clear(input.width, input.height);
    list.rects.push_back(
        {{0, 0, input.width, input.height}, Role::PanelBackground, 255, Layer::Background});
    if (!input.tree.nodes().empty() && input.width > 0) {
        FlamePainter(input, measure, list).paint();
    }
}

std::uint32_t flameAt(const FlameInput& input, float x, float y) {
    const float row = (y + input.scrollY) / kFlamePitch;
    if (input.tree.nodes().empty() || row < 0 || x < 0 || x >= input.width) {
        return FlameNode::kNone;
    }
    const auto depth = static_cast<std::uint32_t>(row);
    Placed at{input.top, 0, input.width};
    while (input.tree[at.node].depth > depth) {
        at.node = input.tree[at.node].parent;
    }
    while (input.tree[at.node].depth < depth) {
        Placed next;
        forEachChild(input, at, [&](const Placed& child) {
            next = x >= child.x && x < child.x + child.width ? child : next;
        });
        if (next.node == FlameNode::kNone) {
            return FlameNode::kNone;
        }
        at = next;
    }
    return at.node;
}

float flameHeight(const FlameInput& input) {
    return input.tree.nodes().empty() ? 0
                                      : static_cast<float>(input.tree.depth() + 1) * kFlamePitch;
}

}  // namespace gaplight
