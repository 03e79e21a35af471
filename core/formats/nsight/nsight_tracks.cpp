// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_tracks.h"

#include <algorithm>

#include <fmt/format.h>

namespace gaplight {

void NsightTracks::endBatch() {
    m_threads.clear();
    m_named.clear();
}

std::uint32_t NsightTracks::processNumber(NsightProcess process) {
    return m_processes.try_emplace(process.key, static_cast<std::uint32_t>(m_processes.size()))
        .first->second;
}

BatchTrack NsightTracks::named(EventBatch& batch, const std::string& pid, const std::string& tid) {
    const auto [at, isNew] = m_named.try_emplace(pid + '/' + tid);
    if (isNew) {
        batch.tracks.push_back({batch.strings.intern(pid), batch.strings.intern(tid)});
        at->second = BatchTrack(batch.tracks.size() - 1);
    }
    return at->second;
}

BatchTrack NsightTracks::waits(EventBatch& batch, NsightProcess process, std::int32_t gpu) {
    return named(batch, std::to_string(process.pid()), fmt::format("waits for GPU {}", gpu));
}

BatchTrack NsightTracks::thread(EventBatch& batch, std::optional<std::int64_t> globalTid) {
    const std::int64_t id = globalTid.value_or(0);
    const auto [at, isNew] = m_threads.try_emplace(id);
    if (!isNew) {
        return at->second;
    }
    const NsightProcess process = NsightProcess::ofGlobalId(id);
    at->second = named(batch, std::to_string(process.pid()), std::to_string(id & 0xff'ffff));
    const auto addName = [&](TrackFact fact, std::string_view text) {
        batch.metadata.push_back({fact, at->second, batch.strings.intern(text), 0});
    };
    if (const auto name = m_names.threadNames().find(id); name != m_names.threadNames().end()) {
        addName(TrackFact::ThreadName, name->second);
    }
    if (const auto name = m_names.processNames().find(process.key);
        name != m_names.processNames().end()) {
        addName(TrackFact::ProcessName, name->second);
    }
    return at->second;
}

BatchTrack NsightTracks::stream(EventBatch& batch, NsightProcess process, std::int32_t gpu,
                                std::int64_t stream) {
    // Streams of a second process on the same GPU may have the same numbers.
    const std::uint32_t number = processNumber(process);
    const std::uint32_t first = m_processOfGpu.try_emplace(gpu, number).first->second;
    std::string tid = fmt::format("stream {}", stream);
    if (number != first) {
        tid = fmt::format("process {} stream {}", process.pid(), stream);
    }
    const std::size_t before = batch.tracks.size();
    const BatchTrack track = named(batch, fmt::format("GPU {}", gpu), tid);
    if (batch.tracks.size() > before) {
        const auto& gpus = m_names.gpus();
        const auto at = std::find_if(gpus.begin(), gpus.end(), [&](const DeviceProperties& one) {
            return one.gpu.device == gpu;
        });
        if (at != gpus.end() && !at->name.empty()) {
            batch.metadata.push_back(
                {TrackFact::ProcessName, track, batch.strings.intern(at->name), 0});
        }
    }
    return track;
}

}  // namespace gaplight
