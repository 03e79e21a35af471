// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_batch.h"

#include <string>

namespace gaplight {

std::string_view NsightBatch::textOf(const TableRow& row, int column) const {
    const std::string_view own = row.values.text(column);
    return own.empty() ? m_names.text(row.values.integer(column).value_or(-1)) : own;
}

BatchTrack NsightBatch::threadOf(std::optional<std::int64_t> globalTid) {
    const std::int64_t id = globalTid.value_or(0);
    BatchTrack& track = tracks().thread(id);
    if (track.isValid()) {
        return track;
    }
    const NsightProcess process = NsightProcess::ofGlobalId(id);
    track = tracks().find(events(), std::to_string(process.pid()), std::to_string(id & 0xff'ffff));
    if (const auto name = m_names.threadNames().find(id); name != m_names.threadNames().end()) {
        BatchTracks::addName(events(), TrackFact::ThreadName, track, name->second);
    }
    if (const auto name = m_names.processNames().find(process.key);
        name != m_names.processNames().end()) {
        BatchTracks::addName(events(), TrackFact::ProcessName, track, name->second);
    }
    return track;
}

std::optional<std::uint32_t> NsightBatch::addGpuRow(const TableRow& row, std::string_view name,
                                                    std::string_view category, SliceKind kind) {
    const std::optional<Span> span = spanOf(row);
    if (!span) {
        return std::nullopt;
    }
    const NsightProcess process = NsightProcess::ofGlobalId(row.values.integer(5).value_or(0));
    const std::string pid = std::to_string(process.pid());
    const Place place{{numberOf(process), pid},
                      m_names.gpuOf(process, row.values.integer(3).value_or(0)),
                      streamOf(row.values.integer(4))};
    const std::uint32_t slice = addActivity(row.event, *span, name, category, kind, place);
    addCorrelation(row.event, slice, place.process.number, row.values.integer(6));
    return slice;
}

void NsightBatch::addEventRecord(std::int64_t syncId, const RecordedEvent& event) {
    m_recordedEvents[syncId] = event;
}

const NsightBatch::RecordedEvent* NsightBatch::findEventRecord(std::int64_t syncId) const {
    const auto at = m_recordedEvents.find(syncId);
    return at == m_recordedEvents.end() ? nullptr : &at->second;
}

}  // namespace gaplight
