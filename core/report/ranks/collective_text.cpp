// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/collective_text.h"

#include <algorithm>
#include <iterator>

#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/ranks/set_steps.h"

namespace gaplight {
namespace {

std::string subjectLine(const RankSet& set, const JointCollective& joint) {
    const Communicator& communicator = set.analysis.communicators[joint.communicator];
    std::string text(joint.operation);
    if (const std::int64_t bytes = messageBytes(set.analysis, joint); bytes >= 0) {
        text += " of " + bytesText(bytes);
    }
    if (joint.isSendReceive) {
        text += " from " + rankName(set, joint.sender) + " to " + rankName(set, joint.receiver);
    } else if (!communicator.name.empty()) {
        text += " in group " + communicator.name;
    }
    const RankPart& part = joint.parts.front();
    const int step = set.analysis.calls[part.rank].calls[part.call].step;
    return numberOfStep(set, step) ? text + ", " + stepLabel(set, step) : text;
}

std::string lateLine(const RankSet& set, const JointCollective& joint) {
    std::string text = rankName(set, joint.last) + " arrives last, " + durationText(joint.lead) +
                       " after the rank before it";
    if (!joint.isLate) {
        return text;
    }
    const LateCause& cause = joint.cause;
    const bool isGpu = cause.kind == LateCause::Kind::Gpu;
    const Duration more = isGpu ? cause.computeMore : cause.idleMore;
    if (more <= Duration{}) {
        return text + ": its GPU neither computed nor was idle for longer, so why is not known";
    }
    text += isGpu ? ": its GPU computed " + durationText(more) + " longer"
                  : ": its GPU had nothing to run for " + durationText(more) + " longer";
    if (!cause.in.empty()) {
        text += ", in " + std::string(cause.in);
    }
    return cause.isSure ? text : text + " (not sure: not all ranks show the step before)";
}

std::string waitLine(const RankSet& set, const RankPart& part) {
    std::string text = rankName(set, part.rank) + " waits " + durationText(part.wait);
    if (part.exposedWait == part.wait) {
        return text + " with nothing else to run";
    }
    return text + ", " + durationText(part.exposedWait) + " of it with nothing else to run";
}

}  // namespace

std::vector<std::string> collectiveText(const RankSet& set, std::size_t collective,
                                        std::size_t maxRanks) {
    const JointCollective& joint = set.analysis.collectives[collective];
    std::vector<std::string> lines{subjectLine(set, joint), lateLine(set, joint)};
    std::vector<RankPart> waiting;
    std::copy_if(joint.parts.begin(), joint.parts.end(), std::back_inserter(waiting),
                 [](const RankPart& part) { return part.wait > Duration{}; });
    std::stable_sort(waiting.begin(), waiting.end(),
                     [](const RankPart& a, const RankPart& b) { return a.wait > b.wait; });
    for (std::size_t at = 0; at < std::min(waiting.size(), maxRanks); ++at) {
        lines.push_back(waitLine(set, waiting[at]));
    }
    if (waiting.size() > maxRanks) {
        lines.push_back(countText(waiting.size() - maxRanks) + " more ranks wait");
    }
    lines.push_back("transfer " + durationText(joint.transfer));
    return lines;
}

}  // namespace gaplight
