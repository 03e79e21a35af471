// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/holder_list_model.h"

#include <algorithm>

#include "core/scene/model/name_table.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
HolderListModel::HolderListModel(const MemorySelection& selection, QObject* parent)
    : RowListModel(
          {{"line", [this](const MemoryHolder& holder) { return lineOf(holder); }},
           {"name",
            [this](const MemoryHolder& holder) {
                return holder.frame.isValid()
                           ? toQString(m_data->assessment().frames.label(holder.frame))
                           : lineOf(holder);
            }},
           {"bytes", [](const MemoryHolder& holder) { return memoryText(holder.bytes); }},
           // Of all that is held, 0 to 1, and as text.
           {"share",
            [this](const MemoryHolder& holder) {
                return static_cast<double>(holder.bytes) / static_cast<double>(m_total);
            }},
           {"percent",
            [this](const MemoryHolder& holder) {
                return percentText(static_cast<double>(holder.bytes) /
                                   static_cast<double>(m_total));
            }},
           {"blocks",
            [](const MemoryHolder& holder) {
                return holder.count == 1
                           ? QStringLiteral("1 allocation")
                           : QStringLiteral("%1 allocations, the largest %2")
                                 .arg(countText(holder.count), memoryText(holder.largest));
            }},
           // Its largest allocation.
           {"example",
            [](const MemoryHolder& holder) { return static_cast<qint64>(holder.example); }},
           // Of its rectangles: a hue in degrees; -1: gray.
           {"hue",
            [this](const MemoryHolder& holder) {
                return holder.frame.isValid()
                           ? int{nameColor(m_data->assessment().frames.text(holder.frame))
                                     .degrees()}
                           : -1;
            }}},
          parent),
      m_selection(selection) {
    connect(&selection, &MemorySelection::measuredChanged, this, &HolderListModel::reload);
}

void HolderListModel::reload() {
    const SharedMoment& measured = m_selection.measured();
    std::vector<MemoryHolder> holders;
    m_total = 1;
    m_data = measured ? measured->data : nullptr;
    if (measured) {
        m_total = std::max<std::int64_t>(1, measured->model().allocated[measured->moment]);
        const std::size_t rows = std::min(measured->holders.size(), kMaxRows);
        holders.assign(measured->holders.begin(),
                       measured->holders.begin() + static_cast<std::ptrdiff_t>(rows));
    }
    resetRows(std::move(holders));
    Q_EMIT contentChanged();
}

QString HolderListModel::lineOf(const MemoryHolder& holder) const {
    const bool isOld = holder.fromBefore == holder.count && !holder.frame.isValid();
    return isOld ? QStringLiteral("allocated before the history")
                 : toQString(m_data->assessment().frames.text(holder.frame));
}

}  // namespace gaplight::ui
