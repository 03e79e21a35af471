// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/what_if/what_if_model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/analysis/steps/step_markers.h"
#include "core/base/quantity_text.h"
#include "core/detectors/what_if/edit_completions.h"
#include "core/detectors/what_if/edit_spec.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

struct PathLook {
    const char* pattern;  // of PatternItem
    const char* label;
};
constexpr std::array<PathLook, kPathKinds> kPathLooks{{{"path_host", "host between calls"},
                                                       {"path_launch", "launching"},
                                                       {"path_kernel", "kernels"},
                                                       {"path_copy", "copies"},
                                                       {"path_sync", "blocking calls"},
                                                       {"path_collective", "collectives"},
                                                       {"path_gpu_wait", "GPU waiting to start"}}};

constexpr std::size_t kCompletions = 5;

QString changed(Duration before, Duration after) {
    return before == after ? durationText(after)
                           : durationText(before) + QStringLiteral(" → ") + durationText(after);
}

double shareOf(Duration part, Duration whole) {
    return whole == Duration::zero()
               ? 0
               : static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

}  // namespace

WhatIfModel::WhatIfModel(const SessionObject& session, QObject* parent)
    : QObject(parent), m_session(session), m_work([this](const auto& outcome) { take(outcome); }) {
    connect(&session, &SessionObject::traceChanged, this, &WhatIfModel::takeTrace);
    connect(&m_changes, &WhatIfListModel::choiceChanged, this, &WhatIfModel::ask);
}

void WhatIfModel::takeTrace() {
    const LoadedTrace before = std::exchange(m_trace, m_session.trace());
    const bool isSame = before && m_trace && before->session().trace == m_trace->session().trace;
    m_replay.reset();
    m_answer.reset();
    if (!isSame) {
        draw(nullptr);
        m_pathShown = false;
        setSlice(-1);
        Q_EMIT shownChanged();
    }
    m_changes.show(m_trace);  // asks anew
}

void WhatIfModel::setActive(bool active) {
    if (active != m_active) {
        m_active = active;
        Q_EMIT activeChanged();
        if (active && !m_answer) {
            ask();
        }
    }
}

void WhatIfModel::setGhostsShown(bool shown) {
    if (shown != m_ghostsShown) {
        m_ghostsShown = shown;
        Q_EMIT shownChanged();
        ask();
    }
}

void WhatIfModel::setPathShown(bool shown) {
    if (shown != m_pathShown) {
        m_pathShown = shown;
        Q_EMIT shownChanged();
        ask();
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
    offer.named = *edit;
    setTextProblem({});
    m_changes.add(offer);
    return true;
}

QStringList WhatIfModel::completions(const QString& text) const {
    if (!m_trace || text.trimmed().isEmpty()) {
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
         editCompletions(toStdString(text.trimmed()), names, kCompletions)) {
        list.append(toQString(edit));
    }
    return list;
}

void WhatIfModel::forgetProblem() {
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
    m_changes.clear();  // asks anew
    Q_EMIT shownChanged();
}

bool WhatIfModel::isAsked() const {
    return m_trace && (m_active || m_pathShown || m_changes.ticked() > 0);
}

// One replay at a time: what is asked meanwhile is asked together once it is done.
void WhatIfModel::ask() {
    ++m_request;
    m_running = isAsked();
    if (m_running && !m_isWorking) {
        start();
    }
    if (!m_running) {
        draw(nullptr);
    }
    Q_EMIT answerChanged();
}

WhatIfOrder WhatIfModel::order() const {
    const Session& session = m_trace->session();
    WhatIfOrder order;
    order.session = std::shared_ptr<const Session>(m_trace, &session);
    order.replay = m_replay;
    order.wantsGhosts = m_ghostsShown && m_changes.ticked() > 0;
    order.wantsPath = m_pathShown;
    m_changes.addTo(order);
    return order;
}

void WhatIfModel::start() {
    m_isWorking = true;
    m_asked = m_request;
    m_work.start([order = order()] { return runWhatIf(order); });
}

void WhatIfModel::take(WhatIfOutcome outcome) {
    m_isWorking = false;
    if (m_trace && &outcome.replay->session() == &m_trace->session()) {
        m_replay = outcome.replay;
    }
    if (m_asked != m_request) {
        if (m_running) {
            start();
        }
        return;
    }
    m_running = false;
    m_answer = std::move(outcome);
    draw(m_answer->picture);
    Q_EMIT answerChanged();
}

void WhatIfModel::draw(std::shared_ptr<const ReplayPicture> picture) {
    if (picture != m_picture) {
        m_picture = std::move(picture);
        Q_EMIT pictureChanged();
    }
}

std::vector<std::string> WhatIfModel::edits() const {
    return m_answer ? m_answer->answer.edits : std::vector<std::string>{};
}

QString WhatIfModel::problem() const {
    if (!m_answer) {
        return {};
    }
    const WhatIfAnswer& answer = m_answer->answer;
    if (answer.measured == Duration::zero()) {
        return QStringLiteral("There is no GPU activity to replay.");
    }
    if (!answer.trusted) {
        return QStringLiteral(
                   "No saving is given: the replay of this trace misses its measured window by %1.")
            .arg(toQString(gaplight::percentText(answer.modelError, PercentForm::Error)));
    }
    return toQString(m_answer->problem);
}

QString WhatIfModel::windowText() const {
    if (!m_answer || !m_answer->answer.trusted) {
        return {};
    }
    return changed(m_answer->answer.replayed, m_answer->answer.window);
}

QString WhatIfModel::gainText() const {
    if (!m_answer || !m_answer->answer.trusted || m_changes.ticked() == 0) {
        return {};
    }
    const WhatIfAnswer& answer = m_answer->answer;
    if (answer.saving == Duration::zero()) {
        return QStringLiteral("Nothing gained: it does not hold the GPU up.");
    }
    const Duration change = std::max(answer.saving, -answer.saving);
    return QStringLiteral("%1 (%2) %3 · %4× as fast")
        .arg(durationText(change), percentText(shareOf(change, answer.measured)),
             answer.saving > Duration::zero() ? QStringLiteral("less") : QStringLiteral("more"))
        .arg(answer.speedUp, 0, 'g', 3);
}

QString WhatIfModel::stepText() const {
    if (!m_answer || !m_answer->answer.trusted || !m_answer->answer.step ||
        !m_answer->answer.stepBefore) {
        return {};
    }
    return QStringLiteral("median step ") +
           changed(*m_answer->answer.stepBefore, *m_answer->answer.step);
}

QString WhatIfModel::errorText() const {
    if (!m_answer || !m_answer->answer.trusted) {
        return {};
    }
    const double error = m_answer->answer.modelError;
    const QString text = QStringLiteral("model error ") +
                         toQString(gaplight::percentText(error, PercentForm::Error));
    return error > kReplayWarnError ? text + QStringLiteral(": the saving is rough") : text;
}

QVariantList WhatIfModel::path() const {
    if (!m_answer) {
        return {};
    }
    Duration whole{};
    std::vector<std::size_t> order;
    for (std::size_t kind = 0; kind < kPathKinds; ++kind) {
        whole += m_answer->path[kind];
        if (m_answer->path[kind] > Duration::zero()) {
            order.push_back(kind);
        }
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return m_answer->path[a] > m_answer->path[b];
    });
    QVariantList parts;
    for (const std::size_t kind : order) {
        const double share = shareOf(m_answer->path[kind], whole);
        parts.append(QVariantMap{{QStringLiteral("kind"), kPathLooks[kind].pattern},
                                 {QStringLiteral("label"), kPathLooks[kind].label},
                                 {QStringLiteral("length"), durationText(m_answer->path[kind])},
                                 {QStringLiteral("percent"), percentText(share)},
                                 {QStringLiteral("share"), share}});
    }
    return parts;
}

}  // namespace gaplight::ui
