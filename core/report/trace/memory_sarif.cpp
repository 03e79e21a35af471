// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/trace/memory_sarif.h"

#include <algorithm>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/sarif_document.h"
#include "core/report/trace/rule_pages.h"

namespace gaplight {
namespace {

Json sarifMemoryPlace(const MemorySubject& subject, const MemoryFinding& finding) {
    std::optional<Json> source;
    if (finding.frame.isValid()) {
        source = sarifSource(subject.snapshot.stacks.frameText(finding.frame));
    }
    return {{"physicalLocation", source ? *source : sarifFile(subject.snapshot.path)}};
}

}  // namespace

Json sarifMemoryRules() {
    Json rules = Json::array();
    for (const MemoryRule* rule : memoryRules()) {
        Json json{{"id", rule->id},
                  {"name", rule->name},
                  {"shortDescription", {{"text", rule->question}}}};
        const std::string_view page = rulePage(rule->id);
        if (!page.empty()) {
            json["help"] = {{"text", page}, {"markdown", page}};
        }
        rules.push_back(std::move(json));
    }
    return rules;
}

Json sarifMemoryResults(const MemorySubject& subject, std::size_t firstRule) {
    const auto rules = memoryRules();
    Json results = Json::array();
    for (const MemoryFinding& finding : subject.assessment.findings) {
        if (subject.device && *subject.device != finding.device) {
            continue;
        }
        const auto rule = std::ranges::find_if(
            rules, [&](const MemoryRule* one) { return one->id == finding.rule; });
        results.push_back(
            {{"ruleId", finding.rule},
             {"ruleIndex", firstRule + static_cast<std::size_t>(rule - rules.begin())},
             {"level", sarifLevel(finding.severity)},
             {"message",
              {{"text",
                sarifMessage(finding.title + ". " + finding.why + " Try: " + finding.fix)}}},
             {"locations", Json::array({sarifMemoryPlace(subject, finding)})},
             {"properties",
              {{"device", finding.device},
               {"bytes", finding.bytes},
               {"confidence", textOrNull(finding.confidence)}}}});
    }
    return results;
}

std::string memorySarif(const MemorySubject& subject) {
    return sarifText(sarifMemoryRules(), Json::array({{{"executionSuccessful", true}}}),
                     sarifMemoryResults(subject, 0));
}

}  // namespace gaplight
