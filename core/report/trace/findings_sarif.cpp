// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Findings of traces and of memory snapshots as SARIF 2.1.0 (OASIS, 2020). Numbers in comments are
// sections of that standard.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/digit_run.h"
#include "core/detectors/engine/rules.h"
#include "core/report/facts/json_sections.h"
#include "core/report/facts/report_sections.h"
#include "core/report/memory/memory_report.h"
#include "core/report/text/escaped_text.h"
#include "core/report/text/tool_version.h"
#include "core/report/trace/findings_markdown.h"
#include "core/report/trace/report.h"

namespace gaplight {
namespace {

// 3.27.10.
std::string_view sarifLevel(Severity severity) {
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

// "a/b.py(12): f" as a place in a file, else the file at `path` itself: viewers want one.
Json sarifPlace(std::string_view frame, const std::string& path) {
    const std::size_t close = frame.find("): ");
    const std::size_t open = close == std::string_view::npos ? close : frame.rfind('(', close);
    const auto line = open == std::string_view::npos
                          ? std::nullopt
                          : parseNumber<int>(frame.substr(open + 1, close - open - 1));
    if (!line || *line < 1) {
        return {{"artifactLocation", {{"uri", fileUri(path)}}}};
    }
    return {{"artifactLocation", {{"uri", fileUri(frame.substr(0, open))}}},
            {"region", {{"startLine", *line}}}};
}

// "[text](target)" would be a link (3.11.6), "](" never is with this escape.
std::string sarifMessage(std::string_view text) {
    std::string escaped;
    for (std::size_t at = 0; at < text.size(); ++at) {
        escaped += text.substr(at).starts_with("](") ? "\\" : "";
        escaped += text[at];
    }
    return escaped;
}

// The rules and results of one document.
class SarifDocument {
public:
    // Adds rules, to which the results that are added next refer.
    void addRules(std::span<const RuleFacts* const> rules, const OwnRules* own = nullptr) {
        m_firstRule = m_rules.size();
        m_current = rules;
        for (const RuleFacts* rule : rules) {
            Json json{{"id", rule->id},
                      {"name", rule->name},
                      {"shortDescription", {{"text", rule->question}}}};
            const std::string_view page = rulePage(rule->id, own);
            if (!page.empty()) {
                json["help"] = {{"text", page}, {"markdown", page}};
            }
            m_rules.push_back(std::move(json));
        }
    }

    // `markdown`: of the whole finding; may be empty.
    void addResult(const RuleFinding& finding, std::string_view title, const std::string& markdown,
                   Json location, Json properties) {
        const auto rule = std::ranges::find(m_current, finding.rule, &RuleFacts::id);
        Json message{{"text", sarifMessage(std::string(title) + ". " + finding.why +
                                           " Try: " + finding.fix)}};
        if (!markdown.empty()) {
            message["markdown"] = markdown;
        }
        properties["confidence"] = textOrNull(finding.confidence);
        m_results.push_back(
            {{"ruleId", finding.rule},
             {"ruleIndex", m_firstRule + static_cast<std::size_t>(rule - m_current.begin())},
             {"level", sarifLevel(finding.severity)},
             {"message", std::move(message)},
             {"locations", Json::array({std::move(location)})},
             {"properties", std::move(properties)}});
    }

    std::string text(Json invocation) const {
        return jsonText(
            {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
             {"version", "2.1.0"},
             {"runs",
              Json::array(
                  {{{"tool",
                     {{"driver",
                       {{"name", "gaplight"}, {"version", toolVersion()}, {"rules", m_rules}}}}},
                    {"invocations", Json::array({invocation})},
                    {"results", m_results}}})}});
    }

private:
    Json m_rules = Json::array();
    Json m_results = Json::array();
    std::span<const RuleFacts* const> m_current;  // the rules that were added last
    std::size_t m_firstRule = 0;                  // the number of the first of them
};

Json locationOf(const ReportSubject& subject, const FindingPlace& where) {
    Json location{{"physicalLocation", sarifPlace(where.python, subject.trace.facts().path)}};
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

Json propertiesOf(const Finding& finding) {
    return {{"count", finding.count},
            {"perStep", finding.perStep},
            {"gpuIdleNs", finding.cost.gpuIdle.count()},
            {"hostNs", finding.cost.host.count()},
            {"savingNs", nsOrNull(finding.cost.saving)},
            {"savingShare", finding.cost.saving ? Json(finding.cost.savingShare) : Json(nullptr)}};
}

void addMemoryFindings(const MemorySubject& subject, SarifDocument& document) {
    document.addRules(snapshotRules());
    for (const MemoryFinding& finding : subject.assessment.findings) {
        if (subject.device && *subject.device != finding.device) {
            continue;
        }
        const std::string frame =
            finding.frame.isValid() ? std::string(subject.snapshot.stacks.frameText(finding.frame))
                                    : std::string{};
        document.addResult(finding, finding.title, {},
                           {{"physicalLocation", sarifPlace(frame, subject.snapshot.path)}},
                           {{"device", finding.device}, {"bytes", finding.bytes}});
    }
}

// 3.20.21: notifications about the configuration of the tool.
Json invocationOf(const ReportSubject& subject) {
    Json notifications = Json::array();
    for (const SettingsFile& file : subject.settingsFiles) {
        notifications.push_back(
            {{"level", "note"}, {"message", {{"text", settingsFileText(file)}}}});
    }
    for (const FailedRule& failed : subject.findings.failedRules) {
        notifications.push_back(
            {{"level", "error"}, {"message", {{"text", "rule failed: " + failed.text()}}}});
    }
    return {{"executionSuccessful", true},
            {"toolConfigurationNotifications", std::move(notifications)}};
}

}  // namespace

std::string findingsSarif(const ReportSubject& subject) {
    SarifDocument document;
    const OwnRules* own = subject.findings.ownRules.get();
    const std::vector<const RuleFacts*> rules = traceRulesWith(own);
    document.addRules(rules, own);
    for (const Finding* finding : shownFindings(subject)) {
        document.addResult(*finding, titleWithSaving(*finding),
                           findingMarkdown(subject.trace, *finding),
                           locationOf(subject, finding->where), propertiesOf(*finding));
    }
    if (subject.memory != nullptr) {
        addMemoryFindings(*subject.memory, document);
    }
    return document.text(invocationOf(subject));
}

std::string memorySarif(const MemorySubject& subject) {
    SarifDocument document;
    addMemoryFindings(subject, document);
    return document.text({{"executionSuccessful", true}});
}

}  // namespace gaplight
