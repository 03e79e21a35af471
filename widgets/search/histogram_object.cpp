// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/histogram_object.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/session/session.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

HistogramObject::Lit litOf(const LoadedTrace& trace, std::vector<SliceId> slices) {
    std::ranges::sort(slices);
    slices.erase(std::ranges::unique(slices).begin(), slices.end());
    return std::make_shared<const SearchHits>(
        SearchHits::build(*trace->session().trace, std::move(slices)));
}

}  // namespace

HistogramObject::HistogramObject(Lights lights, QObject* parent)
    : QObject(parent), m_lights(lights), m_work([this](const Made& made) { receive(made); }) {}

void HistogramObject::show(QString title, LoadedTrace trace, Collect collect) {
    m_stop.request_stop();
    m_stop = {};
    m_title = std::move(title);
    m_trace = std::move(trace);
    m_bin = -1;
    m_picks = false;
    m_work.start([trace = m_trace, collect = std::move(collect), stop = m_stop.get_token(),
                  lightsAll = m_lights == Lights::All] {
        Made made;
        auto content = std::make_shared<Content>();
        if (!stop.stop_requested()) {
            content->slices = collect(stop);
            content->histogram = DurationHistogram::build(content->slices.lengths);
        }
        if (lightsAll && !stop.stop_requested()) {
            made.lit = litOf(trace, content->slices.slices);
        }
        made.content = std::move(content);
        return made;
    });
}

void HistogramObject::clear() {
    m_stop.request_stop();
    m_work.drop();
    m_title.clear();
    m_content.reset();
    unlight();
    Q_EMIT changed();
}

void HistogramObject::unlight() {
    m_bin = -1;
    m_picks = false;
    m_lit.reset();
    Q_EMIT litChanged();
}

void HistogramObject::receive(const Made& made) {
    if (made.content) {
        m_content = made.content->slices.slices.empty() ? nullptr : made.content;
        Q_EMIT changed();
    }
    m_lit = made.lit;
    m_picked = 0;
    Q_EMIT litChanged();
    if (std::exchange(m_picks, false)) {
        pickNext();
    }
}

bool HistogramObject::isBin(int bin) const {
    return exists() && bin >= 0 && bin < static_cast<int>(DurationHistogram::kBins) &&
           m_content->histogram.counts[static_cast<std::size_t>(bin)] > 0;
}

QVariantList HistogramObject::heights() const {
    QVariantList heights;
    if (exists()) {
        const auto& counts = m_content->histogram.counts;
        const double highest = *std::ranges::max_element(counts);
        for (const std::uint32_t count : counts) {
            heights.push_back(static_cast<double>(count) / highest);
        }
    }
    return heights;
}

QString HistogramObject::from() const {
    return exists() ? durationText(m_content->histogram.edges.front()) : QString();
}

QString HistogramObject::to() const {
    return exists() ? durationText(m_content->histogram.edges.back() - Duration(1)) : QString();
}

QString HistogramObject::spanOf(int bin) const {
    if (!isBin(bin)) {
        return {};
    }
    const auto& edges = m_content->histogram.edges;
    const auto at = static_cast<std::size_t>(bin);
    return QStringLiteral("from %1 to %2")
        .arg(durationText(edges[at]), durationText(edges[at + 1] - Duration(1)));
}

QString HistogramObject::textOf(int bin) const {
    return isBin(bin) ? countText(m_content->histogram.counts[static_cast<std::size_t>(bin)]) +
                            u' ' + spanOf(bin)
                      : QString();
}

QString HistogramObject::place() const {
    return m_picked == 0 ? textOf(m_bin)
                         : QStringLiteral("%1 of %2").arg(countText(m_picked), textOf(m_bin));
}

void HistogramObject::choose(int bin) {
    if (!isBin(bin) || bin == m_bin) {
        return;
    }
    m_bin = bin;
    m_picks = false;
    m_work.start([trace = m_trace, content = m_content, bin] {
        const auto slices =
            content->histogram.slicesIn(static_cast<std::size_t>(bin), content->slices);
        return Made{nullptr, litOf(trace, slices)};
    });
}

void HistogramObject::pick(int bin) {
    if (isBin(bin) && bin == m_bin && m_lit) {
        pickNext();
    } else if (isBin(bin)) {
        choose(bin);
        m_picks = true;
    }
}

void HistogramObject::pickNext() {
    if (m_lit && m_lit->count() > 0) {
        m_picked = m_picked % m_lit->count() + 1;
        Q_EMIT litChanged();
        Q_EMIT picked(static_cast<qint64>(m_lit->byTime()[m_picked - 1].index()));
    }
}

}  // namespace gaplight::ui
