// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <simdjson.h>

#include "core/base/id.h"
#include "core/trace/trace.h"

namespace gaplight {

// One record of rocprofv3's JSON: a kernel, a copy or a call. Empty: not there, or no integer.
struct RocprofRecord {
    std::optional<std::int64_t> kind;
    std::optional<std::int64_t> operation;
    std::optional<std::int64_t> thread;
    std::optional<std::int64_t> correlation;
    std::optional<std::int64_t> start;  // ns
    std::optional<std::int64_t> end;
    std::optional<std::int64_t> stream;
    std::optional<std::int64_t> queue;
    std::optional<std::int64_t> agent;
    std::optional<std::int64_t> kernel;
    std::optional<std::int64_t> source;  // agents of a copy
    std::optional<std::int64_t> target;
    std::optional<std::int64_t> bytes;
    std::optional<std::int64_t> sharedMemoryBytes;
    std::array<std::uint32_t, 3> items{};
    std::array<std::uint16_t, 3> group{};

    // Errors: those of simdjson, for text that is no JSON.
    [[nodiscard]] static simdjson::error_code read(simdjson::ondemand::object object,
                                                   RocprofRecord& record);
};

// An integer of either sign; empty for other values.
[[nodiscard]] std::optional<std::int64_t> integerOf(simdjson::ondemand::value value);
// The handle in {"handle": 5}, or in 5.
[[nodiscard]] std::optional<std::int64_t> handleOf(simdjson::ondemand::value value);

// What the records of one process in rocprofv3's JSON refer to.
struct RocprofNames {
    struct Kind {
        std::string name;  // "HIP_RUNTIME_API_EXT"
        std::vector<std::string> operations;
    };
    struct Kernel {
        std::string name;
        std::int64_t registers = 0;
    };

    std::string pid;
    std::string command;
    std::string host;
    std::vector<Kind> kinds;
    std::unordered_map<std::int64_t, std::string, IdHash> messages;  // of markers, by correlation
    std::unordered_map<std::int64_t, Kernel, IdHash> kernels;
    std::unordered_map<std::int64_t, std::int32_t, IdHash> gpus;  // numbers of agents that are GPUs
    std::vector<DeviceProperties> properties;
    // Queues are shown as streams: all work is on the default stream, but on several queues.
    bool hasQueuesOnly = false;

    // Takes what the members of a process have: metadata, agents, strings, kernel symbols, and
    // queues of the dispatches. Values of other types are skipped. Errors: those of simdjson.
    [[nodiscard]] static simdjson::error_code read(simdjson::ondemand::object process,
                                                   RocprofNames& names);
    // Empty for numbers without a name.
    std::string_view operationName(std::int64_t kind, std::int64_t operation) const;
};

}  // namespace gaplight
