// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/formats/nsight/nsight_names.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// Tracks of an Nsight Systems export in the batches that its events are added to, with the names of
// threads, processes and GPUs.
class NsightTracks {
public:
    explicit NsightTracks(const NsightNames& names) : m_names(names) {}

    // Of a host thread; without an id, thread 0 of process 0.
    [[nodiscard]] BatchTrack thread(EventBatch& batch, std::optional<std::int64_t> globalTid);
    // Of a stream. Streams of several processes on one GPU are kept apart.
    [[nodiscard]] BatchTrack stream(EventBatch& batch, NsightProcess process, std::int32_t gpu,
                                    std::int64_t stream);
    // Of synchronizations with the streams of a GPU. Not the streams themselves: a wait of the host
    // overlaps the kernels that it waits for.
    [[nodiscard]] BatchTrack waits(EventBatch& batch, NsightProcess process, std::int32_t gpu);
    // Processes count from 0 in the order of their first use here.
    [[nodiscard]] std::uint32_t processNumber(NsightProcess process);
    // The next event is added to another batch.
    void endBatch();

private:
    [[nodiscard]] BatchTrack named(EventBatch& batch, const std::string& pid,
                                   const std::string& tid);

    const NsightNames& m_names;
    std::unordered_map<std::int64_t, BatchTrack> m_threads;          // of the batch, by globalTid
    std::unordered_map<std::string, BatchTrack> m_named;             // of the batch, by pid and tid
    std::unordered_map<std::int64_t, std::uint32_t> m_processes;     // by NsightProcess::key
    std::unordered_map<std::int64_t, std::uint32_t> m_processOfGpu;  // the first of each GPU
};

}  // namespace gaplight
