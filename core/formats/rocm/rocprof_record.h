// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <simdjson.h>

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

}  // namespace gaplight
