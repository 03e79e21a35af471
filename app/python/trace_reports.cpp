// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/python/trace_reports.h"

#include <array>
#include <memory>
#include <utility>

#include "core/report/diff/comparison_report.h"
#include "core/report/facts/report_sections.h"
#include "core/report/figure/figure_plan.h"
#include "core/report/text/escaped_text.h"
#include "core/report/trace/notebook_html.h"
#include "core/report/trace/report.h"
#include "core/scene/display/theme.h"
#include "core/session/comparison_of.h"
#include "core/session/efficiency_of.h"
#include "core/session/place_text.h"
#include "core/session/scene_data.h"
#include "core/session/session_replay.h"

namespace gaplight::python {
namespace {

ReportSubject subjectOf(const OpenedTrace& opened, const SessionEfficiency* efficiency = nullptr) {
    const Session& session = *opened.session;
    return {*session.trace, session.analysis, session.findings,        std::nullopt,
            nullptr,        nullptr,          opened.settingsFiles,    nullptr,
            nullptr,        efficiency,       session.provenance.get()};
}

}  // namespace

std::string analysisJsonOf(const OpenedTrace& opened) {
    const SessionEfficiency efficiency = efficiencyOf(*opened.session);
    return withPlainSpaces(analyzeJson(subjectOf(opened, &efficiency)));
}

std::string infoJsonOf(const OpenedTrace& opened) {
    return withPlainSpaces(infoJson(subjectOf(opened)));
}

Result<std::string> notebookOf(const OpenedTrace& opened) {
    return builtInTheme(false).map(
        [&](const Theme& theme) { return notebookHtml(subjectOf(opened), theme); });
}

Result<std::string> figureOf(const OpenedTrace& opened, const FigureOrder& order) {
    const Session& session = *opened.session;
    const Theme theme = TRY(builtInTheme(false));
    FigureRequest request;
    request.finding = order.finding;
    request.width = order.width;
    if (!order.range.empty()) {
        request.range = TRY(rangeFromText(order.range, *session.trace, session.analysis));
    }
    const auto data = SceneData::build(opened.session);
    return figureSvg(figurePlan(*data, std::move(request)), theme);
}

Result<std::string> whatIfJsonOf(const OpenedTrace& opened, const std::vector<std::string>& edits) {
    std::vector<WhatIf> changes;
    for (const std::string& text : edits) {
        changes.push_back(TRY(parseWhatIf(text)));
    }
    const SessionReplay replay(opened.session);
    WhatIfRun run = replay.run(changes);
    if (run.error) {
        return tl::unexpected<Error>(*run.error);
    }
    replay.addUnprofiled(run);
    ReportSubject subject = subjectOf(opened);
    subject.whatIf = &run.answer;
    return withPlainSpaces(jsonText(jsonWhatIf(subject)));
}

ComparisonTexts comparisonOf(const OpenedTrace& a, const OpenedTrace& b) {
    const std::array efficiencies{efficiencyOf(*a.session), efficiencyOf(*b.session)};
    const Comparison comparison = compareSessions(*a.session, *b.session);
    const std::optional<OriginChanges> origins = compareOrigins(
        *a.session, a.session->provenance.get(), *b.session, b.session->provenance.get());
    const std::array subjects{CompareSubject{subjectOf(a, &efficiencies[0]),
                                             subjectOf(b, &efficiencies[1]), comparison,
                                             origins ? &*origins : nullptr}};
    return {withPlainSpaces(compareJson(subjects)), verdictSentence(comparison.verdict)};
}

Result<std::string> comparisonFigureOf(const OpenedTrace& a, const OpenedTrace& b) {
    const Theme theme = TRY(builtInTheme(false));
    const Comparison comparison = compareSessions(*a.session, *b.session);
    const auto first = SceneData::build(a.session);
    const auto second = SceneData::build(b.session);
    const ComparedScenes scenes{*first, *second, comparison};
    return figureSvg(figurePlan(scenes, CompareFigureRequest{}), theme);
}

}  // namespace gaplight::python
