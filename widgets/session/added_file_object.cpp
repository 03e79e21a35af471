// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/session/added_file_object.h"

#include <optional>
#include <utility>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

AddedFileObject::AddedFileObject(SessionObject& session, Opener open, QObject* parent)
    : LoadingObject(parent), m_session(session), m_open(std::move(open)) {
    connect(&session, &SessionObject::traceChanged, this, &AddedFileObject::followTrace);
    connect(&session, &SessionObject::opened, this, [this] {
        if (const auto opens = std::exchange(m_awaited, nullptr)) {
            opens();
        }
    });
}

void AddedFileObject::open(const QString& path) {
    openOn(m_session.state() == SessionObject::Ready ? m_session.trace() : nullptr, path);
}

void AddedFileObject::openOn(const LoadedTrace& shown, const QString& path, const Opener& open) {
    m_trace = traceOf(shown);
    m_isAlone = !shown;
    std::optional<std::string> settings;
    if (m_session.readsSettingsFiles()) {
        settings = toStdString(m_session.configDirectory());
    }
    begin(path,
          [this, shown, path, open, settings](const OpenOptions& reading,
                                              const auto&) -> Result<FileLoads::Step> {
              const DocumentContext context{.reading = reading,
                                            .trace = shown ? &shown->session() : nullptr,
                                            .settingsDirectory = settings,
                                            .isDrawn = true};
              const FileLoads::Step take = TRY(open(toStdString(path), context));
              return [this, take, path] {
                  if (m_isAlone && m_session.state() != SessionObject::Empty) {
                      m_session.unload();
                  }
                  take();
                  setShownPath(path);
                  setState(Ready);
                  if (m_isAlone) {
                      Q_EMIT opened(path);
                  }
              };
          });
}

void AddedFileObject::close() {
    retireCurrent();
    drop();
    m_trace.reset();
    m_foundText.clear();
    setShownPath({});
    setState(Empty);
}

QString AddedFileObject::statusText() const {
    return state() == Loading ? QStringLiteral("reading %1").arg(fileName())
           : state() == Ready ? m_foundText
                              : errorText();
}

QString AddedFileObject::progressText() const {
    const LoadProgress& now = progress();
    if (now.stage == LoadStage::Analyzing) {
        return QStringLiteral("measuring the snapshot");
    }
    return now.bytesRead == 0
               ? QStringLiteral("reading the file")
               : QStringLiteral("reading %1")
                     .arg(now.bytesTotal == 0 ? bytesText(now.bytesRead)
                                              : bytesOfText(now.bytesRead, now.bytesTotal));
}

// A file alone makes room for a trace; one on a trace goes with it.
void AddedFileObject::followTrace() {
    if (state() != Empty && traceOf(m_session.trace()) != m_trace) {
        close();
    }
}

}  // namespace gaplight::ui
