// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/detectors/engine/own_rules.h"
#include "core/io/file_content.h"

namespace gaplight {

inline constexpr std::uint64_t kMaxOwnRuleBytes = std::uint64_t{64} << 10U;

// What an error names, and the rule where there is none.
struct OwnRuleFile {
    std::shared_ptr<const OwnRule> rule;  // null: `failure`
    FailedRule failure;
};

// A rule as its file has it (resources/help/own_rules.md): TOML between two lines "+++", and
// sections as in RuleSections, of which "sql" is the query. `path`: names the file in errors, and
// the rule where the head has no id. Pure; O(text).
[[nodiscard]] OwnRuleFile parseOwnRule(const std::string& path, std::string_view text);

// The same of a file. It fails as well where the file cannot be read.
[[nodiscard]] OwnRuleFile readOwnRule(const std::string& path);

// Adds a rule or its failure; one whose id is another's already is a failure.
void addOwnRule(OwnRuleFile file, OwnRules& rules);

// Adds the rules of a folder (*.md but for README.md, by name); nothing where there is no such
// folder, unless it `mustExist`: then that is a failure.
void addOwnRules(const std::string& folder, bool mustExist, OwnRules& rules);

}  // namespace gaplight
