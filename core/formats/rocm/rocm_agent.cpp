// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rocm_agent.h"

#include <algorithm>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "core/formats/sqlite/row_batch.h"

namespace gaplight {
namespace {

std::int64_t numberIn(const nlohmann::json& object, const char* key) {
    const auto at = object.find(key);
    return at != object.end() && at->is_number_integer()
               ? std::max<std::int64_t>(at->get<std::int64_t>(), 0)
               : 0;
}

int intIn(const nlohmann::json& object, const char* key) {
    return RowBatch::clamped<int>(numberIn(object, key));
}

}  // namespace

void addAgentDetails(std::string_view text, DeviceProperties& gpu) {
    const nlohmann::json agent = nlohmann::json::parse(text, nullptr, false);
    if (!agent.is_object()) {
        return;
    }
    constexpr std::int64_t kMaxThreads = 1'000'000;
    gpu.sms = intIn(agent, "cu_count");
    gpu.warpSize = intIn(agent, "wave_front_size");
    gpu.maxThreadsPerSm = static_cast<int>(
        std::min(std::int64_t{intIn(agent, "max_waves_per_cu")} * gpu.warpSize, kMaxThreads));
    gpu.maxThreadsPerBlock = intIn(agent, "workgroup_max_size");
    gpu.sharedMemoryPerSmBytes = std::int64_t{intIn(agent, "lds_size_in_kb")} * 1024;
    const auto banks = agent.find("mem_banks");
    if (banks != agent.end() && banks->is_array() && !banks->empty() &&
        banks->front().is_object()) {
        gpu.totalMemoryBytes = numberIn(banks->front(), "size_in_bytes");
    }
}

}  // namespace gaplight
