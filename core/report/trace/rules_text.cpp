// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/detectors/engine/own_rules.h"
#include "core/detectors/engine/rules.h"
#include "core/report/facts/json_sections.h"
#include "core/report/text/report_page.h"
#include "core/report/trace/report.h"
#include "core/session/settings_file.h"

namespace gaplight {
namespace {

std::string_view unitName(ThresholdUnit unit) {
    switch (unit) {
        case ThresholdUnit::Nanoseconds:
            return "ns";
        case ThresholdUnit::Share:
            return "ppm";
        case ThresholdUnit::Bytes:
            return "bytes";
        case ThresholdUnit::Count:
            break;
    }
    return "count";
}

std::int64_t valueOf(const Settings& settings, const RuleFacts& rule, const Threshold& threshold) {
    return settings.find(rule.id, threshold.key).value_or(threshold.preset);
}

Json jsonRule(const Settings& settings, const RuleFacts& rule) {
    Json thresholds = Json::array();
    for (const Threshold& threshold : rule.thresholds) {
        thresholds.push_back({{"key", threshold.key},
                              {"unit", unitName(threshold.unit)},
                              {"preset", threshold.preset},
                              {"value", valueOf(settings, rule, threshold)},
                              {"per_name", threshold.perName},
                              {"meaning", threshold.meaning},
                              {"source", threshold.source}});
    }
    return {{"id", rule.id},
            {"name", rule.name},
            {"question", rule.question},
            {"thresholds", std::move(thresholds)}};
}

std::string valueText(const Settings& settings, const RuleFacts& rule, const Threshold& threshold) {
    const std::int64_t value = valueOf(settings, rule, threshold);
    std::string text = thresholdText(threshold, value);
    if (value != threshold.preset) {
        text += " (preset " + thresholdText(threshold, threshold.preset) + ")";
    }
    return text;
}

// "gpu-idle.min_gap", as --set takes it.
std::string optionText(const RuleFacts& rule, const Threshold& threshold) {
    return fmt::format("{}.{}{}", rule.id, threshold.key, threshold.perName ? "[.NAME]" : "");
}

}  // namespace

std::string rulesJson(const Settings& settings, const RuleFacts* only) {
    Json json = jsonDocument(Json::object());
    for (const RuleKind& kind : ruleKindsWith(settings.ownRules().get())) {
        Json list = Json::array();
        for (const RuleFacts* rule : kind.rules) {
            if (only == nullptr || only == rule) {
                list.push_back(jsonRule(settings, *rule));
            }
        }
        json[std::string(kind.key)] = std::move(list);
    }
    if (settings.ownRules() != nullptr && !settings.ownRules()->failed.empty()) {
        for (const FailedRule& failed : settings.ownRules()->failed) {
            json["failed_rules"].push_back(validUtf8(failed.text()));
        }
    }
    return jsonText(json);
}

std::string rulesText(const Settings& settings, PageStyle style) {
    const auto page = makePage(style);
    for (const RuleKind& kind : ruleKindsWith(settings.ownRules().get())) {
        const std::string count = countText(kind.rules.size(), "rule", "rules");
        if (kind.subject.empty()) {
            page->title(count);
        } else {
            page->heading(fmt::format("{} about {}", count, kind.subject));
        }
        PageTable table{{{"rule"}, {"looks for"}}, {}};
        for (const RuleFacts* rule : kind.rules) {
            table.rows.push_back({std::string(rule->id), std::string(rule->question)});
        }
        page->table(table);
    }
    page->heading("Thresholds");
    PageTable thresholds{{{"--set"}, {"value"}, {"meaning"}}, {}};
    for (const RuleKind& kind : ruleKindsWith(settings.ownRules().get())) {
        for (const RuleFacts* rule : kind.rules) {
            for (const Threshold& threshold : rule->thresholds) {
                thresholds.rows.push_back({optionText(*rule, threshold),
                                           valueText(settings, *rule, threshold),
                                           std::string(threshold.meaning)});
            }
        }
    }
    page->table(thresholds);
    if (settings.ownRules() != nullptr && !settings.ownRules()->failed.empty()) {
        page->heading("Rules that failed");
        for (const FailedRule& failed : settings.ownRules()->failed) {
            page->line(failed.text());
        }
    }
    page->line(
        "'gaplight rules RULE' explains one; 'gaplight rules example' prints the beginning of "
        "one of your own");
    page->heading(kSettingsFileName);
    page->markdown(
        "A `gaplight.toml` beside a trace sets thresholds for it, one in `~/.config/gaplight` for "
        "all:\n\n```\n[gpu-idle]\nmin_gap = \"50us\"\n\n[annotation-share]\n\"limit.vae_decode\" = "
        "\"10%\"\n```\n");
    return page->take();
}

std::string ruleText(const Settings& settings, const RuleFacts& rule, PageStyle style) {
    const auto page = makePage(style);
    const std::string_view help = rulePage(rule.id, settings.ownRules().get());
    if (help.empty()) {
        page->title(rule.id);
        page->line(rule.question);
    } else {
        page->markdown(std::string(help));
    }
    if (!rule.thresholds.empty()) {
        page->heading("Thresholds");
    }
    PageTable table{{{"--set"}, {"value"}, {"meaning"}, {"source"}}, {}};
    for (const Threshold& threshold : rule.thresholds) {
        table.rows.push_back({optionText(rule, threshold), valueText(settings, rule, threshold),
                              std::string(threshold.meaning), std::string(threshold.source)});
    }
    page->table(table);
    return page->take();
}

}  // namespace gaplight
