// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/what_if/what_if_model.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <QString>
#include <QVariant>

#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/detectors/what_if/edit_spec.h"
#include "core/report/trace/findings_markdown.h"
#include "core/session/session_replay.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"
#include "widgets/findings/finding_list_model.h"

namespace gaplight::ui {
WhatIfOutcome runWhatIf(const WhatIfRequest& request) {
    WhatIfOutcome outcome;
    outcome.replay =
        request.replay ? request.replay : std::make_shared<const SessionReplay>(request.session);
    WhatIfRun run = outcome.replay->run(request.edits, request.shown);
    outcome.problem = run.error ? run.error->message : std::string();
    outcome.path = run.timeline.path.totals;
    outcome.edits = run.edits;
    if (request.drawsGhosts || request.drawsPath) {
        ReplayIntervals intervals =
            replayIntervals(*request.session->trace, run, request.drawsGhosts, request.drawsPath);
        if (request.isOneOfRanks && intervals.end && !intervals.end->text.empty()) {
            intervals.end->text += ", this rank alone";
        }
        outcome.intervals = std::make_shared<const ReplayIntervals>(std::move(intervals));
    }
    outcome.answer = std::move(run.answer);
    return outcome;
}

QString predictionText(const QString& of, const std::optional<BeforeAfter>& step,
                       const BeforeAfter& window, bool isWithoutFirstUse) {
    // One change of many steps is hardly in the median one.
    const bool isStep = step && step->share() != 0 && 2 * step->share() >= window.share();
    const auto& [before, after] = isStep ? *step : window;
    const QString what = isStep ? QStringLiteral("step") + of
                         : isWithoutFirstUse
                             ? QStringLiteral("window") + of + QStringLiteral(" without first use")
                             : QStringLiteral("window") + of;
    if (before == after || before == Duration::zero()) {
        return QStringLiteral("%1 %2, unchanged").arg(what, durationText(before));
    }
    const QString share = percentText((isStep ? *step : window).share());
    if (durationText(before) == durationText(after)) {
        return QStringLiteral("%1 %2, %3 (%4) %5")
            .arg(what, durationText(before), durationText(std::chrono::abs(after - before)), share,
                 after < before ? QStringLiteral("less") : QStringLiteral("more"));
    }
    return QStringLiteral("%1 %2 → %3 (%4%5)")
        .arg(what, durationText(before), durationText(after),
             after < before ? QStringLiteral("−") : QStringLiteral("+"), share);
}

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

// "3.16 s → 3.14 s"; where both would read the same "1.05 s (−4.20 ms, 0.4 %)".
QString beforeAfterText(Duration before, Duration after) {
    if (before == after) {
        return durationText(after);
    }
    const QString from = durationText(before);
    const QString to = durationText(after);
    if (from != to) {
        return from + QStringLiteral(" → ") + to;
    }
    return QStringLiteral("%1 (%2%3, %4)")
        .arg(from, after < before ? QStringLiteral("−") : QStringLiteral("+"),
             durationText(std::chrono::abs(after - before)),
             percentText(std::abs(BeforeAfter{before, after}.share())));
}

constexpr std::int64_t kFactorPercent = 5;  // a change from which a factor says something

double shareOf(Duration part, Duration whole) {
    return whole == Duration::zero()
               ? 0
               : static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

// Texts of the result of a replay, for the What-if tab. Those about time are empty if the replay
// reproduces the trace too badly to give a saving (WhatIfAnswer::trusted).
// Why no saving is given; empty if one is.
QString problemText(const WhatIfOutcome& outcome) {
    const WhatIfAnswer& answer = outcome.answer;
    if (answer.measured == Duration::zero()) {
        return QStringLiteral("There is no GPU activity to replay.");
    }
    if (!answer.trusted) {
        return QStringLiteral(
                   "No saving is given: the replay of this trace misses its measured window by %1.")
            .arg(toQString(gaplight::percentText(answer.modelError, PercentForm::Error)));
    }
    return toQString(outcome.problem);
}

// Predicted length of the measured window: "3.16 s → 3.14 s"; without a change "3.16 s".
QString predictedWindowText(const WhatIfOutcome& outcome) {
    const WhatIfAnswer& answer = outcome.answer;
    return answer.trusted ? beforeAfterText(answer.replayed, answer.window) : QString();
}

// "180 ms (6.0 %) less · 1.06× as fast"; of little "18 ms (0.6 %) less", which says more
// than 1.01×.
QString savingText(const WhatIfOutcome& outcome) {
    const WhatIfAnswer& answer = outcome.answer;
    if (!answer.trusted) {
        return {};
    }
    if (answer.saving == Duration::zero()) {
        return QStringLiteral("No saving: the GPU does not wait for it.");
    }
    const Duration change = std::max(answer.saving, -answer.saving);
    const QString text =
        QStringLiteral("%1 (%2) %3")
            .arg(
                durationText(change), percentText(shareOf(change, answer.measured)),
                answer.saving > Duration::zero() ? QStringLiteral("less") : QStringLiteral("more"));
    return reachesPercent(change, answer.measured, kFactorPercent)
               ? text + QStringLiteral(" · %1 as fast").arg(toQString(factorText(answer.speedUp)))
               : text;
}

// "median step 1.05 s → 1.04 s"; empty without steps.
QString predictedStepText(const WhatIfOutcome& outcome) {
    const WhatIfAnswer& answer = outcome.answer;
    if (!answer.trusted || !answer.step || !answer.stepBefore) {
        return {};
    }
    return QStringLiteral("median step ") + beforeAfterText(*answer.stepBefore, *answer.step);
}

// "step 42.0 ms → 40.9 ms (−2.6 %)", of the window where no median step changes.
QString shortAnswerText(const WhatIfOutcome& outcome) {
    const WhatIfAnswer& answer = outcome.answer;
    if (const QString problem = problemText(outcome); !problem.isEmpty()) {
        return problem;
    }
    const std::optional<BeforeAfter> step =
        answer.step && answer.stepBefore
            ? std::optional(BeforeAfter{*answer.stepBefore, *answer.step})
            : std::nullopt;
    return predictionText({}, step, {answer.replayed, answer.window},
                          answer.firstUse > Duration::zero());
}

// "model error 0.05 %".
QString modelErrorText(const WhatIfOutcome& outcome) {
    if (!outcome.answer.trusted) {
        return {};
    }
    const double error = outcome.answer.modelError;
    const QString text = QStringLiteral("model error ") +
                         toQString(gaplight::percentText(error, PercentForm::Error));
    const QString rough =
        error > kReplayWarnError ? text + QStringLiteral(": the saving is rough") : text;
    const Duration firstUse = outcome.answer.firstUse;
    return firstUse > Duration::zero()
               ? rough + QStringLiteral(" · without first use, ") + durationText(firstUse)
               : rough;
}

// The critical path by kind, the largest share first: {kind: a pattern of PatternItem, label,
// length, percent, share}.
QVariantList criticalPathParts(const WhatIfOutcome& outcome) {
    Duration whole{};
    std::vector<std::size_t> order;
    for (std::size_t kind = 0; kind < kPathKinds; ++kind) {
        whole += outcome.path[kind];
        if (outcome.path[kind] > Duration::zero()) {
            order.push_back(kind);
        }
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return outcome.path[a] > outcome.path[b];
    });
    QVariantList parts;
    for (const std::size_t kind : order) {
        const double share = shareOf(outcome.path[kind], whole);
        parts.append(QVariantMap{{QStringLiteral("kind"), kPathLooks[kind].pattern},
                                 {QStringLiteral("label"), kPathLooks[kind].label},
                                 {QStringLiteral("length"), durationText(outcome.path[kind])},
                                 {QStringLiteral("percent"), percentText(share)},
                                 {QStringLiteral("share"), share}});
    }
    return parts;
}

constexpr std::size_t kMaxCompletions = 5;

}  // namespace

WhatIfModel::WhatIfModel(const SessionObject& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_work([this](const auto& outcome) { receive(outcome); }) {
    connect(&session, &SessionObject::traceChanged, this, &WhatIfModel::updateTrace);
    connect(&m_changes, &WhatIfListModel::choiceChanged, this, &WhatIfModel::requestReplay);
    connect(this, &WhatIfModel::answerChanged, this, &WhatIfModel::sentenceChanged);
    connect(this, &WhatIfModel::answerOfAllChanged, this, &WhatIfModel::sentenceChanged);
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

void WhatIfModel::play(const WhatIfOffer& offer, TimeRange shown) {
    m_played = offer;
    m_playedShown = shown;
    requestReplay();
}

void WhatIfModel::stopPlaying() {
    if (m_played) {
        m_played.reset();
        requestReplay();
    }
}

void WhatIfModel::keepPlayed() {
    if (const std::optional<WhatIfOffer> kept = std::exchange(m_played, std::nullopt)) {
        m_changes.add(*kept);  // requests a replay
    }
}

bool WhatIfModel::needsReplay() const {
    return m_trace && (m_active || m_pathShown || m_changes.ticked() > 0 || m_played);
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
    request.drawsGhosts = m_played || (m_ghostsShown && m_changes.ticked() > 0);
    request.drawsPath = m_pathShown && !m_played;
    request.isOneOfRanks = m_isOneOfRanks;
    request.shown = m_played ? std::optional(m_playedShown) : std::nullopt;
    m_changes.addTo(request, m_played);
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
    const bool isLast = m_startedRequest == m_request;
    if (!isLast && m_running) {
        start();
    }
    // A dragged change is followed, even while the next one is being replayed.
    if (!isLast && !(m_running && m_played)) {
        return;
    }
    m_running = !isLast;
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

QString WhatIfModel::shortAnswer() const {
    if (!m_answerOfAll.isEmpty()) {
        return m_answerOfAll;
    }
    return m_answer ? shortAnswerText(*m_answer) : QString();
}

QString WhatIfModel::sentence() const {
    if (!m_answer || !hasChanges()) {
        return {};
    }
    const QString problem = m_answerOfAll.isEmpty() ? problemText(*m_answer) : QString();
    if (!problem.isEmpty()) {
        return problem;
    }
    const QString answer = shortAnswer();
    const int ticked = m_changes.ticked();
    const QString changes =
        ticked == 1 ? QStringLiteral("1 change") : QStringLiteral("%1 changes").arg(ticked);
    const QString condition = m_played ? m_played->condition : m_changes.onlyCondition();
    if (condition.isEmpty()) {
        return QStringLiteral("With %1: %2").arg(changes, answer);
    }
    return answer.first(1).toUpper() + answer.sliced(1) + QStringLiteral(" if ") + condition +
           (m_played && ticked > 0 ? QStringLiteral(", with ") + changes + QStringLiteral(" ticked")
                                   : QString());
}

void WhatIfModel::setAnswerOfAll(const QString& answer) {
    if (answer != m_answerOfAll) {
        m_answerOfAll = answer;
        Q_EMIT answerOfAllChanged();
    }
}

std::vector<ReplayEdit> WhatIfModel::replayedEdits() const {
    return m_answer ? m_answer->edits : std::vector<ReplayEdit>{};
}

QString WhatIfModel::errorText() const {
    return m_answer ? modelErrorText(*m_answer) : QString();
}

QVariantList WhatIfModel::path() const {
    return m_answer ? criticalPathParts(*m_answer) : QVariantList();
}

namespace {

// Both change the same slice or gap.
bool isOfOneItem(const WhatIfOffer& a, const WhatIfOffer& b) {
    const WhatIf::Target target = a.edit.target;
    return (target == WhatIf::Target::Slice || target == WhatIf::Target::Gap) &&
           target == b.edit.target && a.edit.name == b.edit.name;
}

}  // namespace

WhatIfListModel::WhatIfListModel(QObject* parent)
    : RowListModel({{"title",
                     [this](const WhatIfRow& row) {
                         const Finding* finding = findingOf(row);
                         return finding != nullptr ? findingTitle(*finding) : row.offer.title;
                     }},
                    // The saving of the finding, "18 ms"; may be empty.
                    {"detail",
                     [this](const WhatIfRow& row) {
                         const Finding* finding = findingOf(row);
                         return finding != nullptr && missingSavingText(*finding).empty()
                                    ? durationText(*finding->cost.saving)
                                    : QString();
                     }},
                    {"ticked", [](const WhatIfRow& row) { return row.isTicked; }},
                    // Whether the user added it and can remove it.
                    {"own", [](const WhatIfRow& row) { return row.kind == WhatIfRow::Kind::Own; }},
                    {"section",
                     [](const WhatIfRow& row) {
                         return row.kind == WhatIfRow::Kind::Finding
                                    ? QStringLiteral("Without the cause of")
                                : row.kind == WhatIfRow::Kind::Program
                                    ? QStringLiteral("The whole program")
                                    : QStringLiteral("Added by hand");
                     }}},
                   parent) {}

const Finding* WhatIfListModel::findingOf(const WhatIfRow& row) const {
    return row.kind == WhatIfRow::Kind::Finding ? &m_trace->session().findings.findings[row.finding]
                                                : nullptr;
}

void WhatIfListModel::show(LoadedTrace trace) {
    const LoadedTrace before = std::exchange(m_trace, std::move(trace));
    const bool isSame = before && m_trace && before->session().trace == m_trace->session().trace;
    std::vector<WhatIfRow> shown;
    if (m_trace) {
        const Session& session = m_trace->session();
        for (std::size_t i = 0; i < session.findings.findings.size(); ++i) {
            if (!session.findings.findings[i].edits.empty()) {
                shown.push_back({WhatIfRow::Kind::Finding, false, i, {}});
            }
        }
        for (WhatIfOffer& offer : programOffers(session)) {
            shown.push_back({WhatIfRow::Kind::Program, false, 0, std::move(offer)});
        }
    }
    std::copy_if(rows().begin(), rows().end(), std::back_inserter(shown),
                 [&](const WhatIfRow& row) { return isSame && row.kind == WhatIfRow::Kind::Own; });
    resetRows(std::move(shown));
    m_lastAdded = -1;
    Q_EMIT choiceChanged();
}

int WhatIfListModel::ticked() const {
    return static_cast<int>(std::count_if(rows().begin(), rows().end(),
                                          [](const WhatIfRow& row) { return row.isTicked; }));
}

QString WhatIfListModel::onlyCondition() const {
    const auto isTicked = [](const WhatIfRow& row) { return row.isTicked; };
    const auto only = std::ranges::find_if(rows(), isTicked);
    return ticked() == 1 ? only->offer.condition : QString();
}

QString WhatIfListModel::lastTitle() const {
    const WhatIfRow* last =
        isRow(m_lastAdded) ? &rows()[static_cast<std::size_t>(m_lastAdded)] : nullptr;
    return last != nullptr && last->isTicked ? last->offer.title : QString();
}

void WhatIfListModel::setTicked(int row, bool ticked) {
    if (!isRow(row) || rows()[static_cast<std::size_t>(row)].isTicked == ticked) {
        return;
    }
    changeAt(
        row, [&](WhatIfRow& changed) { changed.isTicked = ticked; }, "ticked");
    Q_EMIT choiceChanged();
}

void WhatIfListModel::add(const WhatIfOffer& offer) {
    const auto same = std::find_if(rows().begin(), rows().end(), [&](const WhatIfRow& row) {
        return row.kind == WhatIfRow::Kind::Own &&
               (row.offer.title == offer.title || isOfOneItem(row.offer, offer));
    });
    if (same != rows().end()) {
        m_lastAdded = static_cast<int>(same - rows().begin());
        changeAt(m_lastAdded, [&](WhatIfRow& row) {
            row.offer = offer;
            row.isTicked = true;
        });
    } else {
        m_lastAdded = count();
        insertAt(count(), {WhatIfRow::Kind::Own, true, 0, offer});
    }
    Q_EMIT choiceChanged();
    Q_EMIT added(m_lastAdded);
}

void WhatIfListModel::remove(int row) {
    if (!isRow(row) || rows()[static_cast<std::size_t>(row)].kind != WhatIfRow::Kind::Own) {
        return;
    }
    removeAt(row);
    m_lastAdded = -1;
    Q_EMIT choiceChanged();
}

void WhatIfListModel::clear() {
    std::vector<WhatIfRow> kept = rows();
    std::erase_if(kept, [](const WhatIfRow& row) { return row.kind == WhatIfRow::Kind::Own; });
    for (WhatIfRow& row : kept) {
        row.isTicked = false;
    }
    resetRows(std::move(kept));
    m_lastAdded = -1;
    Q_EMIT choiceChanged();
}

void WhatIfListModel::restore(std::vector<WhatIfRow> rows) {
    resetRows(std::move(rows));
    m_lastAdded = -1;
    Q_EMIT choiceChanged();
}

void WhatIfListModel::addTo(WhatIfRequest& request,
                            const std::optional<WhatIfOffer>& played) const {
    if (played) {
        request.edits.push_back(played->edit);
    }
    for (const WhatIfRow& row : rows()) {
        if (!row.isTicked || (played && isOfOneItem(row.offer, *played))) {
            continue;
        }
        if (row.kind == WhatIfRow::Kind::Finding) {
            const Result<WhatIf> edit =
                parseWhatIf("remove:finding:" + std::to_string(row.finding + 1));
            request.edits.push_back(edit.value_or(WhatIf{}));
        } else {
            request.edits.push_back(row.offer.edit);
        }
    }
}

}  // namespace gaplight::ui
