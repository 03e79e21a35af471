// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rocprof_record.h"

#include <string_view>

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
            axes.at(static_cast<std::size_t>(key[0] - 'x')) = RowBatch::clamped<T>(integerOf(axis));
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

}  // namespace gaplight
