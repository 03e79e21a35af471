// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_batch.h"

#include <array>
#include <cstddef>
#include <string>

namespace gaplight {

std::string_view NsightBatch::textOf(const TableRow& row, int column) const {
    const std::string_view own = row.values.text(column);
    return own.empty() ? m_names.text(row.values.integer(column).value_or(-1)) : own;
}

BatchTrack NsightBatch::addTrack(std::int64_t globalTid, ThreadTrack which) {
    constexpr std::array<std::string_view, 3> kSuffixes{"", " state", " samples"};
    const std::string suffix(kSuffixes.at(static_cast<std::size_t>(which)));
    const NsightProcess process = NsightProcess::ofGlobalId(globalTid);
    const std::string tid = std::to_string(globalTid & 0xff'ffff);
    const BatchTrack track = tracks().find(events(), std::to_string(process.pid()), tid + suffix);
    const auto number =
        m_threadNumbers
            .try_emplace(globalTid, static_cast<std::int64_t>(m_threadNumbers.size()) + 1)
            .first->second;
    constexpr std::int64_t kTracksPerThread = kSuffixes.size();
    events().metadata.push_back({TrackFact::ThreadSortIndex,
                                 track,
                                 {},
                                 number * kTracksPerThread + static_cast<std::int64_t>(which)});
    const auto name = m_names.threadNames().find(globalTid);
    if (name != m_names.threadNames().end() || !suffix.empty()) {
        const std::string& own = name == m_names.threadNames().end() ? tid : name->second;
        BatchTracks::addName(events(), TrackFact::ThreadName, track, own + suffix);
    }
    if (const auto command = m_names.processNames().find(process.key);
        command != m_names.processNames().end()) {
        BatchTracks::addName(events(), TrackFact::ProcessName, track, command->second);
    }
    return track;
}

BatchTrack NsightBatch::trackOf(std::int64_t globalTid, ThreadTrack which) {
    // Global ids have no bits as high as these, so the keys are those of no other thread.
    const std::uint64_t bits = static_cast<std::uint64_t>(which) << 62U;
    BatchTrack& track =
        tracks().thread(static_cast<std::int64_t>(static_cast<std::uint64_t>(globalTid) ^ bits));
    if (!track.isValid()) {
        track = addTrack(globalTid, which);
    }
    return track;
}

BatchTrack NsightBatch::threadOf(std::optional<std::int64_t> globalTid) {
    return trackOf(globalTid.value_or(0), ThreadTrack::Own);
}

BatchTrack NsightBatch::stateOf(std::int64_t globalTid) {
    return trackOf(globalTid, ThreadTrack::State);
}

BatchTrack NsightBatch::samplesOf(std::int64_t globalTid) {
    return trackOf(globalTid, ThreadTrack::Samples);
}

BatchTrack NsightBatch::gpuMetricsOf(std::int64_t typeId) {
    const auto gpu = static_cast<std::int32_t>(typeId & 0xff);
    return tracks().ofGpu(events(), gpu, "metrics");
}

std::optional<std::uint32_t> NsightBatch::addGpuRow(const TableRow& row, std::string_view name,
                                                    std::string_view category, SliceKind kind) {
    const std::optional<Span> span = spanOf(row);
    if (!span) {
        return std::nullopt;
    }
    const NsightProcess process = NsightProcess::ofGlobalId(row.values.integer(5).value_or(0));
    m_gpuProcess = m_gpuProcess ? m_gpuProcess : process;
    m_hasOtherGpuProcess = m_hasOtherGpuProcess || *m_gpuProcess != process;
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
