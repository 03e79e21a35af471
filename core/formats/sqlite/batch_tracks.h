// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/id.h"
#include "core/base/text_hash.h"
#include "core/trace/event_batch.h"
#include "core/trace/slice_table.h"
#include "core/trace/trace.h"

namespace gaplight {

// The process that launched work on a GPU.
struct LaunchingProcess {
    std::uint32_t number = 0;  // by BatchTracks::processNumber
    std::string_view pid;      // as shown
};

// Tracks in the batches that the rows of a database are added to. A track is added to a batch when
// it is first used there, with its names.
class BatchTracks {
public:
    // `gpus` must outlive this.
    explicit BatchTracks(std::span<const DeviceProperties> gpus) : m_gpus(gpus) {}

    // The track of a process and a thread, by their texts.
    [[nodiscard]] BatchTrack find(EventBatch& batch, std::string_view pid, std::string_view tid);
    // The track of a stream. Streams of several processes on one GPU are kept apart.
    [[nodiscard]] BatchTrack stream(EventBatch& batch, const LaunchingProcess& process,
                                    std::int32_t gpu, std::int32_t stream);
    // The track of anything else that belongs to a GPU.
    [[nodiscard]] BatchTrack ofGpu(EventBatch& batch, std::int32_t gpu, std::string_view tid);
    // The track of synchronizations with the streams of a GPU. They are not on the streams' tracks:
    // a wait of the host overlaps the kernels that it waits for.
    [[nodiscard]] BatchTrack waits(EventBatch& batch, std::string_view pid, std::int32_t gpu);
    // The track of a host thread, by any key of the format; invalid until the caller sets it in
    // this batch.
    [[nodiscard]] BatchTrack& thread(std::int64_t key) { return m_threads[key]; }
    static void addName(EventBatch& batch, TrackFact fact, BatchTrack track, std::string_view name);

    // Processes count from 0 in the order of their first use here, by any key of the format.
    [[nodiscard]] std::uint32_t processNumber(std::int64_t key);
    // The next event is added to another batch.
    void endBatch();

private:
    struct StreamKey {
        std::uint32_t process = 0;
        std::int32_t gpu = 0;
        std::int32_t stream = 0;
        friend auto operator<=>(const StreamKey&, const StreamKey&) = default;
    };

    std::span<const DeviceProperties> m_gpus;
    // Of the batch.
    std::unordered_map<std::string, BatchTrack, TextHash> m_named;  // by pid and tid
    std::unordered_map<std::int64_t, BatchTrack, IdHash> m_threads;
    std::map<StreamKey, BatchTrack> m_streams;
    // Of all batches.
    std::unordered_map<std::int64_t, std::uint32_t, IdHash> m_processes;
    std::unordered_map<std::int32_t, std::uint32_t, IdHash> m_processOfGpu;  // the first of each
};

// "cudaLaunchKernel_v7000" is cudaLaunchKernel.
[[nodiscard]] std::string_view withoutVersion(std::string_view name);

// How a range of NVTX or ROCTX appears in a trace.
struct MarkerLabel {
    std::string_view name;  // of the text
    std::string category;
    SliceKind kind = SliceKind::UserAnnotation;
};
// An annotation in the category `library` ("nvtx"), or "nvtx DOMAIN"; but an operator where
// torch.autograd.profiler.emit_nvtx wrote "aten::add, op_id = 5" or, with or without "::", a
// sequence number: "FlashAttnFunc, seq = 3, op_id = 5". These numbers are no part of an
// annotation's name either: "nccl:all_reduce, op_id = 7".
[[nodiscard]] MarkerLabel labelMarker(std::string_view text, std::string_view library,
                                      std::string_view domain);

}  // namespace gaplight
