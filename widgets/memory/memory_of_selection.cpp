// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_of_selection.h"

#include <algorithm>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

// The slice during which memory is looked at: the operator of what has one.
SliceId operatorOf(const Session& session, SliceId slice) {
    const Trace& trace = *session.trace;
    const SliceKind kind = trace.kind(slice);
    if (!isGpuActivity(kind) && !isApiCall(kind)) {
        return slice;
    }
    const SliceId call = isGpuActivity(kind) ? session.indexes->launches.launchOf(slice) : slice;
    for (SliceId at = call; at.isValid(); at = trace.slices().parent(at)) {
        if (trace.kind(at) == SliceKind::CpuOp) {
            return at;
        }
    }
    return call.isValid() ? call : slice;
}

QString memoryDuring(const MemoryData& data, std::size_t device, TimeRange range,
                     const QString& what) {
    const SnapshotPlacement& placement = *data.placement();
    const std::vector<RangeMemory> rows = memoryOfRanges(
        data.model(device), {{{}, placement.usOf(range.begin), placement.usOf(range.end)}});
    if (rows.empty()) {
        return {};
    }
    const RangeMemory& row = rows.front();
    return QStringLiteral("Memory %1: %2 allocated (%3), %4 freed, peak %5")
        .arg(what, memoryText(row.allocatedBytes),
             countText(row.allocations, "allocation", "allocations"), memoryText(row.freedBytes),
             memoryText(row.peak));
}

}  // namespace

MemoryOfSelection::MemoryOfSelection(const MemoryObject& memory, const SliceDetails& slice,
                                     const RangeDetails& range, QObject* parent)
    : QObject(parent),
      m_memory(memory),
      m_slice(slice),
      m_range(range),
      m_sliceWork([this](const QString& text) {
          m_ofSlice = text;
          Q_EMIT changed();
      }),
      m_rangeWork([this](const QString& text) {
          m_ofRange = text;
          Q_EMIT changed();
      }) {
    connect(&slice, &SliceDetails::sliceChanged, this, &MemoryOfSelection::updateSlice);
    connect(&range, &RangeDetails::rangeChanged, this, &MemoryOfSelection::updateRange);
    connect(&memory, &MemoryObject::dataChanged, this, [this] {
        updateSlice();
        updateRange();
    });
}

bool MemoryOfSelection::isPlaced() const {
    return m_memory.data() && m_memory.data()->placement() && m_memory.session().trace();
}

void MemoryOfSelection::updateSlice() {
    m_sliceWork.drop();
    m_ofSlice.clear();
    Q_EMIT changed();
    if (!isPlaced() || m_slice.slice() < 0) {
        return;
    }
    m_sliceWork.start([data = m_memory.data(), device = m_memory.deviceIndex(),
                       trace = m_memory.session().trace(), number = m_slice.slice()] {
        const Session& session = trace->session();
        const SliceId slice(static_cast<std::size_t>(number));
        const SliceId during = operatorOf(session, slice);
        return memoryDuring(
            *data, device, session.trace->slices().range(during),
            during == slice
                ? QStringLiteral("meanwhile")
                : QStringLiteral("while %1 ran").arg(toQString(session.trace->name(during))));
    });
}

void MemoryOfSelection::updateRange() {
    m_rangeWork.drop();
    m_ofRange.clear();
    Q_EMIT changed();
    if (isPlaced() && m_range.range().range) {
        m_rangeWork.start([data = m_memory.data(), device = m_memory.deviceIndex(),
                           range = *m_range.range().range] {
            return memoryDuring(*data, device, range, QStringLiteral("in the range"));
        });
    }
}

}  // namespace gaplight::ui
