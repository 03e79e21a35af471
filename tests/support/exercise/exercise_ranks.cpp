// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exercise/exercise_ranks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "core/ranks/joint_what_if.h"
#include "core/ranks/rank_set_chart.h"
#include "core/ranks/rank_set_comparison.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/report/ranks/rank_diff.h"
#include "core/report/ranks/rank_figures.h"
#include "core/report/ranks/rank_report.h"
#include "core/report/text/html_page.h"
#include "core/scene/display/theme.h"
#include "core/scene/ranks/heat_map_scene.h"
#include "core/scene/ranks/rank_lanes_scene.h"
#include "tests/support/checks/drawable_checks.h"
#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/joint_checks.h"
#include "tests/support/checks/output_checks.h"

namespace gaplight::test {
namespace {

constexpr std::array kMeasures{HeatMeasure::Wait, HeatMeasure::Lateness, HeatMeasure::Compute,
                               HeatMeasure::Idle};

class RanksExercise {
public:
    RanksExercise(std::shared_ptr<const RankSet> set, ByteChoices& choices, Problems& problems)
        : m_set(std::move(set)), m_choices(choices), m_problems(problems) {}

    void run() {
        checkJointMeasures(m_set->analysis, m_problems);
        const JointReplay replay(rankTraces(*m_set), m_set->analysis);
        const std::vector<JointAnswer> answers = answersOf(replay);
        const std::optional<JointAnswer> cost = stragglerCost(*m_set, replay);
        const JointAnswer* known = cost ? &*cost : nullptr;
        const RankAssessment assessment = assessRanks(*m_set, {}, known, &replay);
        report({*m_set, known, answers, &assessment});
        compare();
        drawLanes();
        drawFigures();
    }

private:
    std::vector<JointAnswer> answersOf(const JointReplay& replay) {
        std::vector<JointAnswer> answers;
        std::vector<std::string> texts{"balance:ranks", "balance:stage", "balance:tokens",
                                       "balance:kernels"};
        for (const RankSession& rank : m_set->ranks) {
            texts.push_back("remove:lateness:" + std::to_string(rank.rank));
        }
        for (const std::string& text : texts) {
            const Result<JointEdit> edit = jointEditFrom(text, *m_set);
            if (!edit) {
                continue;
            }
            if (auto answer = jointAnswer(*m_set, replay, *edit)) {
                m_problems.expect(answer->saving >= Duration{}, "a joint saving below zero");
                answers.push_back(std::move(*answer));
            }
        }
        return answers;
    }

    void report(const RankSetSubject& subject) {
        checkJson(analyzeRanksJson(subject), "ranks", m_problems);
        checkPlainText(analyzeRanksText(subject, PageStyle::Plain), "ranks", m_problems);
        checkMarkdown(analyzeRanksText(subject, PageStyle::Markdown), "ranks", m_problems);
        const Result<Theme> light = builtInTheme(false);
        const Result<Theme> dark = builtInTheme(true);
        if (m_problems.expect(light && dark, "no themes")) {
            checkMarkup(analyzeRanksHtml(subject, {*light, *dark}), "ranks", m_problems);
        }
    }

    void compare() {
        const RankSetComparison comparison = compareRankSets(*m_set, *m_set);
        m_problems.expect(comparison.change.value_or(0) == 0, "ranks changed against themselves");
        const RankDiffSubject subject{*m_set, *m_set, comparison, "a", "b"};
        checkJson(compareRanksJson(subject), "compared ranks", m_problems);
        checkPlainText(compareRanksText(subject, PageStyle::Plain), "compared ranks", m_problems);
        checkMarkdown(compareRanksText(subject, PageStyle::Markdown), "compared ranks", m_problems);
        const Result<Theme> light = builtInTheme(false);
        const Result<Theme> dark = builtInTheme(true);
        if (m_problems.expect(light && dark, "no themes")) {
            checkMarkup(compareRanksHtml(subject, {*light, *dark}), "compared ranks", m_problems);
        }
    }

    void drawLanes() {
        const RankChart chart = chartOf(*m_set);
        constexpr std::array<double, 4> kParts{1, 0.2, 0.01, 0.0001};
        for (const double part : kParts) {
            RankLanesInput input{chart, chart.range.begin, 1, 1000, 120};
            const auto length = static_cast<double>(chart.range.length().count());
            input.begin += Duration(std::llround(length * m_choices.below(256) / 512));
            input.nsPerPixel = std::max(1.0, length * part / 780);
            input.height = static_cast<float>(40 + m_choices.below(300));
            input.cursor = input.begin;
            const auto x = static_cast<float>(220 + m_choices.below(780));
            const RankLanesHit hit =
                hitTestRankLanes(input, x, static_cast<float>(m_choices.below(120)));
            input.selected = hit.ribbon;
            input.hovered = hit.ribbon;
            buildRankLanes(input, FixedTextMeasure(), m_list);
            checkDrawable(m_list, "lanes of ranks", m_problems);
        }
    }

    void drawFigures() {
        for (const HeatMeasure measure : kMeasures) {
            const HeatMap map = heatMapOf(*m_set, measure);
            buildHeatMap({map, {}, 600, 200}, FixedTextMeasure(), m_list);
            checkDrawable(m_list, "heat map", m_problems);
        }
        if (const auto collective = collectiveToShow(m_set->analysis)) {
            const FigurePlan plan = collectiveFigurePlan(m_set, *collective, {});
            if (const auto figure = plan.build(FixedTextMeasure())) {
                checkDrawable(figure->list, "collective", m_problems);
            }
        }
    }

    std::shared_ptr<const RankSet> m_set;
    DisplayList m_list;
    ByteChoices& m_choices;
    Problems& m_problems;
};

}  // namespace

void exerciseRanks(std::vector<std::shared_ptr<const Session>> sessions, ByteChoices& choices,
                   Problems& problems) {
    RanksExercise(rankSetOf(std::move(sessions)), choices, problems).run();
}

}  // namespace gaplight::test
