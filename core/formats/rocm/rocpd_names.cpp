// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rocpd_names.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/result.h"
#include "core/formats/launcher_rank.h"
#include "core/formats/rocm/rocm_names.h"
#include "core/formats/sqlite/row_scan.h"

namespace gaplight {
namespace {

constexpr std::string_view kSetTable = "rocpd_info_process";
constexpr std::size_t kMaxCommand = 200;

std::string firstText(std::initializer_list<std::string_view> texts) {
    const auto* at = std::find_if(texts.begin(), texts.end(),
                                  [](std::string_view text) { return !text.empty(); });
    return at == texts.end() ? std::string() : std::string(*at);
}

}  // namespace

Result<RocpdNames> RocpdNames::read(const Database& database) {
    RocpdNames names;
    for (const Database::Table& table : database.tables()) {
        if (table.name.starts_with(kSetTable)) {
            names.m_sets.emplace_back().suffix = table.name.substr(kSetTable.size());
        }
    }
    for (const auto read :
         {&RocpdNames::readSchema, &RocpdNames::readNodes, &RocpdNames::readProcesses,
          &RocpdNames::readThreads, &RocpdNames::readTracks, &RocpdNames::readAgents,
          &RocpdNames::readQueues}) {
        for (RocpdSet& set : names.m_sets) {
            TRY((names.*read)(database, set));
        }
    }
    if (names.m_hosts.size() > 1) {
        names.m_metadata.emplace_back(
            "machines", fmt::format("\"{}; their clocks are not aligned\"", names.m_hosts.size()));
    }
    names.numberGpus();
    return names;
}

Result<void> RocpdNames::readSchema(const Database& database, RocpdSet& set) {
    static constexpr ColumnNames kColumns("tag", "value");
    return forEachRow(
        database, set.table("rocpd_metadata"), kColumns, [&](const DatabaseQuery& row) {
            const bool isKnown = std::any_of(m_metadata.begin(), m_metadata.end(),
                                             [](const auto& one) { return one.first == "schema"; });
            if (row.text(kColumns["tag"]) == "schema_version" && !isKnown) {
                m_metadata.emplace_back("schema", metadataJson(row.displayText(kColumns["value"])));
            }
        });
}

Result<void> RocpdNames::readNodes(const Database& database, RocpdSet& set) {
    static constexpr ColumnNames kColumns("hostname", "machine_id");
    Result<void> read =
        forEachRow(database, set.table("rocpd_info_node"), kColumns, [&](const DatabaseQuery& row) {
            m_hosts[row.integer(kRowid).value_or(0)] =
                firstText({row.text(kColumns["hostname"]), row.text(kColumns["machine_id"])});
        });
    m_host = m_hosts.size() == 1 ? m_hosts.begin()->second : std::string();
    return read;
}

Result<void> RocpdNames::readProcesses(const Database& database, RocpdSet& set) {
    static constexpr ColumnNames kColumns("pid", "nid", "command", "name");
    return forEachRow(database, set.table(kSetTable), kColumns, [&](const DatabaseQuery& row) {
        const std::int64_t id = row.integer(kRowid).value_or(0);
        RocpdProcess& process = set.processes[id];
        process.pid = std::to_string(row.integer(kColumns["pid"]).value_or(id));
        const auto host = m_hosts.find(row.integer(kColumns["nid"]).value_or(0));
        if (m_hosts.size() > 1 && host != m_hosts.end()) {
            process.pid = host->second + ' ' + process.pid;
        }
        const std::string_view command = truncateUtf8(row.text(kColumns["command"]), kMaxCommand);
        process.name = validUtf8(firstText({row.text(kColumns["name"]), command}));
        if (!command.empty()) {
            m_metadata.emplace_back("command", metadataJson(command));
        }
    });
}

Result<void> RocpdNames::readThreads(const Database& database, RocpdSet& set) {
    static constexpr ColumnNames kColumns("tid", "name");
    return forEachRow(
        database, set.table("rocpd_info_thread"), kColumns, [&](const DatabaseQuery& row) {
            const std::int64_t id = row.integer(kRowid).value_or(0);
            set.threads[id] = {std::to_string(row.integer(kColumns["tid"]).value_or(id)),
                               std::string(row.text(kColumns["name"]))};
        });
}

Result<void> RocpdNames::readTracks(const Database& database, RocpdSet& set) {
    static constexpr ColumnNames kColumns("pid", "tid", "agent_id", "queue_id", "stream_id");
    return forEachRow(database, set.table("rocpd_track"), kColumns, [&](const DatabaseQuery& row) {
        set.tracks[row.integer(kRowid).value_or(0)] = {
            row.integer(kColumns["pid"]), row.integer(kColumns["tid"]),
            row.integer(kColumns["agent_id"]), row.integer(kColumns["queue_id"]),
            row.integer(kColumns["stream_id"])};
    });
}

Result<void> RocpdNames::readAgents(const Database& database, RocpdSet& set) {
    static constexpr ColumnNames kColumns("type", "nid", "type_index", "product_name", "model_name",
                                          "user_name", "name", "generic_name", "extdata");
    const auto at = static_cast<std::size_t>(&set - m_sets.data());
    return forEachRow(
        database, set.table("rocpd_info_agent"), kColumns, [&](const DatabaseQuery& row) {
            if (row.text(kColumns["type"]) != "GPU") {
                return;
            }
            Agent& agent = m_agents.emplace_back();
            agent.set = at;
            agent.id = row.integer(kRowid).value_or(0);
            agent.node = row.integer(kColumns["nid"]).value_or(0);
            agent.number = row.integer(kColumns["type_index"]).value_or(agent.id);
            agent.properties.name =
                firstText({row.text(kColumns["product_name"]), row.text(kColumns["model_name"]),
                           row.text(kColumns["user_name"]), row.text(kColumns["name"]),
                           row.text(kColumns["generic_name"])});
            addAgentDetails(row.text(kColumns["extdata"]), agent.properties);
        });
}

// Several queues of one GPU, but no stream other than the default one.
Result<void> RocpdNames::readQueues(const Database& database, RocpdSet& set) {
    std::map<std::int64_t, std::set<std::int64_t>> queuesOfAgent;
    bool hasStreams = false;
    for (const auto& [id, track] : set.tracks) {
        if (track.agent && track.queue) {
            queuesOfAgent[*track.agent].insert(*track.queue);
        }
        hasStreams = hasStreams || track.stream.value_or(0) != 0;
    }
    const std::string dispatches = set.table("rocpd_kernel_dispatch");
    if (const Database::Table* table = database.findTable(dispatches);
        table != nullptr && std::find(table->columns.begin(), table->columns.end(), "stream_id") !=
                                table->columns.end()) {
        Result<DatabaseQuery> other = database.query("SELECT 1 FROM " + quotedName(dispatches) +
                                                     " WHERE stream_id <> 0 LIMIT 1");
        hasStreams = hasStreams || (other && other->next().value_or(false));
        if (!hasStreams) {
            Result<DatabaseQuery> rows =
                database.query("SELECT DISTINCT agent_id, queue_id FROM " + quotedName(dispatches));
            Result<void> read = forEachResult(std::move(rows), [&](const DatabaseQuery& row) {
                if (const auto queue = row.integer(1)) {
                    queuesOfAgent[row.integer(0).value_or(0)].insert(*queue);
                }
            });
            // A damaged table is reported when its events are read.
            if (!read && read.error().code != ErrorCode::Corrupt) {
                return read;
            }
        }
    }
    set.hasQueuesOnly =
        !hasStreams && std::any_of(queuesOfAgent.begin(), queuesOfAgent.end(),
                                   [](const auto& agent) { return agent.second.size() > 1; });
    return {};
}

// The number within its machine where there is one, else in the order of machines and GPUs.
void RocpdNames::numberGpus() {
    std::map<std::pair<std::int64_t, std::int64_t>, std::int32_t> numbers;
    for (const Agent& agent : m_agents) {
        numbers.emplace(std::pair(agent.node, agent.number), 0);
    }
    const bool hasOneNode =
        numbers.empty() || numbers.begin()->first.first == numbers.rbegin()->first.first;
    const bool areUsable = std::all_of(numbers.begin(), numbers.end(), [](const auto& one) {
        return one.first.second >= 0 &&
               one.first.second <= std::numeric_limits<std::int16_t>::max();
    });
    std::int32_t next = 0;
    for (auto& [key, number] : numbers) {
        number = hasOneNode && areUsable ? static_cast<std::int32_t>(key.second) : next++;
    }
    for (Agent& agent : m_agents) {
        const std::int32_t number = numbers[{agent.node, agent.number}];
        m_sets[agent.set].gpus[agent.id] = number;
        const bool isKnown = std::any_of(m_gpus.begin(), m_gpus.end(),
                                         [&](const auto& gpu) { return gpu.gpu.device == number; });
        if (!isKnown && number <= std::numeric_limits<std::int16_t>::max()) {
            agent.properties.gpu = GpuId(SourceId(), number);
            m_gpus.push_back(agent.properties);
        }
    }
    std::sort(m_gpus.begin(), m_gpus.end(),
              [](const auto& a, const auto& b) { return a.gpu.device < b.gpu.device; });
}

}  // namespace gaplight
