// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/detectors/engine/rules.h"
#include "core/report/facts/json_sections.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/sarif_document.h"
#include "core/report/trace/findings_markdown.h"
#include "core/report/trace/memory_sarif.h"
#include "core/report/trace/report.h"
#include "core/report/trace/rule_pages.h"

namespace gaplight {
namespace {

Json jsonRule(const Detector& rule) {
    Json json{
        {"id", rule.id}, {"name", rule.name}, {"shortDescription", {{"text", rule.question}}}};
    const std::string_view page = rulePage(rule.id);
    if (!page.empty()) {
        json["help"] = {{"text", page}, {"markdown", page}};
    }
    return json;
}

Json jsonLocation(const ReportSubject& subject, const Finding& finding) {
    const FindingPlace& where = finding.where;
    Json location = Json::object();
    if (const auto source = sarifSource(where.python)) {
        location["physicalLocation"] = *source;
    } else {
        location["physicalLocation"] = sarifFile(subject.trace.facts().path);
    }
    Json logical = Json::array();
    for (const std::string* name : {&where.annotation, &where.op}) {
        if (!name->empty()) {
            logical.push_back({{"fullyQualifiedName", *name}});
        }
    }
    if (!logical.empty()) {
        location["logicalLocations"] = std::move(logical);
    }
    return location;
}

Json jsonResult(const ReportSubject& subject, const Finding& finding) {
    const auto rules = detectors();
    const auto rule = std::find_if(rules.begin(), rules.end(), [&](const Detector* one) {
        return one->id == finding.detector;
    });
    return {{"ruleId", finding.detector},
            {"ruleIndex", rule - rules.begin()},
            {"level", sarifLevel(finding.severity)},
            {"message",
             {{"text", sarifMessage(titleWithSaving(finding) + ". " + finding.why +
                                    " Try: " + finding.fix)},
              {"markdown", findingMarkdown(subject.trace, finding)}}},
            {"locations", Json::array({jsonLocation(subject, finding)})},
            {"properties",
             {{"count", finding.count},
              {"perStep", finding.perStep},
              {"gpuIdleNs", finding.cost.gpuIdle.count()},
              {"hostNs", finding.cost.host.count()},
              {"savingNs", nsOrNull(finding.cost.saving)},
              {"savingShare", finding.cost.saving ? Json(finding.cost.savingShare) : Json(nullptr)},
              {"confidence", textOrNull(finding.confidence)}}}};
}

// SARIF 2.1.0, 3.20.21: notifications about the configuration of the tool.
Json jsonInvocations(const ReportSubject& subject) {
    Json notifications = Json::array();
    for (const SettingsFile& file : subject.settingsFiles) {
        notifications.push_back(
            {{"level", "note"}, {"message", {{"text", settingsFileText(file)}}}});
    }
    return Json::array({{{"executionSuccessful", true},
                         {"toolConfigurationNotifications", std::move(notifications)}}});
}

}  // namespace

std::string findingsSarif(const ReportSubject& subject) {
    Json rules = Json::array();
    for (const Detector* rule : detectors()) {
        rules.push_back(jsonRule(*rule));
    }
    Json results = Json::array();
    for (const Finding* finding : shownFindings(subject)) {
        results.push_back(jsonResult(subject, *finding));
    }
    if (subject.memory != nullptr) {
        const Json ofMemory = sarifMemoryResults(*subject.memory, rules.size());
        results.insert(results.end(), ofMemory.begin(), ofMemory.end());
        const Json memoryRulesJson = sarifMemoryRules();
        rules.insert(rules.end(), memoryRulesJson.begin(), memoryRulesJson.end());
    }
    return sarifText(std::move(rules), jsonInvocations(subject), std::move(results));
}

}  // namespace gaplight
