// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/gap_details.h"

#include <utility>
#include <vector>

#include "core/report/facts/idle_explanation_text.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

qint64 linkTo(SliceId slice) {
    return slice.isValid() ? static_cast<qint64>(slice.index()) : -1;
}

// "launch-bound · host: named_modules": the reports' word and the timeline's.
QString causeText(const GapFacts& gap) {
    const QString label = withoutCodeSpans(gap.label);
    return label.isEmpty() || toQString(gap.explanation).compare(label, Qt::CaseInsensitive) == 0
               ? toQString(gap.explanation)
               : toQString(gap.explanation) + QStringLiteral(" · ") + label;
}

std::vector<DetailRow> factRows(const Session& session, const GapFacts& gap) {
    const Trace& trace = *session.trace;
    const auto name = [&](SliceId slice) {
        return slice.isValid() ? toQString(trace.name(slice)) : QStringLiteral("not recorded");
    };
    std::vector<DetailRow> rows{
        {QStringLiteral("Explained by"), causeText(gap), -1},
        {QStringLiteral("Ended by"), name(gap.launch), linkTo(gap.launch)},
        {QStringLiteral("Next work"), name(gap.activity), linkTo(gap.activity)}};
    if (gap.blockingCall.isValid()) {
        rows.push_back(
            {QStringLiteral("Waited in"), name(gap.blockingCall), linkTo(gap.blockingCall)});
    }
    if (!gap.codePlace.empty()) {
        rows.push_back({QStringLiteral("Code"), toQString(gap.codePlace), -1});
    }
    if (gap.launch.isValid()) {
        const Duration late = trace.slices().start(gap.launch) - gap.range.begin;
        rows.push_back({QStringLiteral("Launch began"),
                        late > Duration{} ? durationText(late) + QStringLiteral(" into the gap")
                                          : durationText(-late) + QStringLiteral(" before it"),
                        -1});
    }
    return rows;
}

std::vector<DetailRow> hostRows(const Session& session, const GapFacts& gap) {
    std::vector<DetailRow> rows;
    for (const GapHostPart& part : gap.hostParts) {
        rows.push_back({durationText(part.self), toQString(session.trace->text(part.name)),
                        linkTo(part.longest)});
    }
    return rows;
}

}  // namespace

GapDetails::GapDetails(const SessionObject& session, QObject* parent)
    : QObject(parent), m_session(session), m_work([this](const auto& gap) { receive(gap); }) {
    connect(&session, &SessionObject::traceChanged, this, [this] { setRange({}); });
}

void GapDetails::setRange(const TrackRange& range) {
    if (range != m_range) {
        m_range = range;
        Q_EMIT rangeChanged();
        update();
    }
}

void GapDetails::update() {
    if (!m_range.range || !m_range.tracks.empty() || !m_session.trace()) {
        m_work.drop();
        receive(std::nullopt);
        return;
    }
    m_work.start([trace = m_session.trace(), range = *m_range.range] {
        return gapFacts(trace->session(), range);
    });
}

void GapDetails::receive(const std::optional<GapFacts>& gap) {
    m_gap = m_session.trace() ? gap : std::nullopt;
    m_facts.setRows(m_gap ? factRows(m_session.trace()->session(), *m_gap)
                          : std::vector<DetailRow>());
    m_host.setRows(m_gap ? hostRows(m_session.trace()->session(), *m_gap)
                         : std::vector<DetailRow>());
    Q_EMIT changed();
}

QString GapDetails::title() const {
    if (!m_gap) {
        return {};
    }
    return toQString(m_session.trace()->session().trace->gpuLabel(m_gap->gpu)) +
           (m_gap->isIdle ? QStringLiteral(" idle ") : QStringLiteral(" ran earlier work ")) +
           durationText(m_gap->range.length());
}

int GapDetails::finding() const {
    return m_gap && m_gap->finding ? static_cast<int>(*m_gap->finding) : -1;
}

TrackRange GapDetails::next() const {
    return m_gap && m_gap->nextOfKind ? TrackRange{m_gap->nextOfKind, {}} : TrackRange{};
}

QString GapDetails::findingTitle() const {
    if (finding() < 0) {
        return {};
    }
    return withoutCodeSpans(titleWithSaving(
        m_session.trace()->session().findings.findings[static_cast<std::size_t>(finding())]));
}

}  // namespace gaplight::ui
