// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/launcher_rank.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/digit_run.h"

namespace gaplight {

std::string metadataJson(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Not one of nlohmann's objects: their destructor allocates, and the program ends where that fails.
std::string metadataJson(const std::map<std::string, std::uint64_t>& counts) {
    std::string text = "{";
    for (const auto& [name, count] : counts) {
        text += text.size() > 1 ? "," : "";
        text += metadataJson(std::string_view(name)) + ':' + std::to_string(count);
    }
    return text + '}';
}

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kVariables{{
    {"RANK", "WORLD_SIZE"},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
    {"PMI_RANK", "PMI_SIZE"},
    {"SLURM_PROCID", "SLURM_NTASKS"},
}};

std::optional<int> numberIn(std::string_view text) {
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
        text = text.substr(1, text.size() - 2);
    }
    const auto number = parseNumber<int>(text);
    return number >= 0 ? number : std::nullopt;
}

}  // namespace

void LauncherRank::add(std::string_view assignment) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos) {
        return;
    }
    const std::string_view name = assignment.substr(0, equals);
    for (std::size_t at = 0; at < kVariables.size(); ++at) {
        if (name == kVariables[at].first) {
            m_numbers[at].rank = numberIn(assignment.substr(equals + 1));
        } else if (name == kVariables[at].second) {
            m_numbers[at].size = numberIn(assignment.substr(equals + 1));
        }
    }
}

const LauncherRank::Numbers* LauncherRank::find() const {
    const auto* const found =
        std::find_if(m_numbers.begin(), m_numbers.end(), [](const Numbers& numbers) {
            return numbers.rank && numbers.size > 1 && *numbers.rank < *numbers.size;
        });
    return found == m_numbers.end() ? nullptr : found;
}

std::optional<int> LauncherRank::rank() const {
    const Numbers* numbers = find();
    return numbers == nullptr ? std::nullopt : numbers->rank;
}

std::optional<int> LauncherRank::worldSize() const {
    const Numbers* numbers = find();
    return numbers == nullptr ? std::nullopt : numbers->size;
}

}  // namespace gaplight
