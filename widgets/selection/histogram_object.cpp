// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/histogram_object.h"

#include <algorithm>
#include <utility>

#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {

void HistogramObject::show(QString title, std::span<const CountedActivity> activities) {
    m_title = std::move(title);
    m_activities = activities;
    m_histogram = DurationHistogram::build(activities);
    m_bin = -1;
    m_slices.clear();
    Q_EMIT changed();
    Q_EMIT binChanged();
}

QVariantList HistogramObject::heights() const {
    QVariantList heights;
    if (exists()) {
        const double highest =
            *std::max_element(m_histogram.counts.begin(), m_histogram.counts.end());
        for (const std::uint32_t count : m_histogram.counts) {
            heights.push_back(static_cast<double>(count) / highest);
        }
    }
    return heights;
}

QString HistogramObject::from() const {
    return exists() ? durationText(m_histogram.edges.front()) : QString();
}

QString HistogramObject::to() const {
    return exists() ? durationText(m_histogram.edges.back() - Duration(1)) : QString();
}

QString HistogramObject::textOf(int bin) const {
    if (!isBin(bin)) {
        return {};
    }
    const auto at = static_cast<std::size_t>(bin);
    return tr("%1 from %2 to %3")
        .arg(countText(m_histogram.counts[at]), durationText(m_histogram.edges[at]),
             durationText(m_histogram.edges[at + 1] - Duration(1)));
}

QString HistogramObject::place() const {
    return m_slices.empty() ? QString() : tr("%1 of %2").arg(countText(m_at + 1), textOf(m_bin));
}

qint64 HistogramObject::next(int bin) {
    if (!isBin(bin) || m_histogram.counts[static_cast<std::size_t>(bin)] == 0) {
        return -1;
    }
    if (bin != m_bin) {
        m_bin = bin;
        m_slices = m_histogram.slicesIn(static_cast<std::size_t>(bin), m_activities);
        m_at = 0;
    } else {
        m_at = (m_at + 1) % m_slices.size();
    }
    Q_EMIT binChanged();
    return static_cast<qint64>(m_slices[m_at].index());
}

}  // namespace gaplight::ui
