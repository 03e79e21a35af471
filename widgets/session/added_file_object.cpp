// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/session/added_file_object.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>

#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {

AddedFileObject::AddedFileObject(SessionObject& session, bool (*isOfKind)(const QString& path),
                                 QObject* parent)
    : QObject(parent), m_session(session), m_isOfKind(isOfKind) {
    connect(&session, &SessionObject::traceChanged, this, &AddedFileObject::followTrace);
    connect(&session, &SessionObject::opened, this, [this] {
        if (!m_awaited.isEmpty()) {
            open(std::exchange(m_awaited, {}));
        }
    });
}

bool AddedFileObject::openDropped(const QList<QUrl>& urls) {
    const auto file = std::find_if(urls.begin(), urls.end(), [this](const QUrl& url) {
        return url.isLocalFile() && m_isOfKind(url.toLocalFile());
    });
    if (file == urls.end()) {
        return false;
    }
    const auto other =
        std::find_if(urls.begin(), urls.end(), [&](const QUrl& url) { return url != *file; });
    if (other == urls.end()) {
        open(file->toLocalFile());
    } else {
        openAfterTrace(file->toLocalFile());
        m_session.openUrl(*other);
    }
    return true;
}

QString AddedFileObject::fileName() const {
    return withoutBidiMarks(QFileInfo(m_path).fileName());
}

void AddedFileObject::setPlace(const QString& path, std::shared_ptr<const Trace> trace) {
    m_path = path;
    m_isAlone = trace == nullptr;
    m_trace = std::move(trace);
}

void AddedFileObject::clearPlace() {
    m_path.clear();
    m_trace.reset();
}

void AddedFileObject::closeShownTrace() {
    if (m_isAlone && m_session.state() != SessionObject::Empty) {
        m_session.unload();
    }
}

// A file alone makes room for a trace; one on a trace goes with it.
void AddedFileObject::followTrace() {
    if (m_state != Empty && traceOf(m_session.trace()) != m_trace) {
        close();
    }
}

void AddedFileObject::setState(State state) {
    m_state = state;
    Q_EMIT stateChanged();
}

}  // namespace gaplight::ui
