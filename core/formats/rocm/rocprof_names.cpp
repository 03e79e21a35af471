// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rocprof_names.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "core/formats/demangled_name.h"
#include "core/formats/rocm/rocm_names.h"
#include "core/formats/sqlite/row_batch.h"

namespace gaplight {
namespace {

using simdjson::ondemand::object;
using simdjson::ondemand::value;

template <class T>
void readAxes(value from, std::array<T, 3>& axes) {
    object members;
    if (from.get_object().get(members) != simdjson::SUCCESS) {
        return;
    }
    for (auto field : members) {
        std::string_view key;
        value axis;
        if (field.unescaped_key().get(key) != simdjson::SUCCESS ||
            field.value().get(axis) != simdjson::SUCCESS) {
            return;
        }
        if (key.size() == 1 && key[0] >= 'x' && key[0] <= 'z') {
            axes.at(static_cast<std::size_t>(key[0] - 'x')) = clamped<T>(integerOf(axis));
        }
    }
}

std::optional<std::int64_t> internalOf(value from) {
    object members;
    if (from.get_object().get(members) != simdjson::SUCCESS) {
        return std::nullopt;
    }
    value number;
    return members["internal"].get(number) == simdjson::SUCCESS ? integerOf(number) : std::nullopt;
}

void readMember(std::string_view key, value from, RocprofRecord& record);

simdjson::error_code readMembers(object members, RocprofRecord& record) {
    for (auto field : members) {
        std::string_view key;
        value from;
        if (const auto error = field.unescaped_key().get(key); error != simdjson::SUCCESS) {
            return error;
        }
        if (const auto error = field.value().get(from); error != simdjson::SUCCESS) {
            return error;
        }
        readMember(key, from, record);
    }
    return simdjson::SUCCESS;
}

void readMember(std::string_view key, value from, RocprofRecord& record) {
    if (key == "start_timestamp") {
        record.start = integerOf(from);
    } else if (key == "end_timestamp") {
        record.end = integerOf(from);
    } else if (key == "correlation_id") {
        record.correlation = internalOf(from);
    } else if (key == "thread_id") {
        record.thread = integerOf(from);
    } else if (key == "kind") {
        record.kind = integerOf(from);
    } else if (key == "operation") {
        record.operation = integerOf(from);
    } else if (key == "stream_id") {
        record.stream = handleOf(from);
    } else if (key == "queue_id") {
        record.queue = handleOf(from);
    } else if (key == "agent_id") {
        record.agent = handleOf(from);
    } else if (key == "src_agent_id") {
        record.source = handleOf(from);
    } else if (key == "dst_agent_id") {
        record.target = handleOf(from);
    } else if (key == "kernel_id") {
        record.kernel = integerOf(from);
    } else if (key == "bytes") {
        record.bytes = integerOf(from);
    } else if (key == "group_segment_size") {
        record.sharedMemoryBytes = integerOf(from);
    } else if (key == "grid_size") {
        readAxes(from, record.items);
    } else if (key == "workgroup_size") {
        readAxes(from, record.group);
    } else if (key == "dispatch_info") {
        object members;
        if (from.get_object().get(members) == simdjson::SUCCESS) {
            static_cast<void>(readMembers(members, record));
        }
    }
}

}  // namespace

std::optional<std::int64_t> integerOf(value from) {
    std::int64_t number = 0;
    if (from.get_int64().get(number) == simdjson::SUCCESS) {
        return number;
    }
    std::uint64_t large = 0;  // handles are addresses
    return from.get_uint64().get(large) == simdjson::SUCCESS
               ? std::optional(static_cast<std::int64_t>(large))
               : std::nullopt;
}

std::optional<std::int64_t> handleOf(value from) {
    object members;
    if (from.get_object().get(members) != simdjson::SUCCESS) {
        return integerOf(from);
    }
    value handle;
    return members["handle"].get(handle) == simdjson::SUCCESS ? integerOf(handle) : std::nullopt;
}

simdjson::error_code RocprofRecord::read(object from, RocprofRecord& record) {
    return readMembers(from, record);
}

namespace {

using simdjson::ondemand::array;
using simdjson::ondemand::object;
using simdjson::ondemand::value;

constexpr std::size_t kMaxCommandText = 200;

using TakeMember = std::function<void(std::string_view key, value from)>;

// Members of an object; none of another value.
simdjson::error_code forEachMember(value from, const TakeMember& take) {
    object members;
    if (from.get_object().get(members) != simdjson::SUCCESS) {
        return simdjson::SUCCESS;
    }
    for (auto field : members) {
        std::string_view key;
        value member;
        if (const auto error = field.unescaped_key().get(key); error != simdjson::SUCCESS) {
            return error;
        }
        if (const auto error = field.value().get(member); error != simdjson::SUCCESS) {
            return error;
        }
        take(key, member);
    }
    return simdjson::SUCCESS;
}

// Elements of an array; none of another value.
simdjson::error_code forEachElement(value from, const std::function<void(value)>& take) {
    array elements;
    if (from.get_array().get(elements) != simdjson::SUCCESS) {
        return simdjson::SUCCESS;
    }
    for (auto element : elements) {
        value one;
        if (const auto error = element.get(one); error != simdjson::SUCCESS) {
            return error;
        }
        take(one);
    }
    return simdjson::SUCCESS;
}

std::string textOf(value from) {
    std::string_view text;
    return from.get_string().get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

void readMetadata(value from, RocprofNames& names) {
    static_cast<void>(forEachMember(from, [&](std::string_view key, value member) {
        if (key == "pid") {
            names.pid = std::to_string(integerOf(member).value_or(0));
        } else if (key == "node") {
            static_cast<void>(forEachMember(member, [&](std::string_view name, value text) {
                names.host = name == "hostname" ? textOf(text) : names.host;
            }));
        } else if (key == "command") {
            static_cast<void>(forEachElement(member, [&](value word) {
                names.command += (names.command.empty() ? "" : " ") + textOf(word);
            }));
            names.command.resize(std::min(names.command.size(), kMaxCommandText));
        }
    }));
}

void readAgent(value from, RocprofNames& names) {
    constexpr std::int64_t kGpu = 2;  // rocprofiler_agent_type_t
    object agent;
    std::string_view json;
    if (from.get_object().get(agent) != simdjson::SUCCESS ||
        agent.raw_json().get(json) != simdjson::SUCCESS || agent.reset().error()) {
        return;
    }
    std::optional<std::int64_t> handle;
    std::int64_t type = 0;
    std::int64_t number = -1;
    std::map<std::string, std::string, std::less<>> texts;
    for (auto field : agent) {
        std::string_view key;
        value member;
        if (field.unescaped_key().get(key) != simdjson::SUCCESS ||
            field.value().get(member) != simdjson::SUCCESS) {
            return;
        }
        if (key == "id") {
            handle = handleOf(member);
        } else if (key == "type") {
            type = integerOf(member).value_or(0);
        } else if (key == "logical_node_type_id") {
            number = integerOf(member).value_or(-1);
        } else if (key == "product_name" || key == "model_name" || key == "name") {
            texts[std::string(key)] = textOf(member);
        }
    }
    if (type != kGpu || !handle) {
        return;
    }
    if (number < 0 || number > std::numeric_limits<std::int16_t>::max()) {
        number = static_cast<std::int64_t>(names.gpus.size());
    }
    names.gpus[*handle] = static_cast<std::int32_t>(number);
    DeviceProperties& gpu = names.properties.emplace_back();
    gpu.gpu = GpuId(SourceId(), static_cast<std::int32_t>(number));
    for (const char* key : {"product_name", "model_name", "name"}) {
        gpu.name = gpu.name.empty() ? texts[key] : gpu.name;
    }
    addAgentDetails(json, gpu);
}

void readKind(value from, RocprofNames& names) {
    RocprofNames::Kind& kind = names.kinds.emplace_back();
    static_cast<void>(forEachMember(from, [&](std::string_view key, value member) {
        if (key == "kind") {
            kind.name = textOf(member);
        } else if (key == "operations") {
            static_cast<void>(forEachElement(
                member, [&](value name) { kind.operations.push_back(textOf(name)); }));
        }
    }));
}

// {"key": 5, "value": "step"}
void readMessage(value from, RocprofNames& names) {
    std::optional<std::int64_t> correlation;
    std::string text;
    static_cast<void>(forEachMember(from, [&](std::string_view key, value member) {
        if (key == "key") {
            correlation = integerOf(member);
        } else if (key == "value") {
            text = textOf(member);
        }
    }));
    if (correlation) {
        names.messages[*correlation] = std::move(text);
    }
}

void readKernel(value from, RocprofNames& names) {
    std::optional<std::int64_t> id;
    RocprofNames::Kernel kernel;
    std::string mangled;
    static_cast<void>(forEachMember(from, [&](std::string_view key, value member) {
        if (key == "kernel_id") {
            id = integerOf(member);
        } else if (key == "formatted_kernel_name") {
            kernel.name = textOf(member);
        } else if (key == "kernel_name") {
            mangled = textOf(member);
        } else if (key == "arch_vgpr_count") {
            kernel.registers = integerOf(member).value_or(0);
        }
    }));
    if (id) {
        kernel.name = kernel.name.empty() ? demangledName(mangled) : kernel.name;
        names.kernels[*id] = std::move(kernel);
    }
}

// Several queues of one GPU, but no stream other than the default one.
simdjson::error_code readQueues(value from, RocprofNames& names) {
    std::map<std::int64_t, std::set<std::int64_t>> queues;
    bool hasStreams = false;
    const auto error = forEachElement(from, [&](value element) {
        object members;
        RocprofRecord record;
        if (element.get_object().get(members) == simdjson::SUCCESS &&
            RocprofRecord::read(members, record) == simdjson::SUCCESS) {
            hasStreams = hasStreams || record.stream.value_or(0) != 0;
            queues[record.agent.value_or(0)].insert(record.queue.value_or(0));
        }
    });
    names.hasQueuesOnly =
        !hasStreams && std::any_of(queues.begin(), queues.end(),
                                   [](const auto& agent) { return agent.second.size() > 1; });
    return error;
}

}  // namespace

simdjson::error_code RocprofNames::read(object process, RocprofNames& names) {
    for (auto field : process) {
        std::string_view key;
        value from;
        if (const auto error = field.unescaped_key().get(key); error != simdjson::SUCCESS) {
            return error;
        }
        if (const auto error = field.value().get(from); error != simdjson::SUCCESS) {
            return error;
        }
        simdjson::error_code error = simdjson::SUCCESS;
        if (key == "metadata") {
            readMetadata(from, names);
        } else if (key == "agents") {
            error = forEachElement(from, [&](value agent) { readAgent(agent, names); });
        } else if (key == "kernel_symbols") {
            error = forEachElement(from, [&](value kernel) { readKernel(kernel, names); });
        } else if (key == "strings") {
            error = forEachMember(from, [&](std::string_view name, value list) {
                if (name == "buffer_records") {
                    static_cast<void>(
                        forEachElement(list, [&](value kind) { readKind(kind, names); }));
                } else if (name == "marker_api") {
                    static_cast<void>(
                        forEachElement(list, [&](value text) { readMessage(text, names); }));
                }
            });
        } else if (key == "buffer_records") {
            error = forEachMember(from, [&](std::string_view name, value list) {
                if (name == "kernel_dispatch") {
                    static_cast<void>(readQueues(list, names));
                }
            });
        }
        if (error != simdjson::SUCCESS) {
            return error;
        }
    }
    return simdjson::SUCCESS;
}

std::string_view RocprofNames::operationName(std::int64_t kind, std::int64_t operation) const {
    if (kind < 0 || kind >= static_cast<std::int64_t>(kinds.size())) {
        return {};
    }
    const auto& operations = kinds[static_cast<std::size_t>(kind)].operations;
    return operation >= 0 && operation < static_cast<std::int64_t>(operations.size())
               ? std::string_view(operations[static_cast<std::size_t>(operation)])
               : std::string_view();
}

}  // namespace gaplight
