// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/scene/display/display_list.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/display/text_measure.h"

namespace gaplight {

inline constexpr float kIciclePitch = 19;  // of rows

// The part of an icicle graph that is shown.
struct IcicleView {
    std::uint32_t top = 0;                 // zoomed node: fills the width; its ancestors are above
    std::uint32_t hovered = 0xffff'ffffU;  // outlined; this value: none
    float width = 0;
    float height = 0;
    float scrollY = 0;
};

// How a node is drawn.
struct IcicleLook {
    std::string text;
    std::string weight;  // at the right where both fit; of the root empty
    ColorRef color;
    std::uint8_t alpha = 255;
    ColorRef textColor = Role::TextOnSlice;
};

// An icicle graph: children below their parent, width proportional to weight. Children too narrow
// to draw share one gray strip, so that all weight is represented.
//
// `Tree` is copied, and gives:
//   nodes()          a vector or span of Node with parent, depth, firstChild, childCount; the root
//   first;
//                    children are neighbors, the heaviest first; Node::kNone is no node
//   weight(node)     as std::int64_t; those of children may exceed their parent's
//   look(node)       IcicleLook
template <class Tree>
class IcicleGraph {
public:
    IcicleGraph(Tree tree, const IcicleView& view) : m_tree(tree), m_view(view) {}

    // O(visible nodes).
    void build(const TextMeasure& measure, DisplayList& list) const {
        list.clear(m_view.width, m_view.height);
        list.rects.push_back(
            {{0, 0, m_view.width, m_view.height}, Role::PanelBackground, 255, Layer::Background});
        if (m_tree.nodes().empty() || m_view.width <= 0) {
            return;
        }
        for (std::uint32_t above = node(m_view.top).parent; above != kNone;
             above = node(above).parent) {
            draw({above, 0, m_view.width}, kAround, measure, list);
        }
        std::vector<Placed> open{{m_view.top, 0, m_view.width}};
        while (!open.empty()) {
            const Placed at = open.back();
            open.pop_back();
            if (rowY(node(at.node).depth) > m_view.height) {
                continue;
            }
            draw(at, 255, measure, list);
            const float end =
                visitChildren(at, [&](const Placed& child) { open.push_back(child); });
            drawRest(at, end, list);
        }
    }

    // The node drawn at a point; kNone if none. O(depth × children).
    std::uint32_t nodeAt(float x, float y) const {
        const float row = (y + m_view.scrollY) / kIciclePitch;
        if (m_tree.nodes().empty() || row < 0 || x < 0 || x >= m_view.width) {
            return kNone;
        }
        const auto depth = static_cast<std::uint32_t>(row);
        Placed at{m_view.top, 0, m_view.width};
        while (node(at.node).depth > depth) {
            at.node = node(at.node).parent;
        }
        while (node(at.node).depth < depth) {
            Placed next;
            visitChildren(at, [&](const Placed& child) {
                next = x >= child.x && x < child.x + child.width ? child : next;
            });
            if (next.node == kNone) {
                return kNone;
            }
            at = next;
        }
        return at.node;
    }

private:
    using Nodes = std::remove_cvref_t<decltype(std::declval<Tree>().nodes())>;
    using Node = typename Nodes::value_type;
    static constexpr std::uint32_t kNone = Node::kNone;
    static constexpr float kRowHeight = 18;
    static constexpr float kMinNodeWidth = 0.75F;  // pixels that a node needs to be drawn alone
    static constexpr float kPadding = 4;
    static constexpr float kBaseline = 13;
    static constexpr float kLabelGap = 12;        // between text and weight
    static constexpr std::uint8_t kAround = 110;  // of what is around the top
    static constexpr std::uint8_t kRest = 90;     // of what is too narrow

    struct Placed {
        std::uint32_t node = kNone;
        float x = 0;
        float width = 0;
    };

    const Node& node(std::uint32_t number) const { return m_tree.nodes()[number]; }
    float rowY(std::uint32_t depth) const {
        return static_cast<float>(depth) * kIciclePitch - m_view.scrollY;
    }
    std::int64_t weightOfChildren(const Node& parent) const {
        std::int64_t sum = 0;
        for (std::uint32_t at = 0; at < parent.childCount; ++at) {
            sum += m_tree.weight(parent.firstChild + at);
        }
        return sum;
    }
    [[nodiscard]] static float part(float width, std::int64_t weight, std::int64_t whole) {
        return static_cast<float>(
            static_cast<double>(width) *
            (static_cast<double>(weight) / static_cast<double>(std::max<std::int64_t>(1, whole))));
    }

    // `visit(Placed)` for each child that is wide enough, in order; gives where they end.
    template <class Visit>
    float visitChildren(const Placed& parent, Visit&& visit) const {
        const Node& above = node(parent.node);
        const std::int64_t whole = std::max(m_tree.weight(parent.node), weightOfChildren(above));
        float x = parent.x;
        for (std::uint32_t at = 0; at < above.childCount; ++at) {
            const std::uint32_t child = above.firstChild + at;
            const float width = part(parent.width, m_tree.weight(child), whole);
            if (width < kMinNodeWidth) {
                break;  // the heaviest first: all others are narrower
            }
            visit(Placed{child, x, width});
            x += width;
        }
        return x;
    }

    void draw(const Placed& at, std::uint8_t alpha, const TextMeasure& measure,
              DisplayList& list) const {
        const float y = rowY(node(at.node).depth);
        if (y + kRowHeight < 0 || y > m_view.height) {
            return;
        }
        const IcicleLook look = m_tree.look(at.node);
        const Box box{at.x, y, at.width - (at.width > 3 ? 1.0F : 0.0F), kRowHeight};
        list.rects.push_back({box, look.color, std::min(alpha, look.alpha), Layer::Slices});
        addLabel(look, box, measure, list);
        if (at.node == m_view.hovered) {
            addOutline(box, list);
        }
    }

    static void addLabel(const IcicleLook& look, const Box& box, const TextMeasure& measure,
                         DisplayList& list) {
        const float width = box.width - 2 * kPadding;
        if (width < kMinLabelWidth) {
            return;
        }
        TextItem item;
        item.x = box.x + kPadding;
        item.baselineY = box.y + kBaseline;
        item.color = look.textColor;
        const float right = measure.width(look.weight, TextStyle::Label);
        const bool hasBoth = !look.weight.empty() &&
                             measure.width(look.text, TextStyle::Label) + right + kLabelGap < width;
        if (hasBoth) {
            TextItem weight = item;
            weight.x = box.x + box.width - kPadding - right;
            addWholeText(list, measure, look.weight, right + 1, weight);
        }
        addElidedText(list, measure, look.text, width - (hasBoth ? right : 0), item);
    }

    // What the children that are too narrow take together.
    void drawRest(const Placed& parent, float from, DisplayList& list) const {
        const Node& above = node(parent.node);
        const std::int64_t whole = m_tree.weight(parent.node);
        const float to =
            parent.x + part(parent.width, std::min(weightOfChildren(above), whole), whole);
        const float y = rowY(above.depth + 1);
        if (to - from >= kMinNodeWidth && y < m_view.height && y + kRowHeight > 0) {
            list.rects.push_back(
                {{from, y, to - from, kRowHeight}, ColorRef::neutralSlice(), kRest, Layer::Slices});
        }
    }

    static void addOutline(const Box& box, DisplayList& list) {
        const auto add = [&list](Box edge) {
            list.rects.push_back({edge, Role::HoverOutline, 255, Layer::Selection});
        };
        add({box.x, box.y, box.width, 1});
        add({box.x, box.y + box.height - 1, box.width, 1});
        add({box.x, box.y, 1, box.height});
        add({box.x + box.width - 1, box.y, 1, box.height});
    }

    Tree m_tree;
    IcicleView m_view;
};

}  // namespace gaplight
