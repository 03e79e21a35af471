// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exercise_session.h"

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/detectors/what_if/edit_spec.h"
#include "core/io/plain_sources.h"
#include "core/report/diff/comparison_report.h"
#include "core/report/figure/report_figures.h"
#include "core/report/text/html_document.h"
#include "core/report/trace/report.h"
#include "core/scene/display/theme_files.h"
#include "core/session/comparison_of.h"
#include "core/session/replay_intervals.h"
#include "core/session/scene_data.h"
#include "core/session/session.h"
#include "core/session/session_replay.h"
#include "core/session/trace_cut.h"
#include "tests/support/byte_choices.h"
#include "tests/support/documents_format.h"
#include "tests/support/exercise_ranks.h"
#include "tests/support/exercise_scene.h"
#include "tests/support/exercise_tables.h"
#include "tests/support/output_checks.h"
#include "tests/support/session_invariants.h"

namespace gaplight::test {
namespace {

using SharedSession = std::shared_ptr<const Session>;

Result<SharedSession> openText(const std::string& text) {
    const auto source = plainMemorySource(std::make_shared<const std::string>(text));
    OpenOptions options;
    options.formats = formatsWithDocuments();
    return openSession("strange.json", *source, options);
}

ReportSubject subjectOf(const Session& session) {
    return {*session.trace, session.analysis, session.findings, std::nullopt};
}

class SessionExercise {
public:
    SessionExercise(SharedSession session, std::span<const std::uint8_t> choices,
                    Problems& problems)
        : m_session(std::move(session)), m_choices(choices), m_problems(problems) {}

    void run() {
        checkMeasures(*m_session, m_problems);
        checkFindings(*m_session, m_problems);
        const TimeRange range = someRange();
        if (const auto part = reassess(*m_session, {{}, range, {}})) {
            checkMeasures(**part, m_problems);
            checkFindings(**part, m_problems);
            m_other = *part;
        }
        exerciseTables(m_session, m_session->trace->range(), m_problems);
        exerciseTables(m_session, range, m_problems);
        replay();
        m_data = SceneData::build(m_session);
        exerciseScene(*m_data, m_replayed, m_choices, m_problems);
        report(*m_session);
        compareWith(m_session);
        if (m_other) {
            report(*m_other);
            compareWith(m_other);
        }
        exerciseRanks({m_session, m_session, m_other ? m_other : m_session}, m_choices, m_problems);
        cut(range);
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
        const SessionReplay replay(m_session);
        checkWhatIf(replay.run({}), true, m_problems);
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
            m_replayed = replayIntervals(*m_session->trace, run.timeline, true, true);
        }
        for (const Finding& finding : m_session->findings.findings) {
            std::vector<WhatIf> edits;
            add("remove:" + std::string(finding.detector), edits);
            WhatIfRun run = replay.run(edits);
            replay.addUnprofiled(run);
            checkWhatIf(run, finding.detector != "no-cuda-graph", m_problems);
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
        m_problems.expect(!infoText(subject, PageStyle::Markdown).empty(), "info");
        const Result<Theme> light = builtInTheme(false);
        const Result<Theme> dark = builtInTheme(true);
        if (m_problems.expect(light && dark, "no themes")) {
            const auto figures = reportFigures(*m_data, session.analysis.range, *light, true);
            checkMarkup(analyzeHtml(subject, figures, {*light, *dark}), "html", m_problems);
            for (const ReportFigure& figure : figures) {
                checkMarkup(figure.figure.svg, "svg", m_problems);
            }
            m_problems.expect(!analyzeMarkdown(subject, figures).empty(), "markdown");
        }
    }

    // The baseline is the session; with itself nothing has changed.
    void compareWith(const SharedSession& other) {
        const Comparison comparison = compareSessions(*m_session, *other);
        const std::array subjects{
            CompareSubject{subjectOf(*m_session), subjectOf(*other), comparison}};
        checkJson(compareJson(subjects), "compare", m_problems);
        checkCsv(compareCsv(subjects), "compare", m_problems);
        checkPlainText(compareText(subjects, PageStyle::Plain), "compare", m_problems);
        const Result<Theme> light = builtInTheme(false);
        const Result<Theme> dark = builtInTheme(true);
        if (m_problems.expect(light && dark, "no themes")) {
            const auto otherData = SceneData::build(other);
            const std::array figures{comparisonSvg({*m_data, *otherData, comparison}, *light, 1)};
            checkMarkup(compareHtml(subjects, figures, {*light, *dark}), "compare", m_problems);
        }
        if (other == m_session) {
            expectNoChange(comparison);
        }
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

    void cut(TimeRange range) {
        if (!m_session->cutter) {
            return;
        }
        for (const bool clip : {false, true}) {
            std::string text;
            const auto totals =
                cutTrace(*m_session, {range, clip, {}}, [&](std::string_view bytes) {
                    text += bytes;
                    return Result<void>();
                });
            if (m_problems.expect(totals.has_value(), "cannot be cut")) {
                checkCut(text);
            }
        }
    }
    void checkCut(const std::string& text) {
        const Result<SharedSession> part = openText(text);
        if (!part) {
            m_problems.expect(part.error().code == ErrorCode::NotATrace,
                              "a cut that cannot be opened: " + part.error().message);
            return;
        }
        checkMeasures(**part, m_problems);
        checkFindings(**part, m_problems);
        const ImportIssues& issues = (*part)->trace->issues();
        m_problems.expect(
            !m_session->trace->issues().empty() || (issues.count(IssueKind::MalformedEvent) == 0 &&
                                                    issues.count(IssueKind::Truncated) == 0),
            "a cut is damaged");
        m_problems.expect((*part)->trace->slices().size() <= m_session->trace->slices().size(),
                          "a cut has more slices");
    }

    SharedSession m_session;
    SharedSession m_other;  // a part of it
    std::shared_ptr<const SceneData> m_data;
    ReplayIntervals m_replayed;  // of the last edits
    ByteChoices m_choices;
    Problems& m_problems;
};

}  // namespace

void exerciseSession(const std::string& text, std::span<const std::uint8_t> choices, bool mustOpen,
                     Problems& problems) {
    const Result<SharedSession> session = openText(text);
    if (!session) {
        problems.expect(!mustOpen, "cannot be opened: " + session.error().message);
        return;
    }
    SessionExercise(*session, choices, problems).run();
}

}  // namespace gaplight::test
