// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_object.h"

#include <algorithm>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
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

MemoryObject::MemoryObject(SessionObject& session, QObject* parent)
    : AddedFileObject(
          session,
          [this](const std::string& path,
                 const DocumentContext& context) -> Result<FileLoads::Step> {
              const LoadedMemory data = TRY(MemoryData::open(path, context));
              return [this, data] { take(data); };
          },
          parent) {}

void MemoryObject::take(const LoadedMemory& data) {
    m_data = data;
    m_device = m_data->largestDevice();
    Q_EMIT dataChanged();
    if (trace()) {
        shownSession().setAddedCounters(
            std::make_shared<const std::vector<CounterCurve>>(memoryCounters(*m_data, *trace())));
    }
}

void MemoryObject::drop() {
    m_data.reset();
    // Of another trace they are gone already.
    if (trace() && traceOf(session().trace()) == trace()) {
        shownSession().setAddedCounters({});
    }
    Q_EMIT dataChanged();
}

void MemoryObject::setDevice(int device) {
    if (m_data && device >= 0 && device != this->device() &&
        static_cast<std::size_t>(device) < m_data->deviceCount()) {
        m_device = static_cast<std::size_t>(device);
        Q_EMIT dataChanged();
    }
}

}  // namespace gaplight::ui
