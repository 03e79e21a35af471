// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/rule.h"
#include "core/detectors/engine/rule_sections.h"

namespace gaplight {

inline constexpr const char* kSwitchedOff = "off: the settings give it severity = \"off\"";

struct RuleRun {
    const Settings& settings;
    std::size_t inputs = 1;  // the GPUs of a snapshot; one for a trace, or for the ranks of a run
    Program program = Program::UsesTorch;
    ProgramTerms terms = {};
    std::stop_token stop = {};  // once requested, rules that have not begun are left out
};

// Runs every rule on every input, rules in parallel, and renders the texts of what they find.
// `inputOf(number, ruleSettings)` gives the input, `render(text, finding, number)` sets the texts
// of a finding, whose rule is set. A rule is not applicable if it can run on no input.
template <class Input, class Found, class InputOf, class Render>
[[nodiscard]] RuleFindings<Found> runRules(std::span<const Rule<Input, Found>* const> rules,
                                           const RuleRun& run, const InputOf& inputOf,
                                           const Render& render) {
    const RuleSections shared = sectionsOfRule("shared");
    std::vector<RuleResult<Found>> results(rules.size());
    parallelFor(std::size_t{0}, rules.size(), [&](std::size_t at) {
        const Rule<Input, Found>& rule = *rules[at];
        const std::optional<SetSeverity> severity = run.settings.severityOf(rule.id);
        if (severity == SetSeverity::Off) {
            results[at].notApplicable = kSwitchedOff;
            return;
        }
        const RuleSettings settings(run.settings, rule.id, rule.thresholds);
        std::optional<RuleSections> own;
        bool hasRun = false;
        for (std::size_t input = 0; input < run.inputs && !run.stop.stop_requested(); ++input) {
            RuleResult<Found> result = rule.run(inputOf(input, settings));
            hasRun = hasRun || result.notApplicable.empty();
            results[at].notApplicable = hasRun ? std::string{} : std::move(result.notApplicable);
            for (Found& finding : result.findings) {
                if (!own) {
                    own = sectionsOfRule(rule.id);
                }
                finding.rule = rule.id;
                if (severity) {
                    finding.severity = static_cast<Severity>(*severity);
                }
                render(FindingText(*own, shared, run.program, run.terms), finding, input);
                results[at].findings.push_back(std::move(finding));
            }
        }
    });
    RuleFindings<Found> all;
    for (std::size_t at = 0; at < rules.size(); ++at) {
        if (!results[at].notApplicable.empty()) {
            all.notApplicable.push_back({rules[at]->id, std::move(results[at].notApplicable)});
        }
        std::move(results[at].findings.begin(), results[at].findings.end(),
                  std::back_inserter(all.findings));
    }
    return all;
}

}  // namespace gaplight
