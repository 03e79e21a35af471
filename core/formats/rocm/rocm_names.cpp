// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rocm_names.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include <fmt/format.h>

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
    return clamped<int>(numberIn(object, key));
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

namespace {

bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}

// Without underscores, in lower case.
std::string lettersOf(std::string_view text) {
    std::string letters;
    for (const char c : text) {
        if (c != '_') {
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return letters;
}

std::string_view sideName(char side) {
    return side == 'H' ? "Host" : side == 'D' ? "Device" : "Peer";
}

}  // namespace

RocmCall classifyRocmCall(std::string_view name) {
    if (name.starts_with("hip") || name.starts_with("__hip")) {
        return {"hip_api", SliceKind::Runtime};
    }
    if (name.starts_with("hsa_")) {
        return {"hsa_api", SliceKind::Driver};
    }
    if (name.starts_with("cuda")) {
        return {"cuda_runtime", SliceKind::Runtime};
    }
    if (name.size() > 2 && name.starts_with("cu") && isUpper(name[2])) {
        return {"cuda_driver", SliceKind::Driver};
    }
    return {};
}

bool containsWord(std::string_view text, std::string_view word) {
    const auto isSame = [](char a, char b) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(a))) == b;
    };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), isSame) != text.end();
}

std::int32_t streamOfHandle(std::optional<std::int64_t> handle) {
    return handle ? static_cast<std::int32_t>(*handle & std::numeric_limits<std::int32_t>::max())
                  : -1;
}

std::string_view copyDirection(std::string_view operation) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kSpellings{{
        {"hosttodevice", "HtoD"},
        {"devicetohost", "DtoH"},
        {"devicetodevice", "DtoD"},
        {"hosttohost", "HtoH"},
        {"peertopeer", "PtoP"},
    }};
    const std::string letters = lettersOf(operation);
    const auto at = std::find_if(kSpellings.begin(), kSpellings.end(), [&](const auto& spelling) {
        return letters.find(spelling.first) != std::string::npos;
    });
    return at == kSpellings.end() ? std::string_view() : at->second;
}

std::string_view copyDirection(std::int64_t kind) {
    constexpr std::array<std::string_view, 4> kKinds{"HtoH", "HtoD", "DtoH", "DtoD"};
    return kind >= 0 && kind < static_cast<std::int64_t>(kKinds.size())
               ? kKinds.at(static_cast<std::size_t>(kind))
               : std::string_view();
}

std::string copyName(std::string_view direction) {
    return direction.empty() ? std::string("Memcpy")
                             : fmt::format("Memcpy {} ({} -> {})", direction,
                                           sideName(direction.front()), sideName(direction.back()));
}

std::array<std::uint32_t, 3> workgroupsOf(const std::array<std::uint32_t, 3>& items,
                                          const std::array<std::uint16_t, 3>& group) {
    std::array<std::uint32_t, 3> groups = items;
    for (std::size_t axis = 0; axis < groups.size(); ++axis) {
        if (const std::uint32_t size = group.at(axis); size > 0) {
            groups.at(axis) = items.at(axis) / size + (items.at(axis) % size > 0 ? 1 : 0);
        }
    }
    return groups;
}

}  // namespace gaplight
