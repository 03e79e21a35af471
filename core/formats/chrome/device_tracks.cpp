// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/device_tracks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include <fmt/format.h>

namespace gaplight {
namespace {

constexpr std::string_view kFunctions = " functions";
constexpr std::string_view kGpuProcess = "GPU";

// The number that a text is, or nothing.
std::optional<std::int32_t> wholeNumber(std::string_view text) {
    std::int32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc{} && end == text.data() + text.size() && number >= 0;
    return isWhole ? std::optional(number) : std::nullopt;
}

bool isHost(std::string_view process) {
    return process.starts_with("HOST<") || process == "CPU HIP API" || process == "CPU HSA API" ||
           process == "CPU functions";
}

// "hipLaunchKernel", "zeCommandQueueSynchronize", "hsa_signal_create".
bool isCallOfApi(std::string_view name) {
    constexpr std::array<std::string_view, 6> kApis{"hip", "ze", "cl", "ur", "cuda", "cu"};
    return name.starts_with("hsa_") || std::ranges::any_of(kApis, [&](std::string_view api) {
               return name.size() > api.size() && name.starts_with(api) &&
                      name[api.size()] >= 'A' && name[api.size()] <= 'Z';
           });
}

// Of an event on a GPU. Barriers and events that a GPU runs have the names of their calls.
SliceKind kindOnGpu(std::string_view name) {
    const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
    return has("emcpy") || has("MemoryCopy") || name.starts_with("Copy") ? SliceKind::Memcpy
           : has("emset") || has("MemoryFill")                           ? SliceKind::Memset
           : isCallOfApi(name)                                           ? SliceKind::Other
                                                                         : SliceKind::Kernel;
}

// Moves activities that know their stream, but whose thread is not named for it, to a track of
// their own: ONNX Runtime writes them on the thread that ran the operator, or on thread -1.
void separateStreams(EventBatch& batch) {
    for (GpuBatchRow& row : batch.gpu) {
        if (row.device >= 0 || row.stream < 0) {
            continue;
        }
        BatchTrack& track = batch.slices.track[row.slice];
        const std::string_view tid = batch.strings.view(batch.tracks[track.index()].tid);
        const std::string stream = std::to_string(row.stream);
        if (tid == stream || tid == "stream " + stream || tid == "stream " + stream + " ") {
            continue;
        }
        row.device = 0;
        const BatchTrackKey key{batch.strings.intern("GPU 0"), batch.strings.intern(stream)};
        const auto known = std::ranges::find(batch.tracks, key);
        track = BatchTrack(static_cast<std::size_t>(known - batch.tracks.begin()));
        if (known == batch.tracks.end()) {
            batch.tracks.push_back(key);
            batch.metadata.push_back(
                {TrackFact::ThreadName, track, batch.strings.intern("stream " + stream), 0});
        }
    }
}

}  // namespace

std::optional<DeviceTracks::Place> DeviceTracks::placeOfProcess(std::string_view name) {
    if (isHost(name)) {
        return Place{};
    }
    if (name.starts_with("DEVICE<")) {
        const auto next = static_cast<std::int32_t>(m_devices.size());
        return Place{true, m_devices.try_emplace(std::string(name), next).first->second};
    }
    if (name == "COPY") {
        return Place{true, 0};
    }
    if (name.starts_with(kGpuProcess)) {
        const auto device = wholeNumber(name.substr(kGpuProcess.size()));
        return device ? std::optional(Place{true, *device}) : std::nullopt;
    }
    return name == "CUDA functions" || name == "HIP functions" || name == "XPU functions"
               ? std::optional(Place{true})
               : std::nullopt;
}

void DeviceTracks::takeNames(const EventBatch& batch) {
    for (const MetadataBatchRow& row : batch.metadata) {
        if (row.fact == TrackFact::ProcessName) {
            if (const auto place = placeOfProcess(batch.strings.view(row.text))) {
                const BatchString pid = batch.tracks[row.track.index()].pid;
                m_processes[std::string(batch.strings.view(pid))] = *place;
            }
        }
    }
    for (const BatchTrackKey& key : batch.tracks) {
        const std::string_view pid = batch.strings.view(key.pid);
        if (pid.ends_with(kFunctions)) {
            if (const auto place = placeOfProcess(pid)) {
                m_processes[std::string(pid)] = *place;
            }
        }
    }
}

std::optional<DeviceTracks::Place> DeviceTracks::placeOfTrack(const EventBatch& batch,
                                                              const BatchTrackKey& key) {
    const std::string pid(batch.strings.view(key.pid));
    const auto process = m_processes.find(pid);
    if (process == m_processes.end()) {
        return std::nullopt;
    }
    Place place = process->second;
    const std::string_view tid = batch.strings.view(key.tid);
    const auto number = wholeNumber(tid);
    if (place.isGpu && place.device < 0) {
        place.device = number.value_or(0);
    } else if (place.isGpu) {
        // Numbers of 32 bits without a sign do not fit.
        const auto next = static_cast<std::int32_t>(m_streams.size());
        place.stream =
            number ? *number
                   : m_streams.try_emplace(fmt::format("{} {}", pid, tid), next).first->second;
    }
    return place;
}

void DeviceTracks::apply(EventBatch& batch) {
    separateStreams(batch);
    takeNames(batch);
    if (m_processes.empty()) {
        return;
    }
    // Of tracks that have slices: others, as those of names, would take numbers of streams.
    std::vector<std::optional<Place>> places(batch.tracks.size());
    std::vector<bool> isKnown(batch.tracks.size());
    for (const BatchTrack track : batch.slices.track) {
        if (!isKnown[track.index()]) {
            isKnown[track.index()] = true;
            places[track.index()] = placeOfTrack(batch, batch.tracks[track.index()]);
        }
    }
    std::array<BatchCategory, static_cast<std::size_t>(SliceKind::TraceSpan) + 1> ofKind;
    SliceBatch& slices = batch.slices;
    for (std::uint32_t slice = 0; slice < slices.start.size(); ++slice) {
        const std::optional<Place>& place = places[slices.track[slice].index()];
        const BatchCategoryRow& category = batch.categories[slices.category[slice].index()];
        const bool isUnmarked = category.kind == SliceKind::Other ||
                                (place && !place->isGpu && category.kind == SliceKind::CpuOp);
        if (!place || !isUnmarked) {
            continue;
        }
        const std::string_view name = batch.strings.view(slices.name[slice]);
        const SliceKind kind = place->isGpu        ? kindOnGpu(name)
                               : isCallOfApi(name) ? SliceKind::Runtime
                                                   : SliceKind::CpuOp;
        BatchCategory& known = ofKind[static_cast<std::size_t>(kind)];
        if (!known.isValid()) {  // categories of flows may be many
            known = batch.category(place->isGpu                 ? "gpu"
                                   : kind == SliceKind::Runtime ? "api"
                                                                : "host",
                                   kind);
        }
        slices.category[slice] = known;
        if (isGpuActivity(kind)) {
            batch.gpu.push_back({slice, place->device, place->stream});
        }
    }
    std::ranges::stable_sort(batch.gpu, {}, &GpuBatchRow::slice);
}

}  // namespace gaplight
