// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/ranks/rank_set_comparison.h"
#include "core/report/text/report_page.h"

namespace gaplight {

struct HtmlThemes;

// What a report on two runs of several ranks is made of. All objects must outlive it.
struct RankDiffSubject {
    const RankSet& a;
    const RankSet& b;
    const RankSetComparison& comparison;
    std::string nameOfA;  // folder, or first file
    std::string nameOfB;
};

// "The steps got shorter on 4 of 4 ranks: 42.3 ms -> 28.3 ms (−33.0 %)", or why that cannot be
// said.
[[nodiscard]] std::string rankDiffSentence(const RankDiffSubject& subject);

// Verdict, the late ranks of both, an average step, each rank, communication. Any style but Html.
[[nodiscard]] std::string compareRanksText(const RankDiffSubject& subject, PageStyle style);
[[nodiscard]] std::string compareRanksHtml(const RankDiffSubject& subject,
                                           const HtmlThemes& themes);
[[nodiscard]] std::string compareRanksJson(const RankDiffSubject& subject);

}  // namespace gaplight
