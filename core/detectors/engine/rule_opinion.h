// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/finding_values.h"
#include "core/detectors/engine/rule_sections.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {

// What a rule found that does not judge a single trace: a memory snapshot's or a rank set's.
struct RuleOpinion {
    std::string_view rule;  // id
    Severity severity = Severity::Info;
    FindingValues values;
    // Rendered from the values and resources/rules/<id>.md.
    std::string title;
    std::string why;
    std::string fix;
    std::string confidence;  // may be empty
};

// Sets the texts. `shared`: sections that `own` may lack.
void renderOpinion(RuleOpinion& opinion, const RuleSections& own, const RuleSections& shared);

// What settings and lists show of rules with id, name, question and thresholds.
template <class Rule>
[[nodiscard]] std::vector<RuleFacts> factsOfRules(std::span<const Rule* const> rules) {
    std::vector<RuleFacts> facts;
    for (const Rule* rule : rules) {
        facts.push_back({rule->id, rule->name, rule->question, rule->thresholds});
    }
    return facts;
}

}  // namespace gaplight
