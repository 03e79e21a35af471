// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_object.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include <QFileInfo>

#include "core/base/exhaustion.h"
#include "core/formats/open_snapshot.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kHeadBytes = 16;

}  // namespace

MemoryObject::MemoryObject(SessionObject& session, QString configDirectory, QObject* parent)
    : QObject(parent), m_session(session), m_configDirectory(std::move(configDirectory)) {
    connect(&session, &SessionObject::traceChanged, this, &MemoryObject::followTrace);
    connect(&session, &SessionObject::opened, this, [this] {
        if (!m_awaited.isEmpty()) {
            open(std::exchange(m_awaited, {}));
        }
    });
}

MemoryObject::~MemoryObject() = default;

bool MemoryObject::isSnapshotFile(const QString& path) {
    if (!QFileInfo(path).isFile()) {
        return false;
    }
    const auto source = openByteSource(toStdString(path));
    std::array<char, kHeadBytes> head{};
    const Result<std::size_t> got =
        source ? (*source)->readNext(head) : fail(ErrorCode::NotReadable, {});
    return got && isSnapshot({head.data(), *got});
}

void MemoryObject::open(const QString& path) {
    m_path = path;
    start(m_session.state() != SessionObject::Ready);
}

void MemoryObject::openAfterTrace(const QString& path) {
    m_awaited = path;
}

bool MemoryObject::openDropped(const QList<QUrl>& urls) {
    const auto snapshot = std::find_if(urls.begin(), urls.end(), [](const QUrl& url) {
        return url.isLocalFile() && isSnapshotFile(url.toLocalFile());
    });
    if (snapshot == urls.end()) {
        return false;
    }
    const auto other =
        std::find_if(urls.begin(), urls.end(), [&](const QUrl& url) { return url != *snapshot; });
    if (other == urls.end()) {
        open(snapshot->toLocalFile());
    } else {
        openAfterTrace(snapshot->toLocalFile());
        m_session.openUrl(*other);
    }
    return true;
}

void MemoryObject::openAlone() {
    start(true);
}

void MemoryObject::start(bool isAlone) {
    retire();
    m_isAlone = isAlone;
    m_read = m_total = 0;
    m_errorText.clear();
    const std::uint64_t number = ++m_loads;
    MemoryLoad::Callbacks callbacks;
    callbacks.onProgress = [this, number](std::uint64_t read, std::uint64_t total) {
        QMetaObject::invokeMethod(
            this,
            [this, number, read, total] {
                if (number == m_current.number && m_state == Loading) {
                    m_read = read;
                    m_total = total;
                    Q_EMIT progressChanged();
                }
            },
            Qt::QueuedConnection);
    };
    callbacks.onDone = [this, number](const MemoryResult& result) {
        QMetaObject::invokeMethod(
            this, [this, number, result] { receive(number, result); }, Qt::QueuedConnection);
    };
    std::shared_ptr<const Session> trace;
    m_trace.reset();
    if (!isAlone && m_session.trace()) {
        const LoadedTrace& shown = m_session.trace();
        trace = {shown, &shown->session()};
        m_trace = trace->trace;
    }
    m_current.number = number;
    try {
        m_current.load = std::make_unique<MemoryLoad>(
            toStdString(m_path),
            m_session.readsSettingsFiles() ? toStdString(m_configDirectory) : std::string(),
            std::move(trace), callbacks);
    } catch (const std::system_error& refusal) {  // no thread
        callbacks.onDone(tl::unexpected(exhaustionError(toStdString(m_path), refusal)));
    }
    Q_EMIT progressChanged();
    setState(Loading);
}

void MemoryObject::cancel() {
    if (m_state == Loading) {
        retire();
        setState(m_data ? Ready : Empty);
    }
}

void MemoryObject::dismissError() {
    if (m_state == Failed) {
        m_errorText.clear();
        setState(m_data ? Ready : Empty);
    }
}

void MemoryObject::close() {
    retire();
    m_data.reset();
    // Of another trace they are gone already.
    if (m_session.trace() && m_session.trace()->session().trace == m_trace) {
        m_session.setAddedCounters({});
    }
    m_trace.reset();
    m_path.clear();
    Q_EMIT dataChanged();
    setState(Empty);
}

// Its thread still uses it; it is deleted when its last message arrives.
void MemoryObject::retire() {
    if (m_current.load) {
        m_current.load->cancel();
        m_retired.push_back(std::move(m_current));
    }
    m_current = {};
}

void MemoryObject::receive(std::uint64_t load, MemoryResult result) {
    std::erase_if(m_retired, [load](const RunningLoad& old) { return old.number == load; });
    if (load != m_current.number) {
        return;
    }
    const RunningLoad done = std::exchange(m_current, {});
    if (!result) {
        m_errorText = toQString(result.error().message);
        return setState(Failed);
    }
    if (m_isAlone && m_session.state() != SessionObject::Empty) {
        m_session.unload();
    }
    m_data = *std::move(result);
    m_device = m_data->largestDevice();
    Q_EMIT dataChanged();
    setState(Ready);
    if (m_trace) {
        m_session.setAddedCounters(
            std::make_shared<const std::vector<CounterCurve>>(memoryCounters(*m_data, *m_trace)));
    } else {
        Q_EMIT opened(m_path);
    }
}

// A snapshot alone makes room for a trace; one on a trace goes with it.
void MemoryObject::followTrace() {
    if (m_state != Empty && traceOf(m_session.trace()) != m_trace) {
        close();
    }
}

void MemoryObject::setState(State state) {
    m_state = state;
    Q_EMIT stateChanged();
}

void MemoryObject::setDevice(int device) {
    if (m_data && device >= 0 && device != this->device() &&
        static_cast<std::size_t>(device) < m_data->deviceCount()) {
        m_device = static_cast<std::size_t>(device);
        Q_EMIT dataChanged();
    }
}

QString MemoryObject::fileName() const {
    return withoutBidiMarks(QFileInfo(m_path).fileName());
}

QString MemoryObject::progressText() const {
    if (m_total != 0 && m_read >= m_total) {
        return tr("measuring the snapshot");
    }
    return tr("reading %1").arg(m_total == 0 ? bytesText(m_read) : bytesOfText(m_read, m_total));
}

double MemoryObject::progressShare() const {
    return m_total == 0 ? -1
                        : std::min(1.0, static_cast<double>(m_read) / static_cast<double>(m_total));
}

}  // namespace gaplight::ui
