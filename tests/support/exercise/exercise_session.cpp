// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exercise/exercise_session.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/detectors/what_if/edit_spec.h"
#include "core/report/diff/comparison_report.h"
#include "core/report/figure/report_figures.h"
#include "core/report/text/html_page.h"
#include "core/report/trace/report.h"
#include "core/scene/display/theme.h"
#include "core/session/comparison_of.h"
#include "core/session/scene_data.h"
#include "core/session/session.h"
#include "core/session/session_replay.h"
#include "tests/support/checks/output_checks.h"
#include "tests/support/checks/session_invariants.h"
#include "tests/support/exercise/exercise_cut.h"
#include "tests/support/exercise/exercise_ranks.h"
#include "tests/support/exercise/exercise_scene.h"
#include "tests/support/exercise/exercise_tables.h"
#include "tests/support/formats/documents_format.h"
#include "tests/support/strange/byte_choices.h"

namespace gaplight::test {
namespace {

using SharedSession = std::shared_ptr<const Session>;

ReportSubject subjectOf(const Session& session) {
    return {*session.trace, session.analysis, session.findings, std::nullopt};
}

class SessionExercise {
public:
    // `other` and `ranks` as of ExercisedTraces; null and empty where there are none.
    SessionExercise(SharedSession session, SharedSession other, std::vector<SharedSession> ranks,
                    std::span<const std::uint8_t> choices, Problems& problems)
        : m_session(std::move(session)),
          m_other(std::move(other)),
          m_ranks(std::move(ranks)),
          m_choices(choices),
          m_problems(problems) {}

    void run() {
        checkMeasures(*m_session, m_problems);
        checkFindings(*m_session, m_problems);
        const TimeRange range = someRange();
        if (const auto part = reassess(*m_session, {{}, range, {}})) {
            checkMeasures(**part, m_problems);
            checkFindings(**part, m_problems);
            m_part = *part;
        }
        exerciseTables(m_session, m_session->trace->range(), m_problems);
        exerciseTables(m_session, range, m_problems);
        replay();
        m_data = SceneData::build(m_session);
        exerciseScene(*m_data, m_replayed, m_choices, m_problems);
        report(*m_session);
        expectNoChange(compare(m_session, m_session));
        if (m_part) {
            report(*m_part);
            compare(m_session, m_part);
        }
        if (m_other) {
            compare(m_session, m_other);
            compare(m_other, m_session);
        }
        if (m_ranks.empty()) {
            m_ranks = {m_session, m_session, m_part ? m_part : m_session};
        }
        exerciseRanks(std::move(m_ranks), m_choices, m_problems);
        exerciseCut(*m_session, range, m_problems);
    }

private:
    // Part of the trace; not empty unless the trace is.
    TimeRange someRange() {
        const TimeRange all = m_session->trace->range();
        const Duration unit = all.length() / 256;
        const Time begin = all.begin + unit * m_choices.below(128);
        const Time end = begin + unit * (1 + m_choices.below(128));
        return {begin, end > begin ? end : all.end};
    }

    void replay() {
        checkUnchanged(m_session, m_problems);
        if (m_part) {
            checkUnchanged(m_part, m_problems);
        }
        const SessionReplay replay(m_session);
        constexpr std::array<std::string_view, 13> kEdits{
            "remove:kernel:*",    "remove:annotation:*",    "remove:function:*", "remove:op:*",
            "async:copies",       "overlap:copies",         "balance:ranks",     "remove:finding:1",
            "scale:kernel:*:0.5", "scale:annotation:*:0.1", "scale:op:*:0.7",    "graph:steps",
            "scale:kernel:*:3.5"};
        constexpr std::size_t kRemoving = 11;  // the first of them only remove
        for (std::size_t at = 0; at < kEdits.size(); ++at) {
            std::vector<WhatIf> edits;
            add(kEdits[at], edits);
            checkWhatIf(replay.run(edits), at < kRemoving, m_problems);
            // And together with others.
            const std::size_t other = m_choices.below(kEdits.size());
            add(kEdits[other], edits);
            add(kEdits[m_choices.below(kRemoving)], edits);
            const WhatIfRun run = replay.run(edits);
            checkWhatIf(run, at < kRemoving && other < kRemoving, m_problems);
            m_replayed = replayIntervals(*m_session->trace, run, true, true);
        }
        for (const Finding& finding : m_session->findings.findings) {
            std::vector<WhatIf> edits;
            add("remove:" + std::string(finding.rule), edits);
            WhatIfRun run = replay.run(edits);
            replay.addUnprofiled(run);
            checkWhatIf(run, finding.rule != "no-cuda-graph", m_problems);
            reportWhatIf(run);
        }
    }
    void add(std::string_view text, std::vector<WhatIf>& edits) {
        const Result<WhatIf> edit = parseWhatIf(text);
        if (m_problems.expect(edit.has_value(), text)) {
            edits.push_back(*edit);
        }
    }
    void reportWhatIf(const WhatIfRun& run) {
        ReportSubject subject = subjectOf(*m_session);
        subject.whatIf = &run.answer;
        subject.criticalPath = &run.timeline.path;
        checkJson(analyzeJson(subject), "what-if", m_problems);
        checkPlainText(analyzeText(subject, PageStyle::Plain), "what-if", m_problems);
    }

    void report(const Session& session) {
        const ReportSubject subject = subjectOf(session);
        checkJson(infoJson(subject), "info", m_problems);
        checkJson(analyzeJson(subject), "analyze", m_problems);
        checkJson(findingsSarif(subject), "sarif", m_problems);
        checkCsv(findingsCsv(subject), "csv", m_problems);
        checkPlainText(infoText(subject, PageStyle::Plain), "info", m_problems);
        checkPlainText(analyzeText(subject, PageStyle::Plain), "analyze", m_problems);
        const std::string screen = analyzeScreen(subject, PageStyle::Plain);
        checkPlainText(screen, "screen", m_problems);
        m_problems.expect(
            std::ranges::count(screen, '\n') <= static_cast<std::ptrdiff_t>(kScreenLines),
            "the screen has too many lines");
        checkMarkdown(infoText(subject, PageStyle::Markdown), "info", m_problems);
        const Result<Theme> light = builtInTheme(false);
        const Result<Theme> dark = builtInTheme(true);
        if (m_problems.expect(light && dark, "no themes")) {
            const auto figures = reportFigures(*m_data, session.analysis.range, *light, true);
            checkMarkup(analyzeHtml(subject, figures, {*light, *dark}), "html", m_problems);
            for (const ReportFigure& figure : figures) {
                checkMarkup(figure.figure.svg, "svg", m_problems);
            }
            checkMarkdown(analyzeMarkdown(subject, figures), "analyze", m_problems);
        }
    }

    Comparison compare(const SharedSession& a, const SharedSession& b) {
        Comparison comparison = compareSessions(*a, *b);
        const std::array subjects{CompareSubject{subjectOf(*a), subjectOf(*b), comparison}};
        checkJson(compareJson(subjects), "compare", m_problems);
        checkCsv(compareCsv(subjects), "compare", m_problems);
        checkPlainText(compareText(subjects, PageStyle::Plain), "compare", m_problems);
        checkMarkdown(compareText(subjects, PageStyle::Markdown), "compare", m_problems);
        const Result<Theme> light = builtInTheme(false);
        const Result<Theme> dark = builtInTheme(true);
        if (m_problems.expect(light && dark, "no themes")) {
            const auto dataOfA = SceneData::build(a);
            const auto dataOfB = SceneData::build(b);
            const std::array figures{comparisonSvg({*dataOfA, *dataOfB, comparison}, *light, 1)};
            checkMarkup(compareHtml(subjects, figures, {*light, *dark}), "compare", m_problems);
        }
        return comparison;
    }
    void expectNoChange(const Comparison& comparison) {
        const Verdict& verdict = comparison.verdict;
        m_problems.expect(verdict.a == verdict.b && verdict.change.value_or(0) == 0,
                          "changed against itself");
        m_problems.expect(
            verdict.kind == VerdictKind::Unchanged || verdict.kind == VerdictKind::Inconclusive,
            "better or worse than itself");
        m_problems.expect(comparison.findings.gone.empty() && comparison.findings.added.empty(),
                          "findings changed against itself");
        for (const ComparedPart& part : comparison.parts) {
            m_problems.expect(part.a && part.b && part.a->measures == part.b->measures,
                              "part changed against itself: " + part.name);
        }
    }

    SharedSession m_session;
    SharedSession m_part;  // of it; null: it has none
    SharedSession m_other;
    std::vector<SharedSession> m_ranks;
    std::shared_ptr<const SceneData> m_data;
    ReplayIntervals m_replayed;  // of the last edits
    ByteChoices m_choices;
    Problems& m_problems;
};

}  // namespace

void exerciseSession(const ExercisedTraces& traces, std::span<const std::uint8_t> choices,
                     bool mustOpen, Problems& problems) {
    const Result<SharedSession> session = openText(traces.trace);
    if (!session) {
        problems.expect(!mustOpen, "cannot be opened: " + session.error().message);
        return;
    }
    const auto opened = [&](const std::string& text) {
        const Result<SharedSession> one = openText(text);
        problems.expect(one.has_value(), "another trace cannot be opened");
        return one ? *one : SharedSession();
    };
    const SharedSession other = traces.other.empty() ? nullptr : opened(traces.other);
    std::vector<SharedSession> ranks;
    for (const std::string& text : traces.ranks) {
        if (SharedSession rank = opened(text)) {
            ranks.push_back(std::move(rank));
        }
    }
    SessionExercise(*session, other, std::move(ranks), choices, problems).run();
}

}  // namespace gaplight::test
