// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/what_if/what_if_model.h"

#include <algorithm>
#include <utility>

#include "core/analysis/torch/annotation_name.h"
#include "core/detectors/what_if/edit_completions.h"
#include "core/detectors/what_if/edit_spec.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/what_if/what_if_answer_text.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kMaxCompletions = 5;

}  // namespace

WhatIfModel::WhatIfModel(const SessionObject& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_work([this](const auto& outcome) { receive(outcome); }) {
    connect(&session, &SessionObject::traceChanged, this, &WhatIfModel::updateTrace);
    connect(&m_changes, &WhatIfListModel::choiceChanged, this, &WhatIfModel::requestReplay);
}

void WhatIfModel::updateTrace() {
    const LoadedTrace& shown = m_session.trace();
    const LoadedTrace before =
        std::exchange(m_trace, shown && shown->session().isAnalyzed ? shown : nullptr);
    const bool isSame = before && m_trace && before->session().trace == m_trace->session().trace;
    m_replay.reset();
    m_answer.reset();
    if (!isSame) {
        draw(nullptr);
        m_pathShown = false;
        setSlice(-1);
        Q_EMIT shownChanged();
    }
    m_changes.show(m_trace);  // requests a replay
}

void WhatIfModel::setActive(bool active) {
    if (active != m_active) {
        m_active = active;
        Q_EMIT activeChanged();
        if (active && !m_answer) {
            requestReplay();
        }
    }
}

void WhatIfModel::setGhostsShown(bool shown) {
    if (shown != m_ghostsShown) {
        m_ghostsShown = shown;
        Q_EMIT shownChanged();
        requestReplay();
    }
}

void WhatIfModel::setPathShown(bool shown) {
    if (shown != m_pathShown) {
        m_pathShown = shown;
        Q_EMIT shownChanged();
        requestReplay();
    }
}

void WhatIfModel::setSlice(qint64 slice) {
    if (slice == m_slice) {
        return;
    }
    m_slice = slice;
    m_offers = m_trace && slice >= 0
                   ? sliceOffers(m_trace->session(), SliceId(static_cast<std::size_t>(slice)))
                   : std::vector<WhatIfOffer>{};
    Q_EMIT offersChanged();
}

QStringList WhatIfModel::offers() const {
    QStringList labels;
    for (const WhatIfOffer& offer : m_offers) {
        labels.append(offer.label);
    }
    return labels;
}

void WhatIfModel::addOffer(int offer) {
    if (offer >= 0 && static_cast<std::size_t>(offer) < m_offers.size()) {
        m_changes.add(m_offers[static_cast<std::size_t>(offer)]);
    }
}

bool WhatIfModel::addText(const QString& text) {
    const Result<WhatIf> edit = parseWhatIf(toStdString(text.trimmed()));
    if (!edit) {
        setTextProblem(toQString(edit.error().message));
        return false;
    }
    WhatIfOffer offer;
    offer.label = text.trimmed();
    offer.title = offer.label;
    offer.edit = *edit;
    setTextProblem({});
    m_changes.add(offer);
    return true;
}

QStringList WhatIfModel::completions(const QString& text) const {
    if (!m_trace) {
        return {};
    }
    const Session& session = m_trace->session();
    std::vector<std::string> names;
    for (const AnnotationTotals& row : session.analysis.annotations) {
        std::string name = annotationGroup(session.trace->text(row.name));
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(std::move(name));
        }
    }
    QStringList list;
    for (const std::string& edit :
         editCompletions(toStdString(text.trimmed()), names, kMaxCompletions)) {
        list.append(toQString(edit));
    }
    return list;
}

void WhatIfModel::clearTextProblem() {
    setTextProblem({});
}

void WhatIfModel::setTextProblem(const QString& problem) {
    if (problem != m_textProblem) {
        m_textProblem = problem;
        Q_EMIT textProblemChanged();
    }
}

void WhatIfModel::clear() {
    m_pathShown = false;
    m_changes.clear();  // requests a replay
    Q_EMIT shownChanged();
}

bool WhatIfModel::needsReplay() const {
    return m_trace && (m_active || m_pathShown || m_changes.ticked() > 0);
}

// One replay at a time: changes made while it runs are replayed together after it.
void WhatIfModel::requestReplay() {
    ++m_request;
    m_running = needsReplay();
    if (m_running && !m_isWorking) {
        start();
    }
    if (!m_running) {
        draw(nullptr);
    }
    Q_EMIT answerChanged();
}

WhatIfRequest WhatIfModel::request() const {
    const Session& session = m_trace->session();
    WhatIfRequest request;
    request.session = std::shared_ptr<const Session>(m_trace, &session);
    request.replay = m_replay;
    request.drawsGhosts = m_ghostsShown && m_changes.ticked() > 0;
    request.drawsPath = m_pathShown;
    m_changes.addTo(request);
    return request;
}

void WhatIfModel::start() {
    m_isWorking = true;
    m_startedRequest = m_request;
    m_work.start([request = request()] { return runWhatIf(request); });
}

void WhatIfModel::receive(WhatIfOutcome outcome) {
    m_isWorking = false;
    if (m_trace && &outcome.replay->session() == &m_trace->session()) {
        m_replay = outcome.replay;
    }
    if (m_startedRequest != m_request) {
        if (m_running) {
            start();
        }
        return;
    }
    m_running = false;
    m_answer = std::move(outcome);
    draw(m_answer->intervals);
    Q_EMIT answerChanged();
}

void WhatIfModel::draw(std::shared_ptr<const ReplayIntervals> intervals) {
    if (intervals != m_intervals) {
        m_intervals = std::move(intervals);
        Q_EMIT intervalsChanged();
    }
}

std::vector<std::string> WhatIfModel::edits() const {
    return m_answer ? m_answer->answer.edits : std::vector<std::string>{};
}

QString WhatIfModel::problem() const {
    return m_answer ? problemText(*m_answer) : QString();
}

QString WhatIfModel::windowText() const {
    return m_answer ? predictedWindowText(*m_answer) : QString();
}

QString WhatIfModel::gainText() const {
    return m_answer && m_changes.ticked() > 0 ? savingText(*m_answer) : QString();
}

QString WhatIfModel::stepText() const {
    return m_answer ? predictedStepText(*m_answer) : QString();
}

QString WhatIfModel::errorText() const {
    return m_answer ? modelErrorText(*m_answer) : QString();
}

QVariantList WhatIfModel::path() const {
    return m_answer ? criticalPathParts(*m_answer) : QVariantList();
}

}  // namespace gaplight::ui
