// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/formats/sqlite/database.h"
#include "core/trace/trace.h"

namespace gaplight {

// Where a row of an rocpd database comes from: rowids of the rocpd_info_… tables; empty: not
// recorded.
struct RocpdOrigin {
    std::optional<std::int64_t> process;
    std::optional<std::int64_t> thread;
    std::optional<std::int64_t> agent;
    std::optional<std::int64_t> queue;
    std::optional<std::int64_t> stream;
};

struct RocpdProcess {
    std::string pid;   // with the name of the machine where there are several
    std::string name;  // the command
};

struct RocpdThread {
    std::string tid;
    std::string name;
};

// What the events of one process refer to. Its tables have names with the same ending,
// "rocpd_region_0190…"; a merged database has several such sets.
struct RocpdSet {
    std::string suffix;
    std::unordered_map<std::int64_t, RocpdProcess, IdHash> processes;  // by rowid, as below
    std::unordered_map<std::int64_t, RocpdThread, IdHash> threads;
    std::unordered_map<std::int64_t, std::int32_t, IdHash> gpus;  // numbers of agents that are GPUs
    std::unordered_map<std::int64_t, RocpdOrigin, IdHash> tracks;
    // Queues are shown as streams: all work is on the default stream, but on several queues.
    bool hasQueuesOnly = false;

    std::string table(std::string_view name) const { return std::string(name) + suffix; }
};

// What the tables of events refer to. Tables and columns that a version lacks are empty here.
class RocpdNames {
public:
    // O(rows of the tables read; dispatches until the first that is not on the default stream).
    // Errors: Corrupt, Cancelled.
    [[nodiscard]] static Result<RocpdNames> read(const Database& database);

    const std::vector<RocpdSet>& sets() const { return m_sets; }
    const std::vector<DeviceProperties>& gpus() const { return m_gpus; }
    const std::string& host() const { return m_host; }
    // Schema and commands, as (key, JSON).
    const std::vector<std::pair<std::string, std::string>>& metadata() const { return m_metadata; }

private:
    struct Agent {
        std::size_t set = 0;
        std::int64_t id = 0;
        std::int64_t node = 0;
        std::int64_t number = 0;  // of the GPU in its machine
        DeviceProperties properties;
    };

    Result<void> readNodes(const Database& database, RocpdSet& set);
    Result<void> readProcesses(const Database& database, RocpdSet& set);
    Result<void> readThreads(const Database& database, RocpdSet& set);
    Result<void> readTracks(const Database& database, RocpdSet& set);
    Result<void> readAgents(const Database& database, RocpdSet& set);
    Result<void> readQueues(const Database& database, RocpdSet& set);
    Result<void> readSchema(const Database& database, RocpdSet& set);
    void numberGpus();

    std::vector<RocpdSet> m_sets;
    std::vector<Agent> m_agents;
    std::vector<DeviceProperties> m_gpus;
    std::unordered_map<std::int64_t, std::string, IdHash> m_hosts;  // of nodes
    std::string m_host;                                             // empty: none, or several
    std::vector<std::pair<std::string, std::string>> m_metadata;
};

}  // namespace gaplight
