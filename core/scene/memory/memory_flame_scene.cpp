// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/memory_flame_scene.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/memory/allocation_look.h"

namespace gaplight {
namespace {

constexpr float kFlameRow = 18;
constexpr float kMinNodeWidth = 0.75F;  // pixels that a node needs to be drawn alone
constexpr float kFlamePadding = 4;
constexpr float kFlameBaseline = 13;
constexpr std::uint8_t kAround = 110;  // of what lies around the top
constexpr std::uint8_t kRest = 90;     // of what is too narrow

struct PlacedNode {
    std::uint32_t node = MemoryFlameNode::kNone;
    float x = 0;
    float width = 0;
};

float rowY(const MemoryFlameInput& input, std::uint32_t depth) {
    return static_cast<float>(depth) * kMemoryFlamePitch - input.scrollY;
}

float widthOf(const MemoryFlameInput& input, const PlacedNode& parent, std::int64_t bytes) {
    const auto whole =
        static_cast<double>(std::max<std::int64_t>(1, input.flame[parent.node].bytes));
    return static_cast<float>(static_cast<double>(parent.width) * static_cast<double>(bytes) /
                              whole);
}

// `visit(PlacedNode)` for each child that is wide enough; gives where they end.
template <class Visit>
float visitChildren(const MemoryFlameInput& input, const PlacedNode& parent, Visit&& visit) {
    const MemoryFlameNode& node = input.flame[parent.node];
    float x = parent.x;
    for (std::uint32_t at = 0; at < node.childCount; ++at) {
        const std::uint32_t child = node.firstChild + at;
        const float width = widthOf(input, parent, input.flame[child].bytes);
        if (width < kMinNodeWidth) {
            break;  // the most bytes first: all others are narrower
        }
        visit(PlacedNode{child, x, width});
        x += width;
    }
    return x;
}

std::string nodeText(const MemoryFlameInput& input, std::uint32_t node) {
    return node == 0 ? "held · " + bytesText(input.flame[0].bytes)
                     : input.frames.label(input.flame[node].frame);
}

class MemoryFlamePainter {
public:
    MemoryFlamePainter(const MemoryFlameInput& input, const TextMeasure& measure, DisplayList& list)
        : m_input(input), m_measure(measure), m_list(list) {}

    void paint() {
        for (std::uint32_t node = m_input.flame[m_input.top].parent; node != MemoryFlameNode::kNone;
             node = m_input.flame[node].parent) {
            draw({node, 0, m_input.width}, kAround);
        }
        std::vector<PlacedNode> open{{m_input.top, 0, m_input.width}};
        while (!open.empty()) {
            const PlacedNode at = open.back();
            open.pop_back();
            if (rowY(m_input, m_input.flame[at.node].depth) > m_input.height) {
                continue;
            }
            draw(at, 255);
            const float end =
                visitChildren(m_input, at, [&](const PlacedNode& child) { open.push_back(child); });
            drawRest(at, end);
        }
    }

private:
    void draw(const PlacedNode& at, std::uint8_t alpha) {
        const MemoryFlameNode& node = m_input.flame[at.node];
        const float y = rowY(m_input, node.depth);
        if (y + kFlameRow < 0 || y > m_input.height) {
            return;
        }
        const std::string text = nodeText(m_input, at.node);
        const Box box{at.x, y, at.width - (at.width > 3 ? 1.0F : 0.0F), kFlameRow};
        const AllocationLook look = at.node == 0
                                        ? AllocationLook{Role::TrackHeader, 255, Role::Text}
                                        : lookOf(m_input.frames, node.frame);
        m_list.rects.push_back({box, look.color, std::min(alpha, look.alpha), Layer::Slices});
        addLabel(at.node, box, text, look.textColor);
        if (at.node == m_input.hovered) {
            addOutline(box);
        }
    }

    void addLabel(std::uint32_t node, const Box& box, const std::string& text, ColorRef color) {
        TextItem item;
        item.x = box.x + kFlamePadding;
        item.baselineY = box.y + kFlameBaseline;
        item.color = color;
        const std::string bytes = bytesText(m_input.flame[node].bytes);
        const float width = box.width - 2 * kFlamePadding;
        const float bytesWidth = m_measure.width(bytes, TextStyle::Label);
        // The bytes stand at the right where both fit.
        const bool hasBoth =
            node != 0 && m_measure.width(text, TextStyle::Label) + bytesWidth + 12 < width;
        if (hasBoth) {
            TextItem right = item;
            right.x = box.x + box.width - kFlamePadding - bytesWidth;
            addWholeText(m_list, m_measure, bytes, bytesWidth + 1, right);
        }
        if (width >= kMinLabelWidth) {
            addElidedText(m_list, m_measure, text, width - (hasBoth ? bytesWidth : 0), item);
        }
    }

    // What the nodes that are too narrow take together.
    void drawRest(const PlacedNode& parent, float from) {
        const MemoryFlameNode& node = m_input.flame[parent.node];
        std::int64_t bytes = 0;
        for (std::uint32_t at = 0; at < node.childCount; ++at) {
            bytes += m_input.flame[node.firstChild + at].bytes;
        }
        const float to = parent.x + widthOf(m_input, parent, bytes);
        const float y = rowY(m_input, node.depth + 1);
        if (to - from >= kMinNodeWidth && y < m_input.height && y + kFlameRow > 0) {
            m_list.rects.push_back(
                {{from, y, to - from, kFlameRow}, ColorRef::neutralSlice(), kRest, Layer::Slices});
        }
    }

    void addOutline(const Box& box) {
        const auto add = [this](Box edge) {
            m_list.rects.push_back({edge, Role::HoverOutline, 255, Layer::Selection});
        };
        add({box.x, box.y, box.width, 1});
        add({box.x, box.y + box.height - 1, box.width, 1});
        add({box.x, box.y, 1, box.height});
        add({box.x + box.width - 1, box.y, 1, box.height});
    }

    const MemoryFlameInput& m_input;
    const TextMeasure& m_measure;
    DisplayList& m_list;
};

}  // namespace

void buildMemoryFlame(const MemoryFlameInput& input, const TextMeasure& measure,
                      DisplayList& list) {
    list.clear(input.width, input.height);
    list.rects.push_back(
        {{0, 0, input.width, input.height}, Role::PanelBackground, 255, Layer::Background});
    if (!input.flame.nodes().empty() && input.width > 0) {
        MemoryFlamePainter(input, measure, list).paint();
    }
}

std::uint32_t memoryFlameAt(const MemoryFlameInput& input, float x, float y) {
    const float row = (y + input.scrollY) / kMemoryFlamePitch;
    if (input.flame.nodes().empty() || row < 0 || x < 0 || x >= input.width) {
        return MemoryFlameNode::kNone;
    }
    const auto depth = static_cast<std::uint32_t>(row);
    PlacedNode at{input.top, 0, input.width};
    while (input.flame[at.node].depth > depth) {
        at.node = input.flame[at.node].parent;
    }
    while (input.flame[at.node].depth < depth) {
        PlacedNode next;
        visitChildren(input, at, [&](const PlacedNode& child) {
            next = x >= child.x && x < child.x + child.width ? child : next;
        });
        if (next.node == MemoryFlameNode::kNone) {
            return MemoryFlameNode::kNone;
        }
        at = next;
    }
    return at.node;
}

float memoryFlameHeight(const MemoryFlame& flame) {
    return flame.nodes().empty() ? 0 : static_cast<float>(flame.depth() + 1) * kMemoryFlamePitch;
}

}  // namespace gaplight
