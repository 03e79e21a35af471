// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_object.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <system_error>
#include <utility>

#include <QFileInfo>
#include <QObject>

#include "core/base/exhaustion.h"
#include "core/formats/open_snapshot.h"
#include "core/session/settings_file.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

// Limits how often progress is reported: each report is an event of the GUI thread.
class ProgressLimit {
public:
    [[nodiscard]] bool isDue() {
        const auto now = std::chrono::steady_clock::now();
        if (now - m_last < std::chrono::milliseconds(33)) {
            return false;
        }
        m_last = now;
        return true;
    }

private:
    std::chrono::steady_clock::time_point m_last;
};

}  // namespace

MemoryLoad::MemoryLoad(std::string path, std::string configDirectory,
                       std::shared_ptr<const Session> trace, Callbacks callbacks)
    : m_thread([path = std::move(path), configDirectory = std::move(configDirectory),
                trace = std::move(trace),
                callbacks = std::move(callbacks)](const std::stop_token& stop) {
          MemoryOpenOptions options;
          options.stop = stop;
          options.trace = trace;
          ProgressLimit limit;
          options.onProgress = [&](std::uint64_t read, std::uint64_t total) {
              if (limit.isDue()) {
                  callbacks.onProgress(read, total);
              }
          };
          callbacks.onDone(failOnExhaustion(path, [&]() -> MemoryResult {
              if (!configDirectory.empty()) {
                  Result<TraceSettings> settings = settingsFor(path, configDirectory);
                  if (settings) {
                      options.settings = std::move(settings->settings);
                  }
              }
              return MemoryData::open(path, options);
          }));
      }) {}

QString memoryText(std::int64_t bytes) {
    return bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(0, bytes)));
}

QString snapshotSummary(const MemoryData& data) {
    std::uint64_t events = 0;
    std::int64_t longest = 0;
    for (const MemoryModel& model : data.snapshot().devices) {
        events += model.events.size();
        longest = std::max(longest, model.timeUs(model.lastMoment()) - model.timeUs(0));
    }
    const QString count = countText(events, "event", "events");
    return QStringLiteral("PyTorch memory snapshot · %1")
        .arg(data.snapshot().hasTimes && longest > 0
                 ? QStringLiteral("%1 in %2").arg(count, durationText(Duration(longest * 1000)))
                 : count);
}

QString snapshotVerdict(const MemoryData& data, std::size_t device) {
    const DeviceMemoryFacts& facts = data.facts(device);
    QString text = QStringLiteral("%1 allocated at the peak").arg(memoryText(facts.peak.allocated));
    if (!facts.holders.empty() && facts.peak.allocated > 0) {
        const MemoryHolder& most = facts.holders.front();
        const QString share = percentText(static_cast<double>(most.bytes) /
                                          static_cast<double>(facts.peak.allocated));
        text += most.frame.isValid()
                    ? QStringLiteral(", %1 of it by %2")
                          .arg(share, toQString(data.assessment().frames.text(most.frame)))
                    : QStringLiteral(", %1 of it without a call stack").arg(share);
    }
    if (data.model(device).segments.empty()) {
        return text + QStringLiteral(". What the allocator reserved was not recorded.");
    }
    return text + QStringLiteral(". %1 reserved, %2 of it unused.")
                      .arg(memoryText(facts.peak.reserved),
                           percentText(std::max(0.0, facts.peak.share())));
}

QString snapshotPlacement(const MemoryData& data) {
    return data.placement() ? toQString(placementText(*data.placement())) : QString();
}

QString historyNoticeOf(const MemoryData& data, std::size_t device) {
    return data.model(device).events.empty()
               ? QStringLiteral(
                     "No history was recorded for this GPU: only what it holds at the end "
                     "is known. Call torch.cuda.memory._record_memory_history() before "
                     "the program allocates.")
               : QString();
}

QString snapshotIssuesText(const MemoryData& data) {
    QStringList texts;
    for (std::size_t at = 0; at < SnapshotIssues::kKinds; ++at) {
        const auto kind = static_cast<SnapshotIssueKind>(at);
        if (const std::uint64_t count = data.snapshot().issues.count(kind); count > 0) {
            texts << QStringLiteral("%1 × %2: %3")
                         .arg(countText(count), toQString(snapshotIssueName(kind)),
                              toQString(snapshotIssueExplanation(kind)));
        }
    }
    return texts.join(u'\n');
}

QStringList snapshotDevices(const MemoryData& data) {
    QStringList names;
    for (const MemoryModel& model : data.snapshot().devices) {
        names << QStringLiteral("GPU %1").arg(model.device);
    }
    return names;
}

namespace {

constexpr std::size_t kHeadBytes = 16;

}  // namespace

MemoryObject::MemoryObject(SessionObject& session, QString configDirectory, QObject* parent)
    : AddedFileObject(session, &MemoryObject::isSnapshotFile, parent),
      m_configDirectory(std::move(configDirectory)) {}

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
    start(path, session().state() != SessionObject::Ready);
}

void MemoryObject::openAlone() {
    start(path(), true);
}

void MemoryObject::start(const QString& path, bool isAlone) {
    retire();
    m_read = m_total = 0;
    m_errorText.clear();
    const std::uint64_t number = ++m_loads;
    MemoryLoad::Callbacks callbacks;
    callbacks.onProgress = [this, number](std::uint64_t read, std::uint64_t total) {
        QMetaObject::invokeMethod(
            this,
            [this, number, read, total] {
                if (number == m_current.number && state() == Loading) {
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
    std::shared_ptr<const Session> shown;
    if (const LoadedTrace& loaded = session().trace(); !isAlone && loaded) {
        shown = {loaded, &loaded->session()};
    }
    setPlace(path, shown ? shown->trace : nullptr);
    m_current.number = number;
    try {
        m_current.load = std::make_unique<MemoryLoad>(
            toStdString(path),
            session().readsSettingsFiles() ? toStdString(m_configDirectory) : std::string(),
            std::move(shown), callbacks);
    } catch (const std::system_error& refusal) {  // no thread
        callbacks.onDone(tl::unexpected(exhaustionError(toStdString(path), refusal)));
    }
    Q_EMIT progressChanged();
    setState(Loading);
}

void MemoryObject::cancel() {
    if (state() == Loading) {
        retire();
        setState(m_data ? Ready : Empty);
    }
}

void MemoryObject::dismissError() {
    if (state() == Failed) {
        m_errorText.clear();
        setState(m_data ? Ready : Empty);
    }
}

void MemoryObject::close() {
    retire();
    m_data.reset();
    // Of another trace they are gone already.
    if (trace() && traceOf(session().trace()) == trace()) {
        shownSession().setAddedCounters({});
    }
    clearPlace();
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
    closeShownTrace();
    m_data = *std::move(result);
    m_device = m_data->largestDevice();
    Q_EMIT dataChanged();
    setState(Ready);
    if (trace()) {
        shownSession().setAddedCounters(
            std::make_shared<const std::vector<CounterCurve>>(memoryCounters(*m_data, *trace())));
    } else {
        Q_EMIT opened(path());
    }
}

void MemoryObject::setDevice(int device) {
    if (m_data && device >= 0 && device != this->device() &&
        static_cast<std::size_t>(device) < m_data->deviceCount()) {
        m_device = static_cast<std::size_t>(device);
        Q_EMIT dataChanged();
    }
}

QString MemoryObject::progressText() const {
    if (m_total != 0 && m_read >= m_total) {
        return QStringLiteral("measuring the snapshot");
    }
    return QStringLiteral("reading %1")
        .arg(m_total == 0 ? bytesText(m_read) : bytesOfText(m_read, m_total));
}

double MemoryObject::progressShare() const {
    return m_total == 0 ? -1
                        : std::min(1.0, static_cast<double>(m_read) / static_cast<double>(m_total));
}

}  // namespace gaplight::ui
