// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/compare/waterfall_model.h"

#include <algorithm>
#include <utility>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

QString kindOf(const WaterfallBar& bar) {
    return bar.isTotal                      ? QStringLiteral("total")
           : bar.delta() < Duration::zero() ? QStringLiteral("less")
                                            : QStringLiteral("more");
}

QString lengthOf(const WaterfallBar& bar) {
    const QString length = durationText(std::chrono::abs(bar.delta()));
    return bar.isTotal                      ? length
           : bar.delta() < Duration::zero() ? QStringLiteral("−") + length
                                            : QStringLiteral("+") + length;
}

}  // namespace

WaterfallModel::WaterfallModel(const ComparisonObject& comparison, QObject* parent)
    : RowListModel(
          {{"label", [](const WaterfallBar& bar) { return toQString(bar.label); }},
           {"detail", [](const WaterfallBar& bar) { return toQString(bar.detail); }},
           {"length", lengthOf},
           {"kind", kindOf},
           {"begin",
            [this](const WaterfallBar& bar) { return shareOf(std::min(bar.begin, bar.end)); }},
           {"end",
            [this](const WaterfallBar& bar) { return shareOf(std::max(bar.begin, bar.end)); }}},
          parent),
      m_comparison(comparison) {
    connect(&comparison, &ComparisonObject::resultChanged, this, &WaterfallModel::reload);
}

void WaterfallModel::reload() {
    std::vector<WaterfallBar> bars;
    m_reach = Duration(1);
    if (m_comparison.result() != nullptr) {
        bars = m_comparison.result()->comparison.verdict.waterfall;
        for (const WaterfallBar& bar : bars) {
            m_reach = std::max({m_reach, bar.begin, bar.end});
        }
    }
    resetRows(std::move(bars));
    Q_EMIT contentChanged();
}

// Causes can take away more than there was where the runs' GPUs overlap.
double WaterfallModel::shareOf(Duration at) const {
    return std::max(0.0, static_cast<double>(at.count()) / static_cast<double>(m_reach.count()));
}

}  // namespace gaplight::ui
