// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/range_grouping.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/intervals.h"
#include "core/index/range_slices.h"
#include "core/report/facts/range_report.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

// Columns of rangeTable(), among those shown.
constexpr int kSelfColumn = 2;
constexpr int kTotalColumn = 4;

constexpr std::chrono::milliseconds kProgressInterval{100};
constexpr std::size_t kLooksEvery = 4096;  // slices between looks at the stop token

Table nameTable(const RangeGrouping::Input& input, bool showsAll) {
    const Trace& trace = *input.trace->session().trace;
    const SceneModel model = input.trace->model();
    std::vector<NamedRangeRow> rows;
    for (std::size_t at = 0; at < input.tables.names.size(); ++at) {
        if (!showsAll && input.uses[at] != RangeNameUse::Work) {
            continue;
        }
        const RangeName& name = input.tables.names[at];
        rows.push_back(
            {std::string(trace.text(name.name)),
             std::string(model.names->label(name.name)) + (name.isOnGpu ? " · on the GPU" : ""),
             name.row});
    }
    return rangeTable(rows, input.tables.range.length());
}

// "[[4096, 50], [50, 64], []]" of shapes stays as recorded: it is what a search for it needs.
std::string valueText(const Trace& trace, const PivotGroup& group) {
    return group.track.isValid() ? toStdString(trackText(trace, group.track)) : group.value;
}

Table pivotTable(const RangeGrouping::Input& input, const RangePivot& pivot,
                 std::string_view title) {
    std::vector<NamedRangeRow> rows;
    for (const PivotGroup& group : pivot.groups) {
        const std::string value = valueText(*input.trace->session().trace, group);
        rows.push_back({value, value, group.row});
    }
    return rangeTable(rows, input.tables.range.length(), title);
}

Duration lengthIn(const Trace& trace, SliceId slice, TimeRange range) {
    return std::max(Duration{}, commonPart(trace.slices().range(slice), range).length());
}

}  // namespace

RangeGrouping::RangeGrouping(QObject* parent)
    : QObject(parent),
      m_keysWork([this](const Keys& keys) {
          m_readsKeys = false;
          m_keys = keys;
          Q_EMIT keysChanged();
          Q_EMIT grouped();  // its number
      }),
      m_work([this](const Answer& answer) { receive(answer); }) {
    m_rows.setTable(rangeTable({}, {}));
    m_rows.sortBy(kSelfColumn);
    m_progress.setInterval(kProgressInterval);
    connect(&m_progress, &QTimer::timeout, this, &RangeGrouping::grouped);
}

void RangeGrouping::setInput(std::shared_ptr<const Input> input) {
    m_input = std::move(input);
    m_ranks.reset();
    if (m_input && m_onRanks) {
        auto ranks = m_onRanks(m_input->tracks, m_input->tables.range);
        m_ranks = ranks.size() < 2
                      ? nullptr
                      : std::make_shared<const std::vector<RankRange>>(std::move(ranks));
    }
    m_keysWork.drop();
    m_readsKeys = false;
    m_keys.reset();
    Q_EMIT keysChanged();
    group();
}

void RangeGrouping::readKeys() {
    if (!m_input || m_keys || m_readsKeys) {
        return;
    }
    m_readsKeys = true;
    Q_EMIT keysChanged();
    m_keysWork.start([input = m_input, hasRanks = m_ranks != nullptr, stop = m_stop.get_token()] {
        auto keys = pivotKeys(input->trace->session(), {input->tracks, input->tables.range}, stop);
        if (keys && hasRanks) {
            keys->insert(keys->begin(), {PivotKey::Kind::Rank, {}});
        }
        return keys ? std::make_shared<const std::vector<PivotKey>>(*std::move(keys)) : nullptr;
    });
}

QStringList RangeGrouping::keys() const {
    QStringList titles{QStringLiteral("name")};
    if (m_keys) {
        for (const PivotKey& key : *m_keys) {
            titles << toQString(key.title());
        }
    }
    if (m_key && !titles.contains(toQString(m_key->title()))) {
        titles << toQString(m_key->title());
    }
    return titles;
}

int RangeGrouping::key() const {
    return m_key ? static_cast<int>(keys().indexOf(toQString(m_key->title()))) : 0;
}

void RangeGrouping::setKey(int key) {
    const QStringList titles = keys();
    if (key < 0 || key >= titles.size() || key == this->key()) {
        return;
    }
    if (key == 0) {
        m_key.reset();
    } else if (m_keys && static_cast<std::size_t>(key) <= m_keys->size()) {
        m_key = (*m_keys)[static_cast<std::size_t>(key) - 1];
    }
    group();
}

bool RangeGrouping::stop() {
    if (!m_isGrouping) {
        return false;
    }
    m_key.reset();
    group();
    return true;
}

void RangeGrouping::group() {
    m_stop.request_stop();
    m_stop = {};
    m_work.drop();
    m_progress.stop();
    m_pivot.reset();
    m_error.clear();
    m_chosen = -1;
    m_histogram.clear();
    m_isGrouping = m_input && m_key;
    if (m_isGrouping) {
        m_read = std::make_shared<std::atomic<double>>(0.0);
        m_progress.start();
        m_work.start([input = m_input, ranks = m_ranks, key = *m_key, read = m_read,
                      stop = m_stop.get_token()] {
            auto pivot =
                ranks && key.kind == PivotKey::Kind::Rank
                    ? pivotRanks(*ranks, stop)
                    : pivotRange(input->trace->session(), {input->tracks, input->tables.range}, key,
                                 stop, [&](double share) { read->store(share); });
            return pivot ? Answer{std::make_shared<const RangePivot>(*std::move(pivot)), {}}
                         : Answer{nullptr, toQString(pivot.error().message)};
        });
    } else {
        m_rows.setTable(table());
        if (m_rows.sorted() < 0) {
            m_rows.sortBy(kSelfColumn);
        }
    }
    Q_EMIT grouped();
}

void RangeGrouping::receive(const Answer& answer) {
    m_isGrouping = false;
    m_progress.stop();
    m_pivot = answer.pivot;
    m_error = answer.error;
    m_rows.setTable(table());
    if (m_rows.sorted() < 0) {
        m_rows.sortBy(kTotalColumn);
    }
    Q_EMIT grouped();
}

Table RangeGrouping::table() {
    if (!m_input) {
        return rangeTable({}, {});
    }
    if (!m_key) {
        return nameTable(*m_input, m_showsAll);
    }
    return pivotTable(*m_input, m_pivot ? *m_pivot : RangePivot(),
                      *m_titles.insert(m_key->title()).first);
}

void RangeGrouping::setShowsAll(bool all) {
    if (all != m_showsAll) {
        m_showsAll = all;
        group();
    }
}

QString RangeGrouping::leftOut() const {
    if (!m_input || m_key) {
        return {};
    }
    const auto countOf = [this](RangeNameUse use) {
        return std::ranges::count(m_input->uses, use);
    };
    const auto waits = countOf(RangeNameUse::IdleWait);
    QStringList parts;
    if (waits > 0) {
        parts << countText(waits, "idle wait", "idle waits");
    }
    if (countOf(RangeNameUse::Recording) > 0) {
        parts << QStringLiteral("the recording itself");
    }
    return parts.isEmpty()
               ? QString()
               : parts.join(QStringLiteral(" and ")) +
                     (m_showsAll ? QStringLiteral(" shown") : QStringLiteral(" left out"));
}

QString RangeGrouping::notice() const {
    if (m_isGrouping) {
        return QStringLiteral("grouping by %1: %2 % read, Esc stops")
            .arg(toQString(m_key->title()))
            .arg(static_cast<int>(m_read->load() * 100));
    }
    if (!m_error.isEmpty()) {
        return m_error;
    }
    return m_pivot && m_pivot->without > 0
               ? QStringLiteral("%1 without %2")
                     .arg(countText(m_pivot->without, "slice", "slices"), toQString(m_key->title()))
               : QString();
}

void RangeGrouping::choose(int row) {
    const qint64 longest = m_rows.target(row);
    if (!m_input || longest < 0 || (longest == m_chosen && m_histogram.lit())) {
        return;
    }
    m_chosen = longest;
    const QStringList cells = m_rows.value(row, "cells").toStringList();
    m_histogram.show(cells.value(0), m_input->trace, slicesOf(longest));
}

// The row is that of its longest slice: no slice is in two.
HistogramObject::Collect RangeGrouping::slicesOf(qint64 longest) const {
    const SliceId slice(static_cast<std::size_t>(longest));
    if (m_pivot) {
        return [input = m_input, pivot = m_pivot, slice](const std::stop_token&) {
            TimedSlices slices;
            for (const PivotGroup& group : pivot->groups) {
                if (group.row.longestSlice == slice) {
                    for (const SliceId one : pivot->slicesOf(group)) {
                        slices.add(one, lengthIn(*input->trace->session().trace, one,
                                                 input->tables.range));
                    }
                }
            }
            return slices;
        };
    }
    return [input = m_input, slice](const std::stop_token& stop) {
        const Trace& trace = *input->trace->session().trace;
        const bool isOnGpu = trace.kind(slice) == SliceKind::GpuUserAnnotation;
        TimedSlices slices;
        std::size_t seen = 0;
        bool stopped = false;
        for (const TrackId track : input->tracks) {
            forEachSliceWithin(
                trace, input->trace->session().indexes->rows, track, input->tables.range,
                [&](SliceId one) {
                    stopped = stopped || (++seen % kLooksEvery == 0 && stop.stop_requested());
                    if (!stopped && trace.slices().name(one) == trace.slices().name(slice) &&
                        (trace.kind(one) == SliceKind::GpuUserAnnotation) == isOnGpu) {
                        slices.add(one, lengthIn(trace, one, input->tables.range));
                    }
                });
        }
        return slices;
    };
}

}  // namespace gaplight::ui
