// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/rule.h"
#include "core/detectors/engine/rule_sections.h"

namespace gaplight {

// Rules of the user's own: files that declare what a rule of the program declares, with a SELECT in
// place of a function. core/session reads the files, core/query runs them.

// By what the rows of a rule become findings: one for all rows of equal ...
enum class OwnRulePlace : std::uint8_t { Annotation, Operator, Function, Label, Gpu, Trace };

struct OwnRule {
    RuleFacts facts;   // of `texts` and `thresholds`
    std::string file;  // path
    std::string page;  // Markdown: what the file has but for its head
    RuleSections sections;
    // What its findings are at least; empty: what they save decides.
    std::optional<Severity> severity;
    bool isBound = true;  // its edits remove more than a fix could
    OwnRulePlace place = OwnRulePlace::Annotation;
    std::string appliesWhen;  // an SQL expression; empty: always
    std::string sql;
    std::size_t appliesLine = 0;  // in the file
    std::size_t sqlLine = 0;
    struct Expectation {
        std::string trace;  // name of its file
        std::size_t findings = 0;
    };
    std::vector<Expectation> expectations;

    std::vector<Threshold> thresholds;
    std::deque<std::string> texts;  // that the views refer to
};

// A rule that could not be read or run; it stops nothing.
struct FailedRule {
    std::string rule;  // id
    std::string file;
    std::size_t line = 0;  // 0: of the file as a whole
    std::string message;

    // "line 12: no such column: nme"
    [[nodiscard]] std::string reason() const {
        return (line > 0 ? "line " + std::to_string(line) + ": " : "") + message;
    }
    // "rules/x.md line 12: no such column: nme"
    [[nodiscard]] std::string text() const { return file + (line > 0 ? " " : ": ") + reason(); }
};

// Immutable once it is in Settings.
struct OwnRules {
    std::vector<std::shared_ptr<const OwnRule>> rules;
    std::vector<const RuleFacts*> facts;  // of the rules
    std::vector<FailedRule> failed;       // files with an error
    std::vector<std::string> listed;      // folders that gaplight.toml names, as it does

    // Null: there is none.
    const OwnRule* find(std::string_view id) const {
        const auto at =
            std::ranges::find_if(rules, [&](const auto& rule) { return rule->facts.id == id; });
        return at == rules.end() ? nullptr : at->get();
    }
    bool hasFailed(std::string_view id) const {
        return std::ranges::find(failed, id, &FailedRule::rule) != failed.end();
    }
};

// What a run of them gives.
struct OwnFindings : RuleFindings<Finding> {
    std::vector<FailedRule> failed;
};

}  // namespace gaplight
