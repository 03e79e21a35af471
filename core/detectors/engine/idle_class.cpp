// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/idle_class.h"

#include <algorithm>
#include <array>

#include "core/analysis/explained/gap_explanation.h"

namespace gaplight {
namespace {

struct NamedClass {
    std::string_view explanation;
    IdleClass idleClass;
};
// Rules whose findings never explain a gap are of the class Other.
constexpr std::array kRules{
    NamedClass{"gpu-idle", IdleClass::Host},
    NamedClass{"host-sync", IdleClass::Sync},
    NamedClass{"launch-latency", IdleClass::Launch},
    NamedClass{"launch-bound", IdleClass::Launch},
    NamedClass{"tiny-kernels", IdleClass::Launch},
    NamedClass{"foreach-candidate", IdleClass::Launch},
    NamedClass{"no-cuda-graph", IdleClass::Launch},
    NamedClass{"graph-capture-in-loop", IdleClass::Host},
    NamedClass{"graph-break", IdleClass::Host},
    NamedClass{"recompile", IdleClass::Host},
    NamedClass{"pageable-copy", IdleClass::Sync},
    NamedClass{"copy-not-overlapped", IdleClass::Sync},
    NamedClass{"alloc-in-loop", IdleClass::Host},
    NamedClass{"memory-growth", IdleClass::Host},
    NamedClass{"dataloader-stall", IdleClass::Data},
    NamedClass{"annotation-share", IdleClass::Host},
    NamedClass{"host-hotspot", IdleClass::Host},
    NamedClass{"cast-copy-churn", IdleClass::Launch},
    NamedClass{"comm-exposed", IdleClass::Rank},
};

}  // namespace

std::string_view idleClassName(IdleClass idleClass) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(IdleClass::Count_)> kNames{
        "launch", "host", "data", "sync", "rank", "other"};
    return kNames.at(static_cast<std::size_t>(idleClass));
}

IdleClass idleClassOf(std::string_view explanation) {
    // Gaps as short as between any two launches are what launches cost.
    if (explanation == gapExplanationName(GapExplanation::BelowThreshold)) {
        return IdleClass::Launch;
    }
    if (explanation == gapExplanationName(GapExplanation::HostBetweenLaunches)) {
        return IdleClass::Host;
    }
    if (explanation == gapExplanationName(GapExplanation::WaitingForRank)) {
        return IdleClass::Rank;
    }
    const auto* at = std::find_if(kRules.begin(), kRules.end(), [&](const NamedClass& rule) {
        return rule.explanation == explanation;
    });
    return at == kRules.end() ? IdleClass::Other : at->idleClass;
}

}  // namespace gaplight
