// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/display/idle_look.h"

#include <algorithm>
#include <array>
#include <optional>

namespace gaplight {
namespace {

struct RoleLook {
    Role role;
    IdleLook look;
};
constexpr std::array kLooks{
    RoleLook{Role::IdleLaunch, {6, 1.5F, 40}}, RoleLook{Role::IdleHost, {4, 1, 40}},
    RoleLook{Role::IdleData, {9, 3, 40}},      RoleLook{Role::IdleSync, {3, 1.5F, 60}},
    RoleLook{Role::IdleRank, {12, 2, 60}},     RoleLook{Role::IdleFirstUse, {28, 1, 96}},
    RoleLook{Role::IdleOther, {12, 1, 48}},
};

}  // namespace

IdleLook idleLook(ColorRef color) {
    const auto* at = std::find_if(kLooks.begin(), kLooks.end(), [&](const RoleLook& candidate) {
        return ColorRef(candidate.role) == color;
    });
    return at == kLooks.end() ? kLooks.back().look : at->look;
}

void addIdleTime(DisplayList& list, const Box& box, ColorRef color, std::uint8_t alpha, Layer layer,
                 ClipIndex clip) {
    if (box.width <= 0 || box.height <= 0) {
        return;
    }
    const IdleLook look = idleLook(color);
    const auto ground = static_cast<std::uint8_t>(look.ground * alpha / 255);
    list.rects.push_back({box, color, ground, layer, clip});
    HatchItem hatch;
    hatch.box = box;
    hatch.color = color;
    hatch.alpha = alpha;
    hatch.spacing = look.spacing;
    hatch.thickness = look.thickness;
    hatch.layer = layer;
    hatch.clip = clip;
    list.hatches.push_back(hatch);
}

namespace {

// The stripes of a part of busy time in a color that is still to be set; none of compute.
std::optional<HatchItem> busyStripes(const Box& box, ColorRef part, Layer layer, ClipIndex clip) {
    const bool isCopy = part == ColorRef(Role::Copy);
    if (!isCopy && part != ColorRef(Role::Communication)) {
        return std::nullopt;
    }
    HatchItem hatch;
    hatch.box = box;
    hatch.spacing = isCopy ? 4 : 9;
    hatch.thickness = isCopy ? 1.25F : 2.5F;
    hatch.layer = layer;
    hatch.clip = clip;
    return hatch;
}

}  // namespace

void addBusyPattern(DisplayList& list, const Box& box, ColorRef color, Layer layer,
                    ClipIndex clip) {
    constexpr float kMinPatterned = 4;
    auto hatch = busyStripes(box, color, layer, clip);
    if (hatch && box.width >= kMinPatterned && box.height >= kMinPatterned) {
        hatch->color = Role::Background;
        list.hatches.push_back(*hatch);
    }
}

void addSlicePattern(DisplayList& list, const Box& box, Role part, std::uint8_t alpha,
                     ClipIndex clip) {
    auto hatch = busyStripes(box, part, Layer::Slices, clip);
    if (hatch && box.width >= kMinStripedSlice) {
        hatch->color = Role::TextOnSlice;
        hatch->alpha = static_cast<std::uint8_t>(kSliceStripe * alpha / 255);
        list.hatches.push_back(*hatch);
    }
}

}  // namespace gaplight
