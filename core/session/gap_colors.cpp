// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/gap_colors.h"

#include <algorithm>
#include <array>

namespace gaplight {

Role idleColor(IdleClass idleClass) {
    constexpr std::array<Role, static_cast<std::size_t>(IdleClass::Count_)> kColors{
        Role::IdleLaunch, Role::IdleHost, Role::IdleData,
        Role::IdleSync,   Role::IdleRank, Role::IdleOther};
    return kColors.at(static_cast<std::size_t>(idleClass));
}

std::vector<ColorRef> gapColors(const Session& session, std::size_t device) {
    const DeviceAnalysis& of = session.analysis.devices[device];
    const auto& all = session.findings.explanations;
    const auto at = std::find_if(all.begin(), all.end(), [&](const IdleExplanations& one) {
        return one.gpu == of.totals.gpu;
    });
    std::vector<ColorRef> colors(of.gaps.size(), Role::IdleOther);
    if (at == all.end() || at->ofGap.size() != of.gaps.size()) {
        return colors;  // the rules did not run
    }
    std::vector<ColorRef> ofPart;
    for (const ExplainedTime& part : at->parts) {
        ofPart.emplace_back(idleColor(part.reason.idleClass()));
    }
    for (std::size_t gap = 0; gap < of.gaps.size(); ++gap) {
        colors[gap] = ofPart[at->ofGap[gap]];
    }
    return colors;
}

}  // namespace gaplight
