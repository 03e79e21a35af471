// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/metadata_json.h"

#include <nlohmann/json.hpp>

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

}  // namespace gaplight
