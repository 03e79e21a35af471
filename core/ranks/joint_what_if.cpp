// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/joint_what_if.h"

#include <algorithm>

#include "core/analysis/ranks/pipeline_times.h"
#include "core/base/digit_run.h"

namespace gaplight {
namespace {

constexpr std::string_view kRemoveLateness = "remove:lateness:";
constexpr std::string_view kBalanceRanks = "balance:ranks";
constexpr std::string_view kBalanceStages = "balance:stage";
constexpr std::string_view kBalanceKernels = "balance:kernels";

std::string textOf(const JointEdit& edit, const RankSet& set) {
    switch (edit.kind) {
        case JointEdit::Kind::BalanceRanks:
            return std::string(kBalanceRanks);
        case JointEdit::Kind::BalanceStages:
            return std::string(kBalanceStages);
        case JointEdit::Kind::BalanceKernels:
            return std::string(kBalanceKernels);
        default:
            return std::string(kRemoveLateness) + std::to_string(set.ranks[edit.rank].rank);
    }
}

}  // namespace

Result<JointEdit> jointEditFrom(std::string_view text, const RankSet& set) {
    if (text == kBalanceRanks) {
        return JointEdit{JointEdit::Kind::BalanceRanks, 0};
    }
    if (text == kBalanceStages) {
        if (findPipelines(set.analysis.collectives).empty()) {
            return fail(ErrorCode::BadArgument,
                        "balance:stage: no rank sends to another, so there are no stages");
        }
        return JointEdit{JointEdit::Kind::BalanceStages, 0};
    }
    if (text == kBalanceKernels) {
        return JointEdit{JointEdit::Kind::BalanceKernels, 0};
    }
    if (!text.starts_with(kRemoveLateness)) {
        return fail(ErrorCode::BadArgument,
                    std::string(text) +
                        ": of several ranks, expected remove:lateness:RANK, balance:ranks, "
                        "balance:stage or balance:kernels");
    }
    const std::string_view number = text.substr(kRemoveLateness.size());
    const auto rank = parseNumber<int>(number);
    const auto found = std::find_if(set.ranks.begin(), set.ranks.end(),
                                    [&](const RankSession& one) { return one.rank == rank; });
    if (found == set.ranks.end()) {
        return fail(ErrorCode::BadArgument,
                    std::string(text) + ": there is no rank '" + std::string(number) + "'");
    }
    return JointEdit{JointEdit::Kind::RemoveLateness,
                     static_cast<std::size_t>(found - set.ranks.begin())};
}

std::optional<JointAnswer> jointAnswer(const RankSet& set, const JointReplay& replay,
                                       const JointEdit& edit) {
    const std::optional<JointTimes> after = replay.with(edit);
    if (!after || !replay.unchanged()) {
        return std::nullopt;
    }
    JointAnswer answer;
    answer.edit = textOf(edit, set);
    answer.before = *replay.unchanged();
    answer.after = *after;
    answer.saving = std::max(Duration{}, answer.before.window - answer.after.window);
    if (const std::optional<JointTimes> unprofiled = replay.unprofiled(&edit)) {
        answer.unprofiledStep = unprofiled->step;
        if (const std::optional<JointTimes> before = replay.unprofiled(nullptr)) {
            answer.unprofiledSaving = std::max(Duration{}, before->window - unprofiled->window);
        }
    }
    answer.modelError = replay.modelError();
    answer.rankErrors = replay.modelErrors();
    answer.isTrusted = replay.isTrusted();
    return answer;
}

std::optional<JointAnswer> stragglerCost(const RankSet& set, const JointReplay& replay) {
    const std::optional<Straggler>& straggler = set.analysis.straggler;
    if (!straggler || set.analysis.totals[straggler->rank].lateIn == 0) {
        return std::nullopt;
    }
    return jointAnswer(set, replay, {JointEdit::Kind::RemoveLateness, straggler->rank});
}

}  // namespace gaplight
