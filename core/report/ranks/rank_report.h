// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/ranks/joint_what_if.h"
#include "core/ranks/rank_set.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/report/text/report_page.h"
#include "core/scene/display/color_ref.h"

namespace gaplight {

struct HtmlThemes;

// What a report on the ranks of a run is made of. All objects must outlive it.
struct RankSetSubject {
    const RankSet& set;
    const JointAnswer* cost = nullptr;  // of the straggler; null: none, or not computed
    std::span<const JointAnswer> whatIf = {};
    const RankAssessment* assessment = nullptr;  // null: the rules did not run
};

// Which rank is late, into what, why, and what it costs, as one sentence or two.
[[nodiscard]] std::string rankSetSentence(const RankSetSubject& subject);
// A phrase of it that is about a part of the ranks' time, with that part's color: a cause, a wait.
struct RankSentenceMark {
    std::string text;
    ColorRef color;
};
// In any order; a phrase that the sentence leaves out may be among them.
[[nodiscard]] std::vector<RankSentenceMark> rankSentenceMarks(const RankSetSubject& subject);
// The same sentence before the rules have run. `cost`: what the late rank costs; null: not known.
[[nodiscard]] std::string rankAnalysisSentence(const RankSetAnalysis& set,
                                               const JointAnswer* cost = nullptr);

// "4 ranks of 8".
[[nodiscard]] std::string rankSetTitle(const RankSet& set);
// Which clocks were corrected, by how much, and how well they agree.
[[nodiscard]] std::string rankClocksText(const RankSet& set);

// The joint analysis: the sentence, figures of each rank, communicators and their operations, late
// collectives, a map of waits by rank and step. Any style but Html.
[[nodiscard]] std::string analyzeRanksText(const RankSetSubject& subject, PageStyle style);
[[nodiscard]] std::string analyzeRanksHtml(const RankSetSubject& subject, const HtmlThemes& themes);
// All figures. Times are since the begin of the first trace.
[[nodiscard]] std::string analyzeRanksJson(const RankSetSubject& subject);

}  // namespace gaplight
