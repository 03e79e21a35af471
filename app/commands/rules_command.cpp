// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/commands/page_style.h"
#include "app/loading/loading.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/close_names.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/detectors/engine/own_rules.h"
#include "core/detectors/engine/rules.h"
#include "core/report/facts/json_sections.h"
#include "core/report/trace/findings_markdown.h"
#include "core/report/trace/report.h"
#include "core/session/own_rule_file.h"
#include "core/session/session.h"

namespace gaplight::ui {
namespace {

int listRules(const RulesRequest& request) {
    const Result<TraceSettings> settings = settingsWith("-", request.reading);
    if (!settings) {
        return failWith(kExitUsage, settings.error().message);
    }
    const OwnRules* own = settings->settings.ownRules().get();
    const RuleFacts* rule = findRule(request.rule, own);
    if (rule == nullptr && !request.rule.empty()) {
        return failWith(kExitUsage, noSuchRuleText(request.rule, own));
    }
    const PageStyle style = styleFor(request);
    const std::string text = request.format == ReportFormat::Json
                                 ? rulesJson(settings->settings, rule)
                             : rule == nullptr ? rulesText(settings->settings, style)
                                               : ruleText(settings->settings, *rule, style);
    return writeReport(text, request.outPath);
}

// One example as its file has it, or all of them in a line.
int printExample(const RulesRequest& request) {
    const std::vector<std::string> names = exampleRules();
    if (request.rule.empty()) {
        const auto page = makePage(styleFor(request));
        page->title("Examples of rules of your own");
        PageTable table{{{"example"}, {"looks for"}}, {}};
        for (const std::string& name : names) {
            const OwnRuleFile read = parseOwnRule(name, ruleFile("examples/" + name));
            table.rows.push_back({name, std::string(read.rule->facts.question)});
        }
        page->table(table);
        page->line(
            "'gaplight rules example NAME > ~/.config/gaplight/rules/NAME.md' makes one yours");
        return writeReport(page->take(), request.outPath);
    }
    const std::string_view text = ruleFile("examples/" + request.rule);
    if (text.empty()) {
        return failWith(kExitUsage, fmt::format("there is no example '{}'; {}", request.rule,
                                                closeNamesText(request.rule, names)));
    }
    return writeReport(std::string(text), request.outPath);
}

// What one trace gives.
struct Tried {
    std::string trace;
    std::shared_ptr<const Session> session;  // null: it cannot be opened
    std::vector<const Finding*> findings;    // of the rule
    std::optional<std::size_t> expected;
    std::optional<Error> error = {};  // why it cannot be opened

    std::span<const FailedRule> failed() const {
        return error ? std::span<const FailedRule>{} : session->findings.failedRules;
    }
    std::span<const NotApplicable> notApplicable() const {
        return error ? std::span<const NotApplicable>{} : session->findings.notApplicable;
    }
    bool isMet() const {
        return !error && failed().empty() && (!expected || *expected == findings.size());
    }
    std::string text() const {
        const std::string found = countText(findings.size(), "finding", "findings");
        return error               ? error->message
               : !failed().empty() ? "failed"
               : !expected         ? found + ", nothing is expected"
               : isMet()           ? found + " as expected"
                                   : found + ", expected " + countText(*expected);
    }
};

// Of a trace by the name of its file, with or without endings.
std::optional<std::size_t> expectedOf(const OwnRule& rule, const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    for (const OwnRule::Expectation& expectation : rule.expectations) {
        if (name == expectation.trace || name.starts_with(expectation.trace + ".")) {
            return expectation.findings;
        }
    }
    return std::nullopt;
}

std::string checkText(const std::vector<Tried>& all, PageStyle style) {
    const auto page = makePage(style);
    for (const Tried& tried : all) {
        page->heading(fmt::format("{}: {}", tried.trace, tried.text()));
        for (const FailedRule& failed : tried.failed()) {
            page->line(failed.text());
        }
        for (const NotApplicable& rule : tried.notApplicable()) {
            if (tried.session->findings.ownRules->find(rule.rule) != nullptr) {
                page->line("the rule does not apply: it " + rule.reason);
            }
        }
        for (const Finding* finding : tried.findings) {
            page->section(findingSection(*tried.session->trace, *finding));
        }
    }
    return page->take();
}

std::string checkJson(const OwnRule& rule, const std::vector<Tried>& all) {
    Json traces = Json::array();
    for (const Tried& tried : all) {
        Json findings = Json::array();
        for (const Finding* finding : tried.findings) {
            findings.push_back({{"severity", severityName(finding->severity)},
                                {"title", validUtf8(finding->title)},
                                {"count", finding->count}});
        }
        Json failed = Json::array();
        for (const FailedRule& one : tried.failed()) {
            failed.push_back({{"line", one.line}, {"message", validUtf8(one.message)}});
        }
        traces.push_back(
            {{"trace", validUtf8(tried.trace)},
             {"findings", std::move(findings)},
             {"expected", tried.expected ? Json(*tried.expected) : Json(nullptr)},
             {"met", tried.isMet()},
             {"failed", std::move(failed)},
             {"error", tried.error ? Json(validUtf8(tried.error->message)) : Json(nullptr)}});
    }
    return jsonText(jsonDocument({{"rule", rule.facts.id}, {"traces", std::move(traces)}}));
}

// Tries the rule alone, with its presets and --set.
Result<Tried> tryOn(const std::string& path, const OwnRule& rule, const Settings& settings,
                    CachedOpening& opening) {
    const InterruptWatch interrupts;
    OpenOptions options;
    options.stop = interrupts.token();
    options.settings = settings;
    Tried tried{path, TRY(opening.open(path, options)), {}, expectedOf(rule, path)};
    for (const Finding& finding : tried.session->findings.findings) {
        if (finding.rule == rule.facts.id) {
            tried.findings.push_back(&finding);
        }
    }
    return tried;
}

int checkRule(const RulesRequest& request) {
    OwnRuleFile file = readOwnRule(request.rule);
    if (file.rule == nullptr) {
        return failWith(kExitGate, file.failure.text());
    }
    const OwnRule& rule = *file.rule;
    OwnRules rules;
    addOwnRule(file, rules);
    Settings settings;
    settings.setOwnRules(std::make_shared<const OwnRules>(std::move(rules)));
    for (const std::string& assignment : request.reading.settings) {
        if (const Result<void> set = settings.set(assignment); !set) {
            return failWith(kExitUsage, "--set " + set.error().message);
        }
    }
    std::vector<Tried> all;
    CachedOpening opening(request.reading);
    for (const std::string& path : request.traces) {
        Result<Tried> tried = tryOn(path, rule, settings, opening);
        if (!tried && tried.error().code == ErrorCode::Cancelled) {
            return failWith(exitCodeOf(tried.error()), tried.error().message);
        }
        all.push_back(tried ? std::move(*tried)
                            : Tried{path, nullptr, {}, {}, std::move(tried.error())});
    }
    const std::string text = request.format == ReportFormat::Json
                                 ? checkJson(rule, all)
                                 : checkText(all, styleFor(request));
    if (const int code = writeReport(text, request.outPath); code != kExitFine) {
        return code;
    }
    const auto unread =
        std::ranges::find_if(all, [](const Tried& one) { return one.error.has_value(); });
    if (unread != all.end()) {
        return failWith(exitCodeOf(*unread->error), unread->error->message);
    }
    const auto unmet = std::ranges::count(all, false, &Tried::isMet);
    return unmet == 0
               ? kExitFine
               : failWith(kExitGate, fmt::format("{}: {} of {} not as expected", rule.facts.id,
                                                 unmet, countText(all.size(), "trace", "traces")));
}

}  // namespace

int runRules(const RulesRequest& request) {
    switch (request.action) {
        case RulesRequest::Action::Example:
            return printExample(request);
        case RulesRequest::Action::Check:
            return checkRule(request);
        case RulesRequest::Action::List:
            break;
    }
    return listRules(request);
}

}  // namespace gaplight::ui
