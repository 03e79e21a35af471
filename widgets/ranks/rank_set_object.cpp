// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/ranks/rank_set_object.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <QFileInfo>

#include "core/base/result.h"
#include "core/ranks/rank_files.h"
#include "core/ranks/rank_set.h"
#include "core/ranks/rank_set_chart.h"
#include "core/remote/remote_command.h"
#include "core/report/ranks/rank_report.h"
#include "core/report/ranks/rank_tables.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"
#include "widgets/render/theme_object.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

RankVerdict::RankVerdict(QObject* parent)
    : QObject(parent), m_work([this](const Verdict& verdict) {
          m_verdict = verdict;
          m_isRunning = false;
          Q_EMIT changed();
      }) {}

// The joint replay takes as long as the replays of all ranks, several times.
void RankVerdict::start(std::shared_ptr<const RankSet> set) {
    m_verdict = {rankSetSentence({*set}), rankSentenceMarks({*set}), {}};
    m_isRunning = true;
    m_work.start([set = std::move(set)] {
        const JointReplay replay(rankTraces(*set), set->analysis);
        const std::optional<JointAnswer> cost = stragglerCost(*set, replay);
        const JointAnswer* known = cost ? &*cost : nullptr;
        RankAssessment assessment =
            assessRanks(*set, set->ranks.front().session->settings, known, &replay);
        const RankSetSubject subject{*set, known, {}, &assessment};
        std::string sentence = rankSetSentence(subject);
        std::vector<RankSentenceMark> marks = rankSentenceMarks(subject);
        return Verdict{std::move(sentence), std::move(marks), std::move(assessment)};
    });
    Q_EMIT changed();
}

void RankVerdict::drop() {
    m_work.drop();
    m_verdict = {};
    m_isRunning = false;
    Q_EMIT changed();
}

namespace {

// Sums, and the stage of the files that are least far.
LoadProgress sumOf(const std::vector<LoadProgress>& files) {
    LoadProgress sum;
    sum.stage = LoadStage::Analyzing;
    bool isTotalKnown = true;
    for (const LoadProgress& one : files) {
        sum.stage = std::min(sum.stage, one.stage);
        sum.bytesRead += one.bytesRead;
        sum.bytesTotal += one.bytesTotal;
        sum.events += one.events;
        sum.slices += one.slices;
        isTotalKnown = isTotalKnown && (one.bytesTotal > 0 || one.bytesRead == 0);
    }
    sum.bytesTotal = isTotalKnown ? sum.bytesTotal : 0;
    return sum;
}

}  // namespace

Result<void> RankSetLoad::listFiles(const std::stop_token& stop) {
    const RemotePath folder = TRY(parseRemotePath(m_remoteFolder));
    std::vector<std::string> files = TRY(listRemoteFolder(folder, sshOfUser(true), stop));
    const std::lock_guard lock(m_mutex);
    m_files = std::move(files);
    m_progress.resize(m_files.size());
    return {};
}

Result<std::shared_ptr<const Session>> RankSetLoad::run(const TraceOpener& open,
                                                        const OpenOptions& options) {
    if (!m_remoteFolder.empty()) {
        TRY(listFiles(options.stop));
    }
    RankSetOptions wanted;
    wanted.stop = options.stop;
    wanted.finishEarly = options.finishEarly;
    wanted.settings = options.settings;
    wanted.open = open;
    wanted.onProgress = [&](std::size_t file, const LoadProgress& progress) {
        LoadProgress sum;
        {
            const std::lock_guard lock(m_mutex);
            m_progress[file] = progress;
            sum = sumOf(m_progress);
        }
        options.onProgress(sum);
    };
    auto set = TRY(openRankSet(m_files, wanted));
    m_set = set;
    m_chart = std::make_shared<const RankChart>(chartOf(*set));
    for (std::size_t rank = 0; rank < set->ranks.size(); ++rank) {
        m_busy.push_back(
            std::make_shared<const std::vector<BusyProfile>>(busyProfilesOf(*set, rank)));
    }
    return set->ranks[rankToShowFirst(*set)].session;
}

std::vector<LoadProgress> RankSetLoad::progress() const {
    const std::lock_guard lock(m_mutex);
    return m_progress;
}

namespace {

QString stageText(const LoadProgress& progress) {
    switch (progress.stage) {
        case LoadStage::Reading:
        case LoadStage::ReadingRemote:
            break;
        case LoadStage::Reconnecting:
            return QStringLiteral("connecting again");
        case LoadStage::Receiving:
            return QStringLiteral("received %1").arg(bytesText(progress.bytesRead));
        case LoadStage::Sorting:
            return QStringLiteral("sorting");
        case LoadStage::Analyzing:
            return QStringLiteral("measuring");
    }
    if (progress.bytesRead == 0) {
        return {};
    }
    return progress.bytesTotal == 0 ? bytesText(progress.bytesRead)
                                    : bytesOfText(progress.bytesRead, progress.bytesTotal);
}

}  // namespace

RankProgressModel::RankProgressModel(QObject* parent)
    : RowListModel({{"name", [](const RankProgress& row) { return row.name; }},
                    {"text", [](const RankProgress& row) { return stageText(row.progress); }},
                    {"share", [](const RankProgress& row) { return shareRead(row.progress); }}},
                   parent) {}

void RankProgressModel::begin(std::span<const std::string> files) {
    std::vector<RankProgress> rows;
    for (const std::string& file : files) {
        rows.push_back({withoutBidiMarks(QFileInfo(toQString(file)).fileName()), {}});
    }
    resetRows(std::move(rows));
    Q_EMIT countChanged();
}

void RankProgressModel::receive(std::span<const LoadProgress> files) {
    if (files.size() != rows().size()) {
        return;
    }
    std::vector<RankProgress> updated = rows();
    for (std::size_t file = 0; file < files.size(); ++file) {
        updated[file].progress = files[file];
    }
    updateRows(std::move(updated));
}

namespace {

QStringList toQStrings(const std::vector<std::string>& texts) {
    QStringList strings;
    for (const std::string& text : texts) {
        strings.push_back(toQString(text));
    }
    return strings;
}

std::vector<std::string> toPaths(const QStringList& paths) {
    std::vector<std::string> result;
    for (const QString& path : paths) {
        result.push_back(toStdString(path));
    }
    return result;
}

TraceOpener refusing(const Error& error) {
    return
        [error](const std::string&, const OpenOptions&) -> Result<std::shared_ptr<const Session>> {
            return tl::unexpected<Error>(error);
        };
}

TraceOpener openerOf(const std::shared_ptr<RankSetLoad>& load, const TraceOpener& open) {
    return [load, open](const std::string&, const OpenOptions& options) {
        return load->run(open, options);
    };
}

QString titleOf(const RankSet& set) {
    std::string text = rankSetTitle(set);
    for (const UnreadRank& unread : set.unread) {
        text += "; left out: " + unread.error.message;
    }
    return toQString(text);
}

// False where there is no such place.
bool toggleAt(QList<bool>& shown, int at) {
    const bool isThere = at >= 0 && at < shown.size();
    if (isThere) {
        shown[at] = !shown[at];
    }
    return isThere;
}

}  // namespace

RankSetObject::RankSetObject(SessionObject& session, TraceOpener open, QObject* parent)
    : QObject(parent), m_session(session), m_open(std::move(open)) {
    connect(&m_verdict, &RankVerdict::changed, this, &RankSetObject::sentenceChanged);
    connect(&session, &SessionObject::traceChanged, this, &RankSetObject::takeTrace);
    connect(&session, &SessionObject::progressChanged, this, &RankSetObject::showProgress);
    connect(&session, &SessionObject::stateChanged, this, [this] {
        if (m_session.state() != SessionObject::Loading) {
            m_progress.begin({});
            m_opening.reset();
        }
    });
}

void RankSetObject::load(const QStringList& paths, std::shared_ptr<RankSetLoad> opening,
                         const QString& name) {
    m_paths = paths;
    m_opening = std::move(opening);
    m_session.openWith(openerOf(m_opening, m_open), name);
}

void RankSetObject::open(const QStringList& paths) {
    if (paths.size() == 1 && isRemoteTraceFolder(toStdString(paths.front()))) {
        m_progress.begin({});  // its files are not known yet
        return load(paths, std::make_shared<RankSetLoad>(toStdString(paths.front())),
                    paths.front());
    }
    Result<std::vector<std::string>> files = traceFilesIn(toPaths(paths));
    if (files && files->size() == 1) {
        m_session.open(toQString(files->front()));
        return;
    }
    const QString name = paths.size() == 1 ? paths.front() : QFileInfo(paths.front()).path();
    if (!files) {
        return m_session.openWith(refusing(files.error()), name);
    }
    m_progress.begin(*files);
    load(paths, std::make_shared<RankSetLoad>(std::move(*files)), name);
}

void RankSetObject::showProgress() {
    if (m_opening) {
        m_progress.receive(m_opening->progress());
    }
}

bool RankSetObject::reload() {
    if (!active()) {
        return false;
    }
    open(m_paths);
    return true;
}

std::optional<int> RankSetObject::positionOf(const Session& session) const {
    for (std::size_t rank = 0; m_set && rank < m_set->ranks.size(); ++rank) {
        if (m_set->ranks[rank].session->trace == session.trace) {
            return static_cast<int>(rank);
        }
    }
    return std::nullopt;
}

void RankSetObject::takeTrace() {
    if (m_opening && m_opening->set() && m_session.hasTrace()) {
        takeSet(*m_opening);
    }
    const std::optional<int> position =
        m_session.hasTrace() ? positionOf(m_session.trace()->session()) : std::nullopt;
    if (!position) {
        return drop();
    }
    if (*position != m_current) {
        m_current = *position;
        // After all that show the trace have received it.
        QMetaObject::invokeMethod(this, &RankSetObject::currentChanged, Qt::QueuedConnection);
    }
}

void RankSetObject::takeSet(const RankSetLoad& opened) {
    m_set = opened.set();
    m_chart = opened.chart();
    m_busy = opened.busy();
    m_current = -1;
    m_selected = -1;
    m_shownGroups = QList<bool>(static_cast<qsizetype>(m_chart->groups.size()), true);
    m_shownKinds = QList<bool>(static_cast<qsizetype>(m_chart->kinds.size()), true);
    m_verdict.start(m_set);
    Q_EMIT changed();
    Q_EMIT filterChanged();
    Q_EMIT selectedChanged();
}

void RankSetObject::drop() {
    if (!active()) {
        return;
    }
    m_set.reset();
    m_chart.reset();
    m_busy.clear();
    m_current = -1;
    m_selected = -1;
    m_shownGroups.clear();
    m_shownKinds.clear();
    m_verdict.drop();
    Q_EMIT changed();
    Q_EMIT filterChanged();
    Q_EMIT selectedChanged();
    Q_EMIT currentChanged();
}

QString RankSetObject::title() const {
    return m_set ? titleOf(*m_set) : QString();
}

QString RankSetObject::sentence() const {
    return withoutCodeSpans(m_verdict.sentence());
}

namespace {

// Marks are spans whose color is the name of a role after "@"; text has no quotes of its own.
QString markedHtml(std::string_view sentence, const std::vector<RankSentenceMark>& marks) {
    QString html;
    while (!sentence.empty()) {
        std::size_t first = sentence.size();
        const RankSentenceMark* next = nullptr;
        for (const RankSentenceMark& mark : marks) {
            if (const std::size_t at = sentence.find(mark.text); at < first) {
                first = at;
                next = &mark;
            }
        }
        html += codeSpansHtml(sentence.substr(0, first));
        if (next == nullptr) {
            break;
        }
        html += QStringLiteral("<span style=\"color:@%1\">%2</span>")
                    .arg(ThemeObject::colorKey(toQString(roleName(next->color.role()))),
                         codeSpansHtml(next->text));
        sentence.remove_prefix(first + next->text.size());
    }
    return html;
}

}  // namespace

QString RankSetObject::sentenceHtml() const {
    // No line is broken at a hyphen: "Launch-bound".
    constexpr QChar kWordJoiner(u'\u2060');
    return markedHtml(m_verdict.sentence(), m_verdict.marks())
        .replace(QLatin1Char('-'), QStringLiteral("-").append(kWordJoiner));
}

QString RankSetObject::clocksText() const {
    return m_set ? toQString(rankClocksText(*m_set)) : QString();
}

QStringList RankSetObject::groups() const {
    return m_chart ? toQStrings(m_chart->groups) : QStringList();
}

QStringList RankSetObject::kinds() const {
    return m_chart ? toQStrings(m_chart->kinds) : QStringList();
}

QString RankSetObject::selectedText() const {
    if (!m_set || m_selected < 0) {
        return {};
    }
    std::string text;
    for (const std::string& line : collectiveText(*m_set, static_cast<std::size_t>(m_selected))) {
        text += (text.empty() ? "" : "\n") + line;
    }
    return toQString(text);
}

const AxisClock& RankSetObject::clock() const {
    return m_set->analysis.clocks[static_cast<std::size_t>(std::max(0, m_current))].axis;
}

bool RankSetObject::isCurrent(const SceneData& trace) const {
    return m_current >= 0 && positionOf(trace.session()) == m_current;
}

SliceId RankSetObject::kernelOf(int collective) const {
    if (!m_set || collective < 0 || m_current < 0) {
        return {};
    }
    const auto rank = static_cast<std::size_t>(m_current);
    const RankPart* part =
        m_set->analysis.collectives[static_cast<std::size_t>(collective)].partOf(rank);
    return part == nullptr ? SliceId() : m_set->analysis.calls[rank].calls[part->call].kernel;
}

void RankSetObject::chooseRank(int rank) {
    if (rank >= 0 && rank < count() && rank != m_current) {
        Q_EMIT currentChanging();
        m_session.show(m_set->ranks[static_cast<std::size_t>(rank)].session);
    }
}

void RankSetObject::stepRank(int direction) {
    chooseRank(m_current + direction);
}

void RankSetObject::selectCollective(int collective) {
    const int known = m_set ? static_cast<int>(m_set->analysis.collectives.size()) : 0;
    const int chosen = collective >= 0 && collective < known ? collective : -1;
    if (chosen != m_selected) {
        m_selected = chosen;
        Q_EMIT selectedChanged();
    }
}

void RankSetObject::stepCollective(int direction) {
    if (!m_set || m_set->analysis.collectives.empty()) {
        return;
    }
    goToCollective(static_cast<int>(nextLateCollective(m_set->analysis, m_selected, direction)));
}

void RankSetObject::goToCollective(int collective) {
    selectCollective(collective);
    if (m_selected < 0) {
        return;
    }
    const RankRibbon& ribbon = m_chart->ribbons[static_cast<std::size_t>(m_selected)];
    const Duration margin = (ribbon.end - ribbon.first) / 2 + Duration(1);
    Q_EMIT rangeRequested({ribbon.first - margin, ribbon.end + margin});
}

void RankSetObject::goToFinding(std::size_t finding) {
    if (finding >= m_verdict.assessment().findings.size()) {
        return;
    }
    const RankFinding& found = m_verdict.assessment().findings[finding];
    if (!found.collectives.empty()) {
        goToCollective(static_cast<int>(found.collectives.front()));
    }
    if (found.rank) {
        chooseRank(static_cast<int>(*found.rank));
    }
}

void RankSetObject::toggleGroup(int group) {
    if (toggleAt(m_shownGroups, group)) {
        Q_EMIT filterChanged();
    }
}

void RankSetObject::toggleKind(int kind) {
    if (toggleAt(m_shownKinds, kind)) {
        Q_EMIT filterChanged();
    }
}

}  // namespace gaplight::ui
