// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/shared/cure_file.h"

#include <sstream>

#include "core/detectors/engine/rule_sections.h"

namespace gaplight {

std::vector<toml::table> cureTables(std::string_view id) {
    std::vector<toml::table> tables;
    try {
        const toml::table file = toml::parse(ruleFile(id));
        const toml::array* cures = file["cure"].as_array();
        for (std::size_t at = 0; cures != nullptr && at < cures->size(); ++at) {
            if (const toml::table* cure = cures->get(at)->as_table()) {
                tables.push_back(*cure);
            }
        }
    } catch (const toml::parse_error&) {
        tables.clear();
    }
    return tables;
}

std::string cureText(const toml::table& cure, std::string_view key) {
    std::istringstream words(cure[key].value_or(std::string{}));
    std::string text;
    for (std::string word; words >> word;) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

}  // namespace gaplight
