// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/batch_tracks.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace gaplight {

void BatchTracks::endBatch() {
    m_named.clear();
    m_threads.clear();
    m_streams.clear();
}

std::uint32_t BatchTracks::processNumber(std::int64_t key) {
    return m_processes.try_emplace(key, static_cast<std::uint32_t>(m_processes.size()))
        .first->second;
}

void BatchTracks::addName(EventBatch& batch, TrackFact fact, BatchTrack track,
                          std::string_view name) {
    batch.metadata.push_back({fact, track, batch.strings.intern(name), 0});
}

BatchTrack BatchTracks::find(EventBatch& batch, std::string_view pid, std::string_view tid) {
    const auto [at, isNew] = m_named.try_emplace(fmt::format("{}/{}", pid, tid));
    if (isNew) {
        batch.tracks.push_back({batch.strings.intern(pid), batch.strings.intern(tid)});
        at->second = BatchTrack(batch.tracks.size() - 1);
    }
    return at->second;
}

BatchTrack BatchTracks::waits(EventBatch& batch, std::string_view pid, std::int32_t gpu) {
    return find(batch, pid, fmt::format("waits for GPU {}", gpu));
}

BatchTrack BatchTracks::stream(EventBatch& batch, const LaunchingProcess& process, std::int32_t gpu,
                               std::int32_t stream) {
    const auto [at, isNew] = m_streams.try_emplace(StreamKey{process.number, gpu, stream});
    if (!isNew) {
        return at->second;
    }
    // Streams of a second process on the same GPU may have the same numbers.
    const std::uint32_t first = m_processOfGpu.try_emplace(gpu, process.number).first->second;
    const std::string tid = stream < 0 ? "unknown stream"
                            : process.number == first
                                ? fmt::format("stream {}", stream)
                                : fmt::format("process {} stream {}", process.pid, stream);
    at->second = ofGpu(batch, gpu, tid);
    return at->second;
}

BatchTrack BatchTracks::ofGpu(EventBatch& batch, std::int32_t gpu, std::string_view tid) {
    const std::size_t before = batch.tracks.size();
    const BatchTrack track = find(batch, fmt::format("GPU {}", gpu), tid);
    const auto properties =
        std::find_if(m_gpus.begin(), m_gpus.end(),
                     [&](const DeviceProperties& one) { return one.gpu.device == gpu; });
    if (batch.tracks.size() > before && properties != m_gpus.end() && !properties->name.empty()) {
        addName(batch, TrackFact::ProcessName, track, properties->name);
    }
    return track;
}

namespace {

constexpr std::string_view kSequence = ", seq = ";
constexpr std::string_view kOperator = ", op_id = ";

// The text in front of such a mark and a number; empty where there is none.
std::string_view nameBefore(std::string_view text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    const std::string_view rest =
        at == std::string_view::npos ? std::string_view() : text.substr(at + mark.size());
    const bool isNumber = !rest.empty() && rest.front() >= '0' && rest.front() <= '9';
    return isNumber ? text.substr(0, at) : std::string_view();
}

}  // namespace

std::string_view withoutVersion(std::string_view name) {
    const std::size_t at = name.rfind("_v");
    const bool isVersion = at != std::string_view::npos && at + 2 < name.size() &&
                           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                                       name.end(), [](char c) { return c >= '0' && c <= '9'; });
    return isVersion ? name.substr(0, at) : name;
}

MarkerLabel labelMarker(std::string_view text, std::string_view library, std::string_view domain) {
    // What torch.autograd.profiler.emit_nvtx adds. Only what autograd counts has a sequence number,
    // functions of the program ("FlashAttnFunc") like operators of PyTorch.
    if (const std::string_view name = nameBefore(text, kSequence); !name.empty()) {
        return {name, "cpu_op", SliceKind::CpuOp};
    }
    if (const std::string_view name = nameBefore(text, kOperator); !name.empty()) {
        if (name.find("::") != std::string_view::npos) {
            return {name, "cpu_op", SliceKind::CpuOp};
        }
        text = name;
    }
    return {text, domain.empty() ? std::string(library) : fmt::format("{} {}", library, domain),
            SliceKind::UserAnnotation};
}

}  // namespace gaplight
