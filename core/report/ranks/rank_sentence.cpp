// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/report/ranks/rank_report.h"

namespace gaplight {
namespace {

std::string rankName(const RankSetAnalysis& set, std::size_t rank) {
    return "rank " + std::to_string(set.ranks[rank]);
}

std::string causeText(const Straggler& straggler) {
    const std::string place =
        straggler.in.empty() ? std::string() : " in `" + std::string(straggler.in) + "`";
    return straggler.kind == LateCause::Kind::Gpu ? "its GPU computes for longer" + place
                                                  : "its host is slow" + place;
}

std::string costText(const JointAnswer* cost) {
    if (cost == nullptr) {
        return "";
    }
    if (!cost->isTrusted) {
        return " What that costs is not known: a replay of the traces differs from them by " +
               percentText(cost->modelError, PercentForm::Error) + ".";
    }
    const std::string before = durationText(cost->before.window);
    const std::string after = durationText(cost->after.window);
    if (after == before) {
        return " Without that the run would still take " + before + ".";
    }
    std::string text = " Without that the run would take " + after + " instead of " + before;
    if (cost->before.step && cost->after.step) {
        text += ", a step " + durationText(*cost->after.step) + " instead of " +
                durationText(*cost->before.step);
    }
    return text + ".";
}

std::uint64_t collectiveCount(const RankSetAnalysis& set, std::size_t rank) {
    std::uint64_t count = 0;
    for (const JointCollective& joint : set.collectives) {
        count += !joint.isSendReceive && joint.partOf(rank) != nullptr ? 1 : 0;
    }
    return count;
}

}  // namespace

std::string rankAnalysisSentence(const RankSetAnalysis& set, const JointAnswer* cost) {
    if (set.collectives.empty()) {
        return "No communication of two ranks could be matched, so nothing is known of waits "
               "between them.";
    }
    if (!set.straggler) {
        Duration waits{};
        Duration recorded{};
        for (const RankTotals& totals : set.totals) {
            waits += totals.wait;
            recorded += totals.recorded.length();
        }
        return "No rank holds the others up: they wait for each other for " +
               percentText(waits, recorded) + " of their time.";
    }
    const Straggler& straggler = *set.straggler;
    const RankTotals& totals = set.totals[straggler.rank];
    const std::string waited = durationText(straggler.othersWaited) + " (" +
                               percentText(straggler.shareOfWindows) + " of the time of all ranks)";
    std::string name = rankName(set, straggler.rank);
    if (totals.lateIn == 0) {
        return "The ranks wait most for " + name + ": " + waited +
               ", during which its GPU computes " + durationText(totals.meanwhile.gpu) +
               " and has nothing to run for " + durationText(totals.meanwhile.host) + ".";
    }
    name.front() = 'R';
    return name + " is late into " + countText(totals.lateIn) + " of " +
           countText(collectiveCount(set, straggler.rank), "collective", "collectives") + ": " +
           causeText(straggler) + ". The ranks wait " + waited + " for it." + costText(cost);
}

std::string rankSetSentence(const RankSetSubject& subject) {
    return rankAnalysisSentence(subject.set.analysis, subject.cost);
}

std::string rankSetTitle(const RankSet& set) {
    return countText(set.ranks.size(), "rank", "ranks") + " of " +
           countText(static_cast<std::uint64_t>(set.worldSize));
}

std::string rankClocksText(const RankSet& set) {
    std::string text;
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
        const RankClock& clock = set.analysis.clocks[rank];
        if (clock.source == ClockSource::Fitted) {
            appendItem(text,
                       rankName(set.analysis, rank) + " by " + durationText(clock.correction));
        }
    }
    const bool isRecorded = text.empty();
    text = isRecorded ? "clocks as recorded" : "clocks corrected: " + text;
    const Duration spread = set.analysis.endSpread;
    return spread > Duration{}
               ? text + (isRecorded ? ": " : "; ") + "ranks leave a collective within " +
                     durationText(spread) + " (median)"
               : text;
}

}  // namespace gaplight
