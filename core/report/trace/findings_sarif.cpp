// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "core/detectors/engine/rules.h"
#include "core/report/facts/json_sections.h"
#include "core/report/facts/report_sections.h"
#include "core/report/text/escaped_text.h"
#include "core/report/text/tool_version.h"
#include "core/report/trace/findings_markdown.h"
#include "core/report/trace/report.h"
#include "core/report/trace/rule_pages.h"

namespace gaplight {
namespace {

// SARIF 2.1.0 (OASIS, 2020): level, 3.27.10.
std::string_view levelOf(Severity severity) {
    switch (severity) {
        case Severity::Critical:
            return "error";
        case Severity::Warning:
            return "warning";
        case Severity::Info:
            break;
    }
    return "note";
}

Json jsonRule(const Detector& rule) {
    Json json{
        {"id", rule.id}, {"name", rule.name}, {"shortDescription", {{"text", rule.question}}}};
    const std::string_view page = rulePage(rule.id);
    if (!page.empty()) {
        json["help"] = {{"text", page}, {"markdown", page}};
    }
    return json;
}

// "a/b.py(12): f" as a place in a file; nothing where it is no Python frame.
std::optional<Json> sourceLocation(std::string_view frame) {
    const std::size_t close = frame.find("): ");
    const std::size_t open = close == std::string_view::npos ? close : frame.rfind('(', close);
    if (open == std::string_view::npos) {
        return std::nullopt;
    }
    int line = 0;
    const std::string_view digits = frame.substr(open + 1, close - open - 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), line);
    if (error != std::errc{} || end != digits.data() + digits.size() || line < 1) {
        return std::nullopt;
    }
    return Json{{"artifactLocation", {{"uri", fileUri(frame.substr(0, open))}}},
                {"region", {{"startLine", line}}}};
}

Json jsonLocation(const ReportSubject& subject, const Finding& finding) {
    const FindingPlace& where = finding.where;
    Json location = Json::object();
    if (const auto source = sourceLocation(where.python)) {
        location["physicalLocation"] = *source;
    } else {
        // Viewers want a file: the trace itself.
        location["physicalLocation"] = {
            {"artifactLocation", {{"uri", fileUri(subject.trace.facts().path)}}}};
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

// Text of a message: "[text](target)" would be a link (3.11.6), "](" never is with this escape.
std::string messageText(std::string_view text) {
    std::string escaped;
    for (std::size_t at = 0; at < text.size(); ++at) {
        escaped += text.substr(at).starts_with("](") ? "\\" : "";
        escaped += text[at];
    }
    return escaped;
}

Json jsonResult(const ReportSubject& subject, const Finding& finding) {
    const auto rules = detectors();
    const auto rule = std::find_if(rules.begin(), rules.end(), [&](const Detector* one) {
        return one->id == finding.detector;
    });
    return {{"ruleId", finding.detector},
            {"ruleIndex", rule - rules.begin()},
            {"level", levelOf(finding.severity)},
            {"message",
             {{"text",
               messageText(titleWithSaving(finding) + ". " + finding.why + " Try: " + finding.fix)},
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
    return jsonText({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"},
                     {"runs", Json::array({{{"tool",
                                             {{"driver",
                                               {{"name", "gaplight"},
                                                {"version", toolVersion()},
                                                {"rules", std::move(rules)}}}}},
                                            {"invocations", jsonInvocations(subject)},
                                            {"results", std::move(results)}}})}});
}

}  // namespace gaplight
