// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_range_model.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

bool isLess(const MemoryRangeRow& a, const MemoryRangeRow& b, MemoryRangeModel::Column column) {
    switch (column) {
        case MemoryRangeModel::Name:
            return a.memory.label < b.memory.label;
        case MemoryRangeModel::Start:
            return a.memory.begin < b.memory.begin;
        case MemoryRangeModel::Allocated:
            return a.memory.allocatedBytes < b.memory.allocatedBytes;
        case MemoryRangeModel::Freed:
            return a.memory.freedBytes < b.memory.freedBytes;
        case MemoryRangeModel::Peak:
            return a.memory.peak < b.memory.peak;
        case MemoryRangeModel::Held:
            return a.memory.heldAtEnd < b.memory.heldAtEnd;
        case MemoryRangeModel::Growth:
            break;
    }
    constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::min();
    return a.growth.value_or(kUnknown) < b.growth.value_or(kUnknown);
}

QString growthText(const std::optional<std::int64_t>& growth) {
    if (!growth) {
        return QStringLiteral("–");
    }
    const QString sign = *growth > 0   ? QStringLiteral("+")
                         : *growth < 0 ? QStringLiteral("−")
                                       : QString();
    return sign + memoryText(std::abs(*growth));
}

}  // namespace

MemoryRangeModel::MemoryRangeModel(MemorySelection& selection, QObject* parent)
    : RowListModel(
          {{"name", [](const MemoryRangeRow& row) { return toQString(row.memory.label); }},
           {"isStep", [](const MemoryRangeRow& row) { return row.isStep; }},
           {"start",
            [this](const MemoryRangeRow& row) {
                const MemoryObject& memory = m_selection.memory();
                return memory.data() ? durationText(memory.data()->sinceOrigin(memory.deviceIndex(),
                                                                               row.memory.begin))
                                     : QString();
            }},
           {"allocated",
            [](const MemoryRangeRow& row) { return memoryText(row.memory.allocatedBytes); }},
           {"blocks", [](const MemoryRangeRow& row) { return countText(row.memory.allocations); }},
           {"freed", [](const MemoryRangeRow& row) { return memoryText(row.memory.freedBytes); }},
           {"peak", [](const MemoryRangeRow& row) { return memoryText(row.memory.peak); }},
           {"held", [](const MemoryRangeRow& row) { return memoryText(row.memory.heldAtEnd); }},
           {"growth", [](const MemoryRangeRow& row) { return growthText(row.growth); }}},
          parent),
      m_selection(selection) {
    connect(&selection.memory(), &MemoryObject::dataChanged, this, &MemoryRangeModel::reload);
}

void MemoryRangeModel::reload() {
    std::vector<MemoryRangeRow> rows;
    if (const LoadedMemory& data = m_selection.memory().data()) {
        const std::size_t device = m_selection.memory().deviceIndex();
        const DeviceMemoryFacts& facts = data->facts(device);
        std::optional<std::int64_t> before;
        for (const RangeMemory& step : facts.steps) {
            rows.push_back({step, true, before ? std::optional(step.growth(*before)) : before});
            before = step.heldAtEnd;
        }
        for (const RangeMemory& one : facts.annotations) {
            rows.push_back({one, false, one.growth(data->model(device).allocated[one.begin])});
        }
    }
    arrange(std::move(rows));
}

void MemoryRangeModel::sortBy(Column column) {
    // Bytes begin with the most, names with A, times with the first.
    m_isDescending = column == m_sorted ? !m_isDescending : column != Name && column != Start;
    m_sorted = column;
    arrange(rows());
}

void MemoryRangeModel::arrange(std::vector<MemoryRangeRow> rows) {
    std::ranges::stable_sort(rows, [this](const MemoryRangeRow& a, const MemoryRangeRow& b) {
        return a.isStep != b.isStep ? a.isStep
               : m_isDescending     ? isLess(b, a, m_sorted)
                                    : isLess(a, b, m_sorted);
    });
    resetRows(std::move(rows));
    Q_EMIT contentChanged();
}

void MemoryRangeModel::goTo(int row) {
    if (isRow(row)) {
        const RangeMemory& range = this->row(row).memory;
        m_selection.goToRange(range.begin, range.end);
    }
}

}  // namespace gaplight::ui
