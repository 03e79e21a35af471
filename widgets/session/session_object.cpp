// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/session/session_object.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/session/document.h"
#include "core/session/settings_file.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

// What the settings file beside the trace sets; empty: there is none.
QString besideText(const std::vector<SettingsFile>& files) {
    const auto beside = std::find_if(files.begin(), files.end(),
                                     [](const SettingsFile& file) { return file.isBesideTrace; });
    return beside == files.end() ? QString() : toQString(settingsFileText(*beside));
}

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
    : LoadingObject(parent),
      m_open(std::move(open)),
      m_configDirectory(std::move(configDirectory)) {
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

TraceOpener SessionObject::withSettings(const TraceOpener& open, const RunningLoad& load) const {
    return [open, load, readsFiles = m_readsSettingsFiles, rules = m_ruleFolders,
            directory = toStdString(m_configDirectory)](
               const std::string& file,
               const OpenOptions& options) -> Result<std::shared_ptr<const Session>> {
        OpenOptions all = options;
        TraceSettings settings = TRY(readsFiles ? settingsFor(file, directory, rules)
                                                : TraceSettings{settingsOfRules(rules), {}});
        all.settings = std::move(settings.settings);
        load->settingsNotice = besideText(settings.files);
        return open(file, all);
    };
}

FileLoads::Work SessionObject::workOf(const RunningLoad& load, const TraceOpener& open,
                                      const QString& path, EarlyDrawing early,
                                      const AddedCounters& counters) {
    return [this, load, open = withSettings(open, load), path = toStdString(path), early, counters](
               const OpenOptions& reading,
               const FileLoads::Early& deliver) -> Result<FileLoads::Step> {
        OpenOptions options = reading;
        LoadedTrace readable;
        const auto build = [&](std::shared_ptr<const Session> session) {
            // A pack that turns out to be damaged is followed by its trace.
            return readable && readable->session().trace == session->trace
                       ? readable->analyzed(std::move(session), options.stop)
                       : SceneData::build(std::move(session), options.stop,
                                          counters ? std::span<const CounterCurve>(*counters)
                                                   : std::span<const CounterCurve>());
        };
        if (early == EarlyDrawing::On) {
            options.onReadable = [&](const std::shared_ptr<const Session>& session) {
                readable = build(session);
                if (readable) {
                    deliver([this, load, readable] { receiveReadable(load, readable); });
                }
            };
        }
        auto session = TRY(open(path, options));
        LoadedTrace trace = build(std::move(session));
        if (trace == nullptr) {
            return gaplight::fail(ErrorCode::Cancelled, path + ": loading was cancelled");
        }
        return [this, load, trace] { receive(load, trace); };
    };
}

void SessionObject::open(const QString& path) {
    if (m_diversion && m_diversion(path)) {
        return;
    }
    const auto use = m_diversion ? DocumentUse::Window : DocumentUse::SideBySide;
    load(
        [open = m_open, use](const std::string& file, const OpenOptions& options) {
            return documentFor(use, file).and_then(
                [&](DocumentKind) { return open(file, options); });
        },
        path, EarlyDrawing::On);
}

void SessionObject::openWith(const TraceOpener& open, const QString& path) {
    load(open, path, EarlyDrawing::Off);
}

void SessionObject::load(const TraceOpener& open, const QString& path, EarlyDrawing early) {
    const auto load = std::make_shared<TraceLoad>();
    load->choosesFile = early == EarlyDrawing::Off;
    m_settingsChanged = false;
    begin(path, workOf(load, open, path, early));
    load->number = current();
}

void SessionObject::show(std::shared_ptr<const Session> session) {
    if (state() == Loading) {
        return;
    }
    const QString path = pathOf(*session);
    const TraceOpener opened = [session = std::move(session)](
                                   const std::string&,
                                   const OpenOptions&) -> Result<std::shared_ptr<const Session>> {
        return session;
    };
    const auto load = std::make_shared<TraceLoad>();
    load->choosesFile = true;
    start(path, workOf(load, opened, path, EarlyDrawing::Off));
    load->number = current();
}

void SessionObject::update(const TraceOpener& open) {
    retireUpdate();
    m_update = std::make_shared<TraceLoad>();
    m_update->number = loads().start(
        toStdString(shownPath()),
        workOf(m_update, open, shownPath(), EarlyDrawing::Off, m_addedCounters),
        {{}, [this, load = m_update](const Error& error) { receiveError(load->number, error); }});
    Q_EMIT updatingFindingsChanged();
}

void SessionObject::retireUpdate() {
    if (const RunningLoad update = std::exchange(m_update, nullptr)) {
        loads().retire(update->number);
    }
}

void SessionObject::updateFindings() {
    m_settingsChanged = true;
    if (m_trace) {
        update(assessedAgain(m_trace));
    }
}

void SessionObject::setAddedCounters(AddedCounters counters) {
    m_addedCounters = std::move(counters);
    if (m_trace) {
        update(openedAgain(m_trace));
    }
}

void SessionObject::unload() {
    retireCurrent();
    retireUpdate();
    Q_EMIT aboutToChangeTrace();
    setShownPath({});
    m_addedCounters.reset();
    m_trace.reset();
    Q_EMIT traceChanged();
    setState(Empty);
}

void SessionObject::exchangeWith(SessionObject& other) {
    for (const SessionObject* one : {this, &other}) {
        if (one->state() != Ready || one->updatingFindings()) {
            return;
        }
    }
    for (SessionObject* one : {this, &other}) {
        Q_EMIT one->aboutToChangeTrace();
    }
    exchangePaths(other);
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

void SessionObject::receive(const RunningLoad& load, const LoadedTrace& trace) {
    if (load == m_update) {
        m_update.reset();
        return takeUpdate(*load, trace);
    }
    releaseCurrent();
    if (const QString text = emptinessText(trace->session()); !text.isEmpty()) {
        return fail(text);
    }
    retireUpdate();
    take(*load, trace);
}

void SessionObject::receiveError(std::uint64_t load, const Error& error) {
    if (m_update == nullptr || load != m_update->number) {
        releaseCurrent();
        return LoadingObject::receiveError(load, error);
    }
    m_update.reset();
    if (state() == Ready && error.code != ErrorCode::Cancelled) {
        fail(toQString(error.message));
    }
    Q_EMIT updatingFindingsChanged();
}

// The load goes on as an update of the findings.
void SessionObject::receiveReadable(const RunningLoad& load, const LoadedTrace& trace) {
    if (load == m_update) {
        return;  // a damaged pack is followed by its trace
    }
    retireUpdate();
    releaseCurrent();
    m_update = load;
    take(*load, trace);
}

void SessionObject::take(const TraceLoad& load, LoadedTrace trace) {
    Q_EMIT updatingFindingsChanged();
    Q_EMIT aboutToChangeTrace();
    m_addedCounters.reset();
    m_trace = std::move(trace);
    const QString opened = path();
    setShownPath(load.choosesFile ? pathOf(m_trace->session()) : opened);
    takeSettingsReport(load);
    const bool isAnother = state() == Loading;  // else of the same set
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

void SessionObject::takeUpdate(const TraceLoad& load, LoadedTrace trace) {
    const bool wasAnalyzed = m_trace->session().isAnalyzed;
    m_trace = std::move(trace);
    takeSettingsReport(load);
    Q_EMIT traceChanged();
    if (!wasAnalyzed) {
        Q_EMIT analyzed(shownPath());
    }
    Q_EMIT updatingFindingsChanged();
}

QString SessionObject::analysisNotice() const {
    if (!m_trace || m_trace->session().isAnalyzed) {
        return {};
    }
    return updatingFindings() ? QStringLiteral("Measuring the trace and looking for findings…")
                              : QStringLiteral("The trace was not analyzed: %1").arg(lastError());
}

}  // namespace gaplight::ui
