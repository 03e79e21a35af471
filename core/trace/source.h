// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/trace/ids.h"

namespace gaplight {

// A communicator of torch.distributed, as a source describes it.
struct ProcessGroup {
    std::string name;         // "0"
    std::string description;  // "default_pg"
    std::string backend;      // "cuda:nccl"
    std::vector<int> ranks;
};

// How the times of a source were moved to the trace's axis:
// axis = time + offsetNs, and driftPpm ns more for each ms since the source's first event.
struct SourceClock {
    std::int64_t epochNs = 0;  // of the source's time 0 since the Unix epoch; 0: not recorded
    std::int64_t offsetNs = 0;
    double driftPpm = 0;
    std::int64_t uncertaintyNs = 0;
    bool isCalibrated = true;  // false: beside other sources its times mean nothing
};

// Where events come from: one file, of any format. Numbers that a source gives (process, thread,
// device, stream, correlation, flow, event) mean something within that source only.
struct Source {
    std::string path;
    std::string format;       // "kineto-json"
    std::optional<int> rank;  // empty: not recorded (also below)
    std::optional<int> worldSize;
    std::string host;  // name of the machine
    std::vector<ProcessGroup> processGroups;
    SourceClock clock;
};

// "rank 1" where every source has a rank of its own, else "source 1", counted from 0.
[[nodiscard]] std::string sourceLabel(std::span<const Source> sources, SourceId source);

}  // namespace gaplight
