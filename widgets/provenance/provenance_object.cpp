// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/provenance/provenance_object.h"

#include <algorithm>
#include <string>
#include <utility>

#include <QFileInfo>
#include <QStringList>

#include "core/base/exhaustion.h"
#include "core/base/result.h"
#include "core/formats/open_compile_log.h"
#include "core/formats/open_trace.h"
#include "core/session/provenance_of.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

using KnownProvenance = std::shared_ptr<const Provenance>;
using ProvenSession = Result<std::shared_ptr<const Session>>;

Result<KnownProvenance> readCapture(const Session& session, const std::string& path,
                                    const std::stop_token& stop) {
    OpenOptions options;
    options.stop = stop;
    const auto capture = TRY(readTrace(path, options));
    Result<KnownProvenance> known = withCapture(session, capture);
    if (!known) {
        known.error().message = path + ": " + known.error().message;
    }
    return known;
}

Result<KnownProvenance> readLog(const Session& session, const KnownProvenance& before,
                                const std::string& path, const std::stop_token& stop) {
    CompileLog log = TRY(openCompileLog(path, {}, stop));
    Result<KnownProvenance> known = withCompileLog(session, before.get(), std::move(log));
    if (!known) {
        known.error().message = path + ": " + known.error().message;
    }
    return known;
}

ProvenSession sessionWith(const Session& session, const std::string& capture,
                          const std::string& log, const std::stop_token& stop) {
    return failOnExhaustion(capture + log, [&]() -> ProvenSession {
        Result<KnownProvenance> known = session.provenance;
        if (!capture.empty()) {
            known = readCapture(session, capture, stop);
        }
        if (known && !log.empty()) {
            const KnownProvenance before = *known;
            known = readLog(session, before, log, stop);
        }
        if (!known) {
            return tl::unexpected<Error>(known.error());
        }
        return reassess(session, {session.settings, std::nullopt, stop, *std::move(known)});
    });
}

QString fileNameOf(const std::string& path) {
    return withoutBidiMarks(QFileInfo(toQString(path)).fileName());
}

QString foundText(const Provenance& known) {
    QStringList parts;
    if (known.replays != nullptr && !known.capturePath.empty()) {
        parts.push_back(QStringLiteral("%1: %2 of %3 found")
                            .arg(fileNameOf(known.capturePath),
                                 countText(known.replays->matchedReplays),
                                 countText(known.replays->replays, "replay", "replays")));
    }
    if (known.kernels != nullptr) {
        parts.push_back(
            QStringLiteral("%1: %2 of %3 found")
                .arg(fileNameOf(known.compileLog->path), countText(known.kernels->kernels.size()),
                     countText(known.kernels->generated, "generated kernel", "generated kernels")));
    }
    return parts.join(QStringLiteral(" · "));
}

}  // namespace

ProvenanceObject::ProvenanceObject(SessionObject& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_work([this](const ProvenSession& result) { receive(result); }) {
    connect(&session, &SessionObject::traceChanged, this, &ProvenanceObject::followTrace);
    connect(&session, &SessionObject::opened, this, [this] {
        if (!m_awaited.isEmpty()) {
            const Files files = std::exchange(m_awaited, {});
            open(files.capture, files.log);
        }
    });
}

ProvenanceObject::~ProvenanceObject() {
    m_stop.request_stop();
}

bool ProvenanceObject::isLogFile(const QString& path) {
    if (!QFileInfo(path).isFile()) {
        return isCompileLogFolder(toStdString(path));
    }
    const auto source = openByteSource(toStdString(path));
    const Result<std::string> head =
        source ? readHead(**source, kCompileLogHeadBytes) : fail(ErrorCode::NotReadable, {});
    return head && isCompileLog(*head);
}

void ProvenanceObject::open(const QString& capture, const QString& log) {
    if (!m_session.trace()) {
        return;
    }
    m_stop.request_stop();
    m_work.drop();
    m_stop = std::stop_source();
    m_trace = m_session.trace()->session().trace;
    const QString& named = capture.isEmpty() ? log : capture;
    setState(Loading,
             QStringLiteral("reading %1").arg(withoutBidiMarks(QFileInfo(named).fileName())));
    m_work.start(
        [shown = m_session.trace(), capture = toStdString(capture), log = toStdString(log),
         stop = m_stop.get_token()] { return sessionWith(shown->session(), capture, log, stop); });
}

void ProvenanceObject::openAfterTrace(const QString& capture, const QString& log) {
    m_awaited = {capture, log};
}

bool ProvenanceObject::openDropped(const QList<QUrl>& urls) {
    const auto log = std::ranges::find_if(
        urls, [](const QUrl& url) { return url.isLocalFile() && isLogFile(url.toLocalFile()); });
    if (log == urls.end() || !m_session.trace()) {
        return false;
    }
    open({}, log->toLocalFile());
    return true;
}

void ProvenanceObject::receive(const ProvenSession& result) {
    if (!result) {
        return setState(Failed, toQString(result.error().message));
    }
    setState(Ready, foundText(*(*result)->provenance));
    m_session.show(*result);
}

void ProvenanceObject::followTrace() {
    if (m_state != Empty && traceOf(m_session.trace()) != m_trace) {
        m_stop.request_stop();
        m_work.drop();
        m_trace.reset();
        setState(Empty, {});
    }
}

void ProvenanceObject::setState(State state, const QString& text) {
    m_state = state;
    m_statusText = text;
    Q_EMIT changed();
}

}  // namespace gaplight::ui
