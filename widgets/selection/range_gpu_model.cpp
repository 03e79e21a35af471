// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/range_gpu_model.h"

#include <algorithm>
#include <utility>

#include <QStringList>

#include "core/report/facts/idle_words.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kMostCauses = 4;  // named; the others are small

double shareOf(Duration part, const RangeGpu& gpu) {
    return static_cast<double>(ns(part)) /
           static_cast<double>(std::max<std::int64_t>(1, ns(gpu.window)));
}

QVariantMap partOf(const QString& kind, const QString& words, Duration part, const RangeGpu& gpu) {
    return {{QStringLiteral("kind"), kind},
            {QStringLiteral("share"), shareOf(part, gpu)},
            {QStringLiteral("text"), words + u' ' + durationText(part)}};
}

QVariantList partsOf(const RangeGpu& gpu) {
    QVariantList parts{partOf(QStringLiteral("busy"), QStringLiteral("busy"), gpu.busy, gpu)};
    for (const GapTrigger trigger :
         {GapTrigger::HostLate, GapTrigger::AfterSync, GapTrigger::GpuSide, GapTrigger::Unknown}) {
        const Duration time = gpu.byTrigger[static_cast<std::size_t>(trigger)];
        if (time > Duration::zero()) {
            const QString kind = toQString(gapTriggerName(trigger));
            parts.push_back(partOf(kind, toQString(triggerWords(trigger)), time, gpu));
        }
    }
    return parts;
}

QString causesOf(const RangeGpu& gpu) {
    std::vector<std::pair<Duration, Filler>> causes;
    for (std::size_t i = 0; i < gpu.byMainFiller.size(); ++i) {
        if (gpu.byMainFiller[i] > Duration::zero()) {
            causes.emplace_back(gpu.byMainFiller[i], static_cast<Filler>(i));
        }
    }
    std::sort(causes.begin(), causes.end(),
              [](const auto& a, const auto& b) { return a.first > b.first; });
    causes.resize(std::min(causes.size(), kMostCauses));
    QStringList words;
    for (const auto& [time, filler] : causes) {
        words << toQString(fillerWords(filler)) + u' ' + durationText(time);
    }
    if (words.isEmpty()) {
        return {};
    }
    const QString gaps = gpu.gaps == 1
                             ? QStringLiteral("in 1 gap, mostly: ")
                             : QStringLiteral("in %1 gaps, mostly: ").arg(countText(gpu.gaps));
    return gaps + words.join(QStringLiteral(", "));
}

}  // namespace

void RangeGpuModel::setGpus(std::vector<RangeGpu> gpus) {
    beginResetModel();
    m_gpus = std::move(gpus);
    endResetModel();
    Q_EMIT rowsChanged();
}

int RangeGpuModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant RangeGpuModel::data(const QModelIndex& index, int role) const {
    const RangeGpu& gpu = m_gpus[static_cast<std::size_t>(index.row())];
    switch (role) {
        case TitleRole:
            return gpu.window <= Duration::zero()
                       ? tr("%1: nothing recorded in this range").arg(toQString(gpu.label))
                       : tr("%1: busy %2 of %3")
                             .arg(toQString(gpu.label), percentText(shareOf(gpu.busy, gpu)),
                                  durationText(gpu.window));
        case PartsRole:
            return gpu.window <= Duration::zero() ? QVariantList() : partsOf(gpu);
        case CausesRole:
            return causesOf(gpu);
        default:
            return {};
    }
}

QHash<int, QByteArray> RangeGpuModel::roleNames() const {
    return {{TitleRole, "title"}, {PartsRole, "parts"}, {CausesRole, "causes"}};
}

}  // namespace gaplight::ui
