// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/joint_what_if.h"

#include <algorithm>

#include "core/analysis/ranks/collective_rates.h"
#include "core/analysis/ranks/host_excess.h"
#include "core/analysis/ranks/pipeline_times.h"
#include "core/base/digit_run.h"
#include "core/base/share.h"

namespace gaplight {
namespace {

constexpr std::string_view kRemoveLateness = "remove:lateness:";
constexpr std::string_view kBalanceRanks = "balance:ranks";
constexpr std::string_view kBalanceStages = "balance:stage";
constexpr std::string_view kBalanceTokens = "balance:tokens";
constexpr std::string_view kBalanceKernels = "balance:kernels";

std::string textOf(const JointEdit& edit, const RankSet& set) {
    switch (edit.kind) {
        case JointEdit::Kind::BalanceRanks:
            return std::string(kBalanceRanks);
        case JointEdit::Kind::BalanceStages:
            return std::string(kBalanceStages);
        case JointEdit::Kind::BalanceTokens:
            return std::string(kBalanceTokens);
        case JointEdit::Kind::BalanceKernels:
            return std::string(kBalanceKernels);
        case JointEdit::Kind::WithoutSlowdown:
        case JointEdit::Kind::OfRanks:
            return {};
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
    if (text == kBalanceTokens) {
        if (allToAllSizes(set.analysis).empty()) {
            return fail(ErrorCode::BadArgument,
                        "balance:tokens: there is no all-to-all whose sizes are recorded");
        }
        return JointEdit{JointEdit::Kind::BalanceTokens, 0};
    }
    if (text == kBalanceKernels) {
        return JointEdit{JointEdit::Kind::BalanceKernels, 0};
    }
    if (!text.starts_with(kRemoveLateness)) {
        return fail(ErrorCode::BadArgument,
                    std::string(text) +
                        ": of several ranks, expected remove:lateness:RANK, balance:ranks, "
                        "balance:stage, balance:tokens or balance:kernels");
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
    answer.kind = edit.kind;
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

namespace {

// Of the tokens of its group; the rank that computes longer for another reason has no more.
constexpr std::int64_t kMoreTokensPercent = 20;

bool hasMostTokens(const RankSetAnalysis& set, std::size_t rank) {
    return std::ranges::any_of(allToAllSizes(set), [&](const AllToAllSizes& sizes) {
        return sizes.mostReceived() == rank &&
               reachesPercent(Duration(sizes.received[rank]), Duration(sizes.meanReceived(set)),
                              100 + kMoreTokensPercent);
    });
}

}  // namespace

std::optional<JointAnswer> stragglerCost(const RankSet& set, const JointReplay& replay) {
    const std::optional<Straggler>& straggler = set.analysis.straggler;
    if (!straggler || set.analysis.totals[straggler->rank].lateIn == 0) {
        return std::nullopt;
    }
    const bool areTokens =
        straggler->kind == LateCause::Kind::Gpu && hasMostTokens(set.analysis, straggler->rank);
    const JointEdit edit{
        areTokens ? JointEdit::Kind::BalanceTokens : JointEdit::Kind::RemoveLateness,
        straggler->rank};
    return jointAnswer(set, replay, edit);
}

std::optional<Duration> certainHostCost(const JointReplay& replay, std::size_t rank) {
    constexpr std::int64_t kAllHostTime = 10'000;  // times what recording takes
    const JointEdit slowdown{JointEdit::Kind::WithoutSlowdown, rank};
    const JointEdit lateness{JointEdit::Kind::RemoveLateness, rank};
    const std::optional<JointTimes> before = replay.unprofiled(&slowdown, kMaxRecordingTimes);
    const std::optional<JointTimes> after = replay.unprofiled(&lateness, kMaxRecordingTimes);
    const std::optional<JointTimes> ofGpus = replay.unprofiled(&slowdown, kAllHostTime);
    if (!before || !after || !ofGpus) {
        return std::nullopt;
    }
    return std::max(Duration{}, before->window - std::max(after->window, ofGpus->window));
}

}  // namespace gaplight
