// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/memory_flame_scene.h"

#include <vector>

#include "core/base/quantity_text.h"
#include "core/scene/memory/memory_stack_scene.h"

namespace gaplight {
namespace {

class HeldTree {
public:
    explicit HeldTree(const MemoryFlameInput& input)
        : m_flame(input.flame), m_frames(input.frames) {}

    const std::vector<MemoryFlameNode>& nodes() const { return m_flame.nodes(); }
    std::int64_t weight(std::uint32_t node) const { return m_flame[node].bytes; }
    IcicleLook look(std::uint32_t node) const {
        const std::string bytes = bytesText(m_flame[node].bytes);
        if (node == 0) {
            return {"held · " + bytes, {}, Role::TrackHeader, 255, Role::Text};
        }
        const FrameId frame = m_flame[node].frame;
        const AllocationLook look = lookOf(m_frames, frame);
        return {m_frames.label(frame), bytes, look.color, look.alpha, look.textColor};
    }

private:
    const MemoryFlame& m_flame;
    const OwnFrames& m_frames;
};

IcicleGraph<HeldTree> graphOf(const MemoryFlameInput& input) {
    return {HeldTree(input), input.view};
}

}  // namespace

void buildMemoryFlame(const MemoryFlameInput& input, const TextMeasure& measure,
                      DisplayList& list) {
    graphOf(input).build(measure, list);
}

std::uint32_t memoryFlameAt(const MemoryFlameInput& input, float x, float y) {
    return graphOf(input).nodeAt(x, y);
}

float memoryFlameHeight(const MemoryFlame& flame) {
    return flame.nodes().empty() ? 0 : static_cast<float>(flame.depth() + 1) * kIciclePitch;
}

}  // namespace gaplight
