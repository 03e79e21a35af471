// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/range_gpu_model.h"

#include <algorithm>
#include <utility>

#include <QStringList>

#include "core/report/facts/idle_labels.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kMaxCauses = 4;  // the largest

double shareOf(Duration part, const RangeGpu& gpu) {
    return static_cast<double>(ns(part)) /
           static_cast<double>(std::max<std::int64_t>(1, ns(gpu.window)));
}

QVariantMap partOf(const QString& kind, const QString& words, Duration part, const RangeGpu& gpu) {
    return {{QStringLiteral("kind"), kind},
            {QStringLiteral("share"), shareOf(part, gpu)},
            {QStringLiteral("text"), words + u' ' + durationText(part)}};
}

// Segments of the bar: {kind: a pattern of PatternItem, share: 0..1, text: "host late 1.20 ms"}.
QVariantList partsOf(const RangeGpu& gpu) {
    if (gpu.window <= Duration::zero()) {
        return {};
    }
    QVariantList parts{partOf(QStringLiteral("busy"), QStringLiteral("busy"), gpu.busy, gpu)};
    for (const GapTrigger trigger :
         {GapTrigger::HostLate, GapTrigger::AfterSync, GapTrigger::GpuSide, GapTrigger::Unknown}) {
        const Duration time = gpu.byTrigger[static_cast<std::size_t>(trigger)];
        if (time > Duration::zero()) {
            const QString kind = toQString(gapTriggerName(trigger));
            parts.push_back(partOf(kind, toQString(triggerLabel(trigger)), time, gpu));
        }
    }
    return parts;
}

// "in 12 gaps, mostly: python 1.02 ms, sync 300 µs"; empty without idle time.
QString causesOf(const RangeGpu& gpu) {
    std::vector<std::pair<Duration, GapActivity>> causes;
    for (std::size_t i = 0; i < gpu.byMainActivity.size(); ++i) {
        if (gpu.byMainActivity[i] > Duration::zero()) {
            causes.emplace_back(gpu.byMainActivity[i], static_cast<GapActivity>(i));
        }
    }
    std::sort(causes.begin(), causes.end(),
              [](const auto& a, const auto& b) { return a.first > b.first; });
    causes.resize(std::min(causes.size(), kMaxCauses));
    QStringList words;
    for (const auto& [time, activity] : causes) {
        words << toQString(gapActivityLabel(activity)) + u' ' + durationText(time);
    }
    if (words.isEmpty()) {
        return {};
    }
    const QString gaps = gpu.gaps == 1
                             ? QStringLiteral("in 1 gap, mostly: ")
                             : QStringLiteral("in %1 gaps, mostly: ").arg(countText(gpu.gaps));
    return gaps + words.join(QStringLiteral(", "));
}

// "GPU 0: busy 61.2 % of 5.30 ms".
QString titleOf(const RangeGpu& gpu) {
    return gpu.window <= Duration::zero()
               ? RangeGpuModel::tr("%1: nothing recorded in this range").arg(toQString(gpu.label))
               : RangeGpuModel::tr("%1: busy %2 of %3")
                     .arg(toQString(gpu.label), percentText(shareOf(gpu.busy, gpu)),
                          durationText(gpu.window));
}

}  // namespace

RangeGpuModel::RangeGpuModel(QObject* parent)
    : RowListModel({{"title", titleOf}, {"parts", partsOf}, {"causes", causesOf}}, parent) {}

void RangeGpuModel::setGpus(std::vector<RangeGpu> gpus) {
    resetRows(std::move(gpus));
    Q_EMIT rowsChanged();
}

}  // namespace gaplight::ui
