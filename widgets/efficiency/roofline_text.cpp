// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/efficiency/roofline_text.h"

#include <algorithm>
#include <optional>

#include <QStringList>

#include "core/base/quantity_text.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

QString boundText(KernelBound bound) {
    switch (bound) {
        case KernelBound::Compute:
            return QStringLiteral("bound by compute");
        case KernelBound::Memory:
            return QStringLiteral("bound by memory");
        default:
            return QStringLiteral("bound by neither compute nor memory");
    }
}

}  // namespace

QString knownWorkText(const Trace& trace, const GpuRoofline& gpu) {
    const double share = static_cast<double>(gpu.covered.count()) /
                         static_cast<double>(std::max<std::int64_t>(1, gpu.kernels.count()));
    const QString name = gpu.name.empty() ? QString() : QStringLiteral(" · ") + toQString(gpu.name);
    return QStringLiteral("%1%2: the work of %3 of the kernel time is known")
        .arg(toQString(trace.gpuLabel(gpu.gpu)), name, percentText(share));
}

QString sourceOfPeaksText(const GpuRoofline& gpu) {
    return gpu.isFromTrace
               ? QStringLiteral(
                     "No document of this GPU is known: the lines are the best kernels of"
                     " the trace.")
               : QStringLiteral("Peaks: %1").arg(toQString(gpu.peaks.source));
}

QString kernelSumsText(const EfficiencySums& sums) {
    QStringList lines{QStringLiteral("%1 · %2").arg(countText(sums.count, "launch", "launches"),
                                                    durationText(sums.time))};
    if (sums.covered < sums.time) {
        lines << QStringLiteral("%1 of it with known work").arg(durationText(sums.covered));
    }
    lines << QStringLiteral("%1 of the roofline · %2")
                 .arg(percentText(sums.efficiency().value_or(0)),
                      boundText(sums.bound().value_or(KernelBound::Latency)));
    QString rates = toQString(gaplight::bytesText(sums.bytesPerSecond())) + QStringLiteral("/s");
    if (sums.flopsPerSecond() > 0) {
        rates += QStringLiteral(" · %1 TFLOP/s")
                     .arg(toQString(gaplight::teraText(sums.flopsPerSecond())));
    }
    lines << rates << QStringLiteral("%1 to gain at most").arg(durationText(sums.headroom()));
    return lines.join(QLatin1Char('\n'));
}

QString collectiveRateText(const CollectiveRate& rate) {
    const QString speed =
        toQString(gaplight::bytesText(rate.minBytesPerSecond())) + QStringLiteral("/s");
    const std::optional<double> used = rate.minEfficiency();
    return QStringLiteral("%1, %2 among %3 ranks: at least %4, %5")
        .arg(toQString(rate.operation),
             toQString(gaplight::bytesText(static_cast<double>(rate.bytes))), countText(rate.ranks),
             used ? QStringLiteral("%1 of %2 (%3)")
                        .arg(percentText(*used), toQString(rate.link), speed)
                  : speed,
             countText(rate.count, "call", "calls"));
}

}  // namespace gaplight::ui
