// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_table_models.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/scene/model/name_table.h"

namespace gaplight::ui {
namespace {

Table tableOfHolders(const MeasuredMoment& measured) {
    constexpr std::size_t kMaxRows = 500;  // later ones hold next to nothing
    const auto holders =
        std::span(measured.holders).first(std::min(measured.holders.size(), kMaxRows));
    const OwnFrames& frames = measured.data->assessment().frames;
    const auto lineOf = [&](const MemoryHolder& holder) {
        return holder.fromBefore == holder.count && !holder.frame.isValid()
                   ? std::string("allocated before the history")
                   : frames.text(holder.frame);
    };
    Table table = tableOf(
        holders, column("line", "", Unit::Code, lineOf),
        column("", "line", Unit::Code,
               [&](auto& holder) {
                   return holder.frame.isValid() ? frames.label(holder.frame) : lineOf(holder);
               }),
        column("bytes", "held", Unit::Bytes, &MemoryHolder::bytes),
        column("share", "share", Unit::Share,
               [&](auto& holder) {
                   return ShareValue{holder.bytes, measured.model().allocated[measured.moment]};
               }),
        column("count", "blocks", Unit::Count, &MemoryHolder::count),
        column("largest", "largest", Unit::Bytes, &MemoryHolder::largest));
    for (std::size_t row = 0; row < holders.size(); ++row) {
        const MemoryHolder& holder = holders[row];
        table.rows[row].target = holder.example;
        table.rows[row].swatch = std::to_string(
            holder.frame.isValid() ? int{nameColor(frames.text(holder.frame)).degrees()} : -1);
        table.rows[row].tip = lineOf(holder) + "\n" +
                              gaplight::countText(holder.count, "allocation", "allocations") +
                              ", the largest " + gaplight::bytesText(holder.largest);
    }
    return table;
}

struct MemoryRangeRow {
    const RangeMemory& memory;
    bool isStep;
    // Bytes held at its end, less those at the end of the step before (the first step has none),
    // or, of an annotation, at its start.
    std::optional<std::int64_t> growth;
};

Table tableOfRanges(const MemoryData& data, std::size_t device) {
    const DeviceMemoryFacts& facts = data.facts(device);
    std::vector<MemoryRangeRow> rows;
    std::optional<std::int64_t> before;
    for (const RangeMemory& step : facts.steps) {
        rows.push_back({step, true, before ? std::optional(step.growth(*before)) : before});
        before = step.heldAtEnd;
    }
    for (const RangeMemory& one : facts.annotations) {
        rows.push_back({one, false, one.growth(data.model(device).allocated[one.begin])});
    }
    Table table = tableOf(
        rows,
        column("kind", "kind", Unit::Heading,
               [](auto& row) { return row.isStep ? "Steps" : "Annotations"; }),
        column("name", "name", Unit::Code, [](auto& row) { return row.memory.label; }),
        column("start_ns", "start", Unit::SinceStart,
               [&](auto& row) { return data.sinceOrigin(device, row.memory.begin); }),
        column("allocated", "allocated", Unit::Bytes,
               [](auto& row) { return row.memory.allocatedBytes; }),
        column("allocations", "allocations", Unit::Count,
               [](auto& row) { return row.memory.allocations; }),
        column("freed", "freed", Unit::Bytes, [](auto& row) { return row.memory.freedBytes; }),
        column("peak", "peak", Unit::Bytes, [](auto& row) { return row.memory.peak; }),
        column("held_at_end", "held at end", Unit::Bytes,
               [](auto& row) { return row.memory.heldAtEnd; }),
        column("growth", "growth", Unit::Bytes, [](auto& row) { return row.growth; }));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        table.rows[row].target = static_cast<std::int64_t>(row);
    }
    return table;
}

}  // namespace

HolderTableModel::HolderTableModel(MemorySelection& selection, QObject* parent)
    : TableModel(parent), m_selection(selection) {
    connect(&selection, &MemorySelection::measuredChanged, this, &HolderTableModel::reload);
    connect(this, &TableModel::chosen, &selection, &MemorySelection::goToAllocation);
}

void HolderTableModel::reload() {
    const SharedMoment& measured = m_selection.measured();
    setTable(measured ? tableOfHolders(*measured) : Table());
}

MemoryRangeModel::MemoryRangeModel(MemorySelection& selection, QObject* parent)
    : TableModel(parent), m_selection(selection) {
    connect(&selection.memory(), &MemoryObject::dataChanged, this, &MemoryRangeModel::reload);
    connect(this, &TableModel::chosen, this, &MemoryRangeModel::goTo);
}

void MemoryRangeModel::reload() {
    const MemoryObject& memory = m_selection.memory();
    setTable(memory.data() ? tableOfRanges(*memory.data(), memory.deviceIndex()) : Table());
}

void MemoryRangeModel::goTo(qint64 target) {
    const MemoryObject& memory = m_selection.memory();
    const DeviceMemoryFacts& facts = memory.data()->facts(memory.deviceIndex());
    const auto at = static_cast<std::size_t>(target);
    const RangeMemory& range =
        at < facts.steps.size() ? facts.steps[at] : facts.annotations[at - facts.steps.size()];
    m_selection.goToRange(range.begin, range.end);
}

}  // namespace gaplight::ui
