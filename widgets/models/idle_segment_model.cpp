// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/idle_segment_model.h"

#include <algorithm>

#include "core/analysis/gaps.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_text.h"

namespace gaplight::ui {
namespace {

struct Words {
    const char* key;
    const char* label;
    const char* explanation;
};
constexpr std::array kWords{
    Words{"busy", "busy", "A kernel, copy or memset was running"},
    Words{"host_late", "host late", "The host launched too late: it was slower than the GPU"},
    Words{"after_sync", "after a sync",
          "The host had waited until the queue was empty, so nothing was queued behind"},
    Words{"gpu_side", "GPU side",
          "Already launched: launch latency, or one stream waiting for another"},
    Words{"unknown", "unknown", "The launch was not recorded"},
};

const Words& wordsOf(const QString& key) {
    const auto* found = std::find_if(kWords.begin(), kWords.end(), [&](const Words& words) {
        return key == QLatin1String(words.key);
    });
    return found == kWords.end() ? kWords.back() : *found;
}

}  // namespace

IdleSegmentModel::IdleSegmentModel(const SessionObject& session, QObject* parent)
    : QAbstractListModel(parent), m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &IdleSegmentModel::reload);
}

void IdleSegmentModel::reload() {
    beginResetModel();
    m_segments.clear();
    Duration busy{};
    Duration window{};
    IdleByTrigger idle{};
    if (const LoadedTrace& trace = m_session.trace()) {
        for (const DeviceAnalysis& device : trace->session().analysis.devices) {
            busy += device.totals.busy;
            window += device.totals.window.length();
            std::transform(idle.begin(), idle.end(), device.idleByTrigger.begin(), idle.begin(),
                           [](Duration a, Duration b) { return a + b; });
        }
    }
    const auto add = [&](const QString& key, Duration length) {
        if (length > Duration(0)) {
            m_segments.push_back(
                {key, length, static_cast<double>(ns(length)) / static_cast<double>(ns(window))});
        }
    };
    add(QStringLiteral("busy"), busy);
    for (const GapTrigger trigger :
         {GapTrigger::HostLate, GapTrigger::AfterSync, GapTrigger::GpuSide, GapTrigger::Unknown}) {
        add(toQString(gapTriggerName(trigger)), idle[static_cast<std::size_t>(trigger)]);
    }
    m_summary =
        window > Duration(0)
            ? tr("GPU busy %1")
                  .arg(percentText(static_cast<double>(ns(busy)) / static_cast<double>(ns(window))))
            : QString();
    endResetModel();
    Q_EMIT contentChanged();
}

int IdleSegmentModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant IdleSegmentModel::data(const QModelIndex& index, int role) const {
    const Segment& segment = m_segments[static_cast<std::size_t>(index.row())];
    switch (role) {
        case KeyRole:
            return segment.key;
        case LabelRole:
            return QString::fromUtf8(wordsOf(segment.key).label);
        case ExplanationRole:
            return QString::fromUtf8(wordsOf(segment.key).explanation);
        case LengthRole:
            return durationText(segment.length);
        case ShareRole:
            return segment.share;
        default:
            return {};
    }
}

QHash<int, QByteArray> IdleSegmentModel::roleNames() const {
    return {{KeyRole, "key"},
            {LabelRole, "label"},
            {ExplanationRole, "explanation"},
            {LengthRole, "length"},
            {ShareRole, "share"}};
}

}  // namespace gaplight::ui
