// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/text_hash.h"
#include "core/formats/chrome/batch_writer.h"
#include "core/formats/chrome/json/json_token.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// Reads those args of an event that have a column, by the keys that JAX and XLA write. Their events
// have no category. A GPU's events do not say which GPU they ran on: XlaTracks adds its number to
// their correlations. True where the event is a step.
bool promoteXlaArgs(const Token& args, std::uint32_t slice, BatchWriter& writer);

// Sets the kinds of events that have none, by the names of their processes:
//
//   written by         process                          thread
//   JAX, XLA           /device:GPU:0                    Stream #14(Compute)  a stream
//                                                       any other            annotations of the GPU
//   the same           /device:TPU:0                    XLA Ops              a stream
//                      /host:CPU                        any                  a thread
//   TensorFlow (2018)  /device:GPU:0/stream:14 Compute  any                  a stream
//                      .../device:CPU:0 Compute         any                  a thread
//
// TensorFlow's processes "stream:all" and "memcpy" repeat the streams, and stay what they are.
// Events come batch by batch in the file's order; writers put the names first.
class XlaTracks {
public:
    // O(rows) where a process has such a name, else O(metadata).
    void apply(EventBatch& batch);

private:
    enum class Role : std::uint8_t { Host, Gpu, Stream };
    struct Place {
        Role role = Role::Host;
        std::int32_t device = -1;
        std::int32_t stream = -1;
        std::string gpu;  // "/device:GPU:0", name of the process that a GPU's events get
    };

    static std::optional<Place> placeOfProcess(std::string_view name);
    void takeNames(const EventBatch& batch);
    void nameStreams(EventBatch& batch) const;
    std::optional<Place> placeOfTrack(const EventBatch& batch, const BatchTrackKey& key) const;
    static void setKinds(EventBatch& batch, const std::vector<std::optional<Place>>& places);
    static BatchCategory categoryOf(EventBatch& batch, const Place& place, SliceKind kind);

    std::unordered_map<std::string, Place, TextHash> m_processes;      // by pid
    std::unordered_map<std::string, std::string, TextHash> m_threads;  // name by pid, a space, tid
    std::unordered_set<std::string, TextHash> m_withStreams;           // pids
};

}  // namespace gaplight
