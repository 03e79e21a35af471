// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/idle_segment_model.h"

#include <algorithm>
#include <numeric>

#include <QStringList>

#include "core/analysis/idle/gaps.h"
#include "core/report/facts/idle_words.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

constexpr qsizetype kMostFillers = 4;  // in a tip

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
    std::array<IdleByFiller, static_cast<std::size_t>(GapTrigger::Count_)> idle{};
    if (const LoadedTrace& trace = m_session.trace()) {
        for (const DeviceAnalysis& device : trace->session().analysis.devices) {
            busy += device.totals.busy;
            window += device.totals.window.length();
            for (std::size_t at = 0; at < device.gaps.size(); ++at) {
                const Gap& gap = device.gaps[at];
                idle[static_cast<std::size_t>(gap.trigger)]
                    [static_cast<std::size_t>(device.gapFiller[at])] += gap.length();
            }
        }
    }
    const auto add = [&](const QString& key, Duration length, const IdleByFiller& fillers) {
        if (length > Duration(0)) {
            m_segments.push_back({key, length,
                                  static_cast<double>(ns(length)) / static_cast<double>(ns(window)),
                                  fillers});
        }
    };
    add(QStringLiteral("busy"), busy, {});
    for (const GapTrigger trigger :
         {GapTrigger::HostLate, GapTrigger::AfterSync, GapTrigger::GpuSide, GapTrigger::Unknown}) {
        const IdleByFiller& fillers = idle[static_cast<std::size_t>(trigger)];
        add(toQString(gapTriggerName(trigger)),
            std::accumulate(fillers.begin(), fillers.end(), Duration(0)), fillers);
    }
    m_summary =
        window > Duration(0)
            ? tr("GPU busy %1")
                  .arg(percentText(static_cast<double>(ns(busy)) / static_cast<double>(ns(window))))
            : QString();
    endResetModel();
    Q_EMIT contentChanged();
}

QString IdleSegmentModel::fillersText(const Segment& segment) {
    std::vector<std::size_t> order(segment.fillers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return segment.fillers[a] > segment.fillers[b];
    });
    QStringList lines;
    for (const std::size_t filler : order) {
        const Duration length = segment.fillers[filler];
        if (length > Duration(0) && lines.size() < kMostFillers) {
            lines << durationText(length) + QStringLiteral("  ") +
                         toQString(fillerWords(static_cast<Filler>(filler)));
        }
    }
    return lines.join(u'\n');
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
        case PercentRole:
            return percentText(segment.share);
        case FillersRole:
            return fillersText(segment);
        default:
            return {};
    }
}

QHash<int, QByteArray> IdleSegmentModel::roleNames() const {
    return {{KeyRole, "key"},        {LabelRole, "label"}, {ExplanationRole, "explanation"},
            {LengthRole, "length"},  {ShareRole, "share"}, {PercentRole, "percent"},
            {FillersRole, "fillers"}};
}

}  // namespace gaplight::ui
