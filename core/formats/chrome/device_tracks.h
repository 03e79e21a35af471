// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/text_hash.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// Finds the work of GPUs where a writer does not mark it as Kineto does, by what its processes are:
//
//   written by                  process                      device, stream
//   unitrace (Level Zero)       HOST<node>                   calls of the host
//                               DEVICE<node>[bus] #0         in the order of the file; its threads
//   rocprof 1                   CPU HIP API, CPU HSA API     calls of the host
//                               GPU0, COPY                   0; thread
//   autograd profiler (to 2021) pid "CPU functions"          operators of the host
//                               pid "CUDA functions"         thread; 0
//   ONNX Runtime                any                          0; args.stream, where the thread is
//   none
//
// Kinds go to events whose category says none, and to unitrace's, which calls what the host does
// cpu_op and what a GPU does gpu_op. Events come batch by batch in the file's order; writers put
// the names of processes first.
class DeviceTracks {
public:
    // O(rows) where a process is one of these, else O(metadata + GPU rows).
    void apply(EventBatch& batch);

private:
    struct Place {
        bool isGpu = false;
        std::int32_t device = -1;  // -1: the number of the thread
        std::int32_t stream = 0;
    };

    std::optional<Place> placeOfProcess(std::string_view name);
    std::optional<Place> placeOfTrack(const EventBatch& batch, const BatchTrackKey& key);
    void takeNames(const EventBatch& batch);

    std::unordered_map<std::string, Place, TextHash> m_processes;       // by pid
    std::unordered_map<std::string, std::int32_t, TextHash> m_streams;  // by pid, a space, tid
    std::unordered_map<std::string, std::int32_t, TextHash> m_devices;  // of unitrace, by name
};

}  // namespace gaplight
