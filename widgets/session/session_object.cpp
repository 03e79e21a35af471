// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/session/session_object.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <QFileInfo>

#include "core/base/exhaustion.h"
#include "core/ranks/rank_files.h"
#include "core/session/settings_file.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {
namespace {

// What the settings file beside the trace sets; empty: there is none.
QString besideText(const std::vector<SettingsFile>& files) {
    const auto beside = std::find_if(files.begin(), files.end(),
                                     [](const SettingsFile& file) { return file.isBesideTrace; });
    return beside == files.end() ? QString() : toQString(settingsFileText(*beside));
}

}  // namespace

TraceOpener SessionLoads::withSettings(const TraceOpener& open,
                                       std::shared_ptr<SettingsReport> report) const {
    return [open, report = std::move(report), readsFiles = m_readsSettingsFiles,
            directory = toStdString(m_configDirectory)](const std::string& file,
                                                        const OpenOptions& options) {
        OpenOptions all = options;
        Result<TraceSettings> settings =
            readsFiles ? settingsFor(file, directory) : TraceSettings{};
        if (settings) {
            all.settings = std::move(settings->settings);
            report->notice = besideText(settings->files);
        } else {
            report->error = toQString(settings.error().message);
        }
        return open(file, all);
    };
}

SessionLoads::Load SessionLoads::start(const TraceOpener& open, const QString& path,
                                       const AddedCounters& counters, EarlyDrawing early) {
    const std::uint64_t number = ++m_count;
    const auto later = [this](const auto& call) {
        QMetaObject::invokeMethod(&m_receiver, call, Qt::QueuedConnection);
    };
    TraceLoad::Callbacks callbacks;
    callbacks.onProgress = [this, number, later](const LoadProgress& progress) {
        later([this, number, progress] { m_callbacks.onProgress(number, progress); });
    };
    if (early == EarlyDrawing::On) {
        callbacks.onReadable = [this, number, later](const LoadedTrace& trace) {
            later([this, number, trace] { m_callbacks.onReadable(number, trace); });
        };
    }
    callbacks.onDone = [this, number, later](const LoadResult& result) {
        later([this, number, result] { finish(number, result); });
    };
    Load load{number, nullptr, std::make_shared<SettingsReport>()};
    try {
        load.load = std::make_unique<TraceLoad>(withSettings(open, load.settings),
                                                toStdString(path), callbacks, counters);
    } catch (const std::system_error& refusal) {  // no thread
        callbacks.onDone(tl::unexpected(exhaustionError(toStdString(path), refusal)));
    }
    return load;
}

// Its thread still uses it; it is deleted when its last message arrives.
void SessionLoads::retire(Load& load) {
    if (load.load) {
        load.load->cancel();
        m_retired.push_back(std::move(load));
        load = {};
    }
}

void SessionLoads::finish(std::uint64_t load, const LoadResult& result) {
    std::erase_if(m_retired, [load](const Load& old) { return old.number == load; });
    m_callbacks.onDone(load, result);
}

namespace {

QString pathOf(const Session& session) {
    return QString::fromStdString(session.trace->facts().path);
}

// Measures a loaded trace and computes its findings.
TraceOpener assessedAgain(const LoadedTrace& trace) {
    return [trace](const std::string&, const OpenOptions& options) {
        return reassess(trace->session(), {options.settings, std::nullopt, options.stop});
    };
}

// Gives the session of a loaded trace again, to draw it anew.
TraceOpener openedAgain(const LoadedTrace& trace) {
    if (!trace->session().isAnalyzed) {
        return assessedAgain(trace);
    }
    return [trace](const std::string&, const OpenOptions&) {
        return Result<std::shared_ptr<const Session>>({trace, &trace->session()});
    };
}

// Why nothing of a trace that was read can be shown; empty where there is something.
QString emptinessText(const Session& session) {
    const Trace& trace = *session.trace;
    if (trace.slices().size() > 0 || !trace.instants().empty() || !trace.counterSeries().empty() ||
        !trace.memoryEvents().empty()) {
        return {};
    }
    QString text = QStringLiteral("'%1' was read (%2), but it has no slices, instants or counters.")
                       .arg(toQString(trace.facts().path), toQString(trace.facts().format));
    for (const ImportIssue& issue : trace.issues().list()) {
        text += QStringLiteral("\n%1 × %2")
                    .arg(countText(issue.count), toQString(issueKindExplanation(issue.kind)));
    }
    return text;
}

}  // namespace

SessionObject::SessionObject(TraceOpener open, QString configDirectory, QObject* parent)
    : QObject(parent),
      m_open(std::move(open)),
      m_loads(std::move(configDirectory), *this,
              {[this](auto load, const LoadProgress& progress) { receiveProgress(load, progress); },
               [this](auto load, const LoadedTrace& trace) { receiveReadable(load, trace); },
               [this](auto load, const LoadResult& result) { receiveResult(load, result); }}) {
    connect(this, &SessionObject::traceChanged, this, &SessionObject::analysisNoticeChanged);
    connect(this, &SessionObject::updatingFindingsChanged, this,
            &SessionObject::analysisNoticeChanged);
}

SessionObject::~SessionObject() = default;

TraceOpener SessionObject::defaultOpener() {
    return [](const std::string& path, const OpenOptions& options) {
        return openSession(path, options);
    };
}

void SessionObject::open(const QString& path) {
    if (m_diversion && m_diversion(path)) {
        return;
    }
    if (QFileInfo(path).isDir() || isRemoteTraceFolder(toStdString(path))) {
        return folderRequested(path);
    }
    load(m_open, path, EarlyDrawing::On);
    m_current.choosesFile = false;
}

void SessionObject::openWith(const TraceOpener& open, const QString& path) {
    load(open, path, EarlyDrawing::Off);
    m_current.choosesFile = true;
}

void SessionObject::load(const TraceOpener& open, const QString& path, EarlyDrawing early) {
    m_loads.retire(m_current);
    m_path = path;
    m_progress = {};
    m_settingsChanged = false;
    m_current = m_loads.start(open, path, {}, early);
    Q_EMIT progressChanged();
    setState(Loading);
}

void SessionObject::show(std::shared_ptr<const Session> session) {
    if (m_state == Loading) {
        return;
    }
    m_loads.retire(m_current);
    const QString path = pathOf(*session);
    const TraceOpener opened = [session = std::move(session)](
                                   const std::string&,
                                   const OpenOptions&) -> Result<std::shared_ptr<const Session>> {
        return session;
    };
    m_current = m_loads.start(opened, path);
    m_current.choosesFile = true;
}

void SessionObject::updateFindings() {
    m_settingsChanged = true;
    if (!m_trace) {
        return;
    }
    m_loads.retire(m_update);
    m_update = m_loads.start(assessedAgain(m_trace), m_shownPath, m_addedCounters);
    Q_EMIT updatingFindingsChanged();
}

void SessionObject::setAddedCounters(AddedCounters counters) {
    m_addedCounters = std::move(counters);
    if (m_trace) {
        m_loads.retire(m_update);
        m_update = m_loads.start(openedAgain(m_trace), m_shownPath, m_addedCounters);
        Q_EMIT updatingFindingsChanged();
    }
}

void SessionObject::unload() {
    m_loads.retire(m_current);
    m_loads.retire(m_update);
    Q_EMIT aboutToChangeTrace();
    m_path.clear();
    m_shownPath.clear();
    m_addedCounters.reset();
    m_trace.reset();
    Q_EMIT traceChanged();
    setState(Empty);
}

void SessionObject::exchangeWith(SessionObject& other) {
    for (const SessionObject* one : {this, &other}) {
        if (one->m_state != Ready || one->updatingFindings()) {
            return;
        }
    }
    for (SessionObject* one : {this, &other}) {
        Q_EMIT one->aboutToChangeTrace();
    }
    std::swap(m_path, other.m_path);
    std::swap(m_shownPath, other.m_shownPath);
    std::swap(m_settingsError, other.m_settingsError);
    std::swap(m_settingsNotice, other.m_settingsNotice);
    std::swap(m_trace, other.m_trace);
    for (SessionObject* one : {this, &other}) {
        Q_EMIT one->traceChanged();
        Q_EMIT one->stateChanged();
    }
}

void SessionObject::openUrl(const QUrl& url) {
    open(url.isLocalFile() ? url.toLocalFile() : url.toString());
}

void SessionObject::cancel() {
    if (m_state != Loading) {
        return;
    }
    m_loads.retire(m_current);
    m_path = m_shownPath;
    setState(m_trace ? Ready : Empty);
}

void SessionObject::showPartial() {
    if (m_current.load) {
        m_current.load->finishEarly();
    }
}

void SessionObject::dismissError() {
    if (m_state == Failed) {
        m_path = m_shownPath;
        setState(m_trace ? Ready : Empty);
    }
}

void SessionObject::receiveResult(std::uint64_t load, const LoadResult& result) {
    if (load == m_current.number) {
        receiveTrace(std::exchange(m_current, {}), result);
    } else if (load == m_update.number) {
        receiveUpdate(std::exchange(m_update, {}), result);
    }
}

void SessionObject::receiveTrace(const RunningLoad& load, const LoadResult& result) {
    m_errorText = result ? emptinessText((*result)->session()) : toQString(result.error().message);
    if (!m_errorText.isEmpty()) {
        setState(Failed);
        return;
    }
    m_loads.retire(m_update);
    take(load, *result);
}

// The load goes on as an update of the findings.
void SessionObject::receiveReadable(std::uint64_t load, const LoadedTrace& trace) {
    if (load == m_current.number) {
        m_loads.retire(m_update);
        m_update = std::exchange(m_current, {});
        take(m_update, trace);
    }
}

void SessionObject::take(const RunningLoad& load, LoadedTrace trace) {
    Q_EMIT updatingFindingsChanged();
    Q_EMIT aboutToChangeTrace();
    m_addedCounters.reset();
    m_trace = std::move(trace);
    const QString opened = m_path;
    m_path = load.choosesFile ? pathOf(m_trace->session()) : m_path;
    m_shownPath = m_path;
    takeSettingsReport(load);
    const bool isAnother = m_state == Loading;  // else of the same set
    Q_EMIT traceChanged();
    setState(Ready);
    if (isAnother) {
        Q_EMIT this->opened(opened);
    }
    if (isAnother && m_trace->session().isAnalyzed) {
        Q_EMIT analyzed(opened);
    }
    if (m_settingsChanged) {
        updateFindings();
    }
}

void SessionObject::receiveUpdate(const RunningLoad& load, const LoadResult& result) {
    if (result) {
        const bool wasAnalyzed = m_trace->session().isAnalyzed;
        m_trace = *result;
        takeSettingsReport(load);
        Q_EMIT traceChanged();
        if (!wasAnalyzed) {
            Q_EMIT analyzed(m_shownPath);
        }
    } else if (m_state == Ready && result.error().code != ErrorCode::Cancelled) {
        m_errorText = toQString(result.error().message);
        setState(Failed);
    }
    Q_EMIT updatingFindingsChanged();
}

QString SessionObject::analysisNotice() const {
    if (!m_trace || m_trace->session().isAnalyzed) {
        return {};
    }
    return updatingFindings() ? QStringLiteral("Measuring the trace and looking for findings…")
                              : QStringLiteral("The trace was not analyzed: %1").arg(m_errorText);
}

QString SessionObject::fileName() const {
    return m_path == QLatin1String("-") ? QStringLiteral("standard input")
                                        : withoutBidiMarks(QFileInfo(m_path).fileName());
}

}  // namespace gaplight::ui
