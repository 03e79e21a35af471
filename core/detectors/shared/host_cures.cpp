// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/shared/host_cures.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "core/analysis/torch/python_frame.h"
#include "core/analysis/torch/torch_names.h"
#include "core/base/text_pattern.h"
#include "core/detectors/engine/rule_sections.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {

std::vector<toml::table> cureTables(std::string_view id) {
    std::vector<toml::table> tables;
    try {
        const toml::table file = toml::parse(ruleFile(id));
        const toml::array* cures = file["cure"].as_array();
        for (std::size_t at = 0; cures != nullptr && at < cures->size(); ++at) {
            if (const toml::table* cure = cures->get(at)->as_table()) {
                tables.push_back(*cure);
            }
        }
    } catch (const toml::parse_error&) {
        tables.clear();
    }
    return tables;
}

std::string cureText(const toml::table& cure, std::string_view key) {
    std::istringstream words(cure[key].value_or(std::string{}));
    std::string text;
    for (std::string word; words >> word;) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

namespace {

std::vector<HostCure> readHostCures() {
    std::vector<HostCure> cures;
    for (const toml::table& table : cureTables("host_cures")) {
        HostCure& cure = cures.emplace_back();
        cure.key = cureText(table, "key");
        cure.text = cureText(table, "text");
        cure.source = cureText(table, "source");
        cure.isInherent = table["inherent"].value_or(false);
        const toml::array* patterns = table["patterns"].as_array();
        for (std::size_t at = 0; patterns != nullptr && at < patterns->size(); ++at) {
            if (const toml::table* pattern = patterns->get(at)->as_table()) {
                cure.patterns.push_back({cureText(*pattern, "file"), cureText(*pattern, "function"),
                                         cureText(*pattern, "called_by")});
            }
        }
    }
    return cures;
}

bool fits(std::string_view pattern, std::string_view text) {
    return pattern.empty() || matchesGlob(pattern, text);
}

bool fits(const HostPattern& pattern, std::string_view name, std::string_view caller) {
    const FunctionKey key = functionKey(name);
    return (pattern.file.empty() || key.path.find(pattern.file) != std::string_view::npos) &&
           fits(pattern.function, key.function) && fits(pattern.calledBy, functionOfFrame(caller));
}

std::string_view generalCure(std::string_view name, bool inLoop) {
    if (!inLoop) {
        return "outside-the-loop";
    }
    return isAtenOperator(name) ? "operator" : "own-code";
}

}  // namespace

std::span<const HostCure> hostCures() {
    static const std::vector<HostCure> kCures = readHostCures();
    return kCures;
}

const HostCure* hostCureOf(std::string_view name, std::string_view caller) {
    for (const HostCure& cure : hostCures()) {
        if (std::any_of(cure.patterns.begin(), cure.patterns.end(),
                        [&](const HostPattern& one) { return fits(one, name, caller); })) {
            return &cure;
        }
    }
    return nullptr;
}

HostAdvice hostAdvice(std::string_view name, std::string_view caller, bool inLoop) {
    constexpr std::string_view kFunction = "{function}";
    const HostCure* cure = hostCureOf(name, caller);
    if (cure == nullptr) {
        const std::string_view general = generalCure(name, inLoop);
        const auto all = hostCures();
        const auto at = std::find_if(all.begin(), all.end(),
                                     [&](const HostCure& one) { return one.key == general; });
        cure = at == all.end() ? nullptr : &*at;
    }
    HostAdvice advice;
    if (cure != nullptr) {
        advice = {cure->key, cure->text};
        if (const auto at = advice.text.find(kFunction); at != std::string::npos) {
            advice.text.replace(at, kFunction.size(),
                                shortCodeName(caller.empty() ? name : caller));
        }
    }
    return advice;
}

namespace {

// In the order of SyncSource.
constexpr std::array<std::string_view, 15> kWaits{
    "item",      "size-argument",  "condition",      "error-check",       "nonzero",
    "read-back", "exchange-sizes", "list-to-tensor", "scalars-to-tensor", "upload",
    "copy",      "synchronize",    "event-wait",     "operator",          "unknown"};
static_assert(kWaits.size() == static_cast<std::size_t>(SyncSource::Unknown) + 1);

std::vector<SyncCure> readSyncCures() {
    std::vector<SyncCure> cures;
    for (const toml::table& table : cureTables("sync_cures")) {
        const auto* wait = std::find(kWaits.begin(), kWaits.end(), cureText(table, "wait"));
        SyncCure& cure = cures.emplace_back();
        cure.key = cureText(table, "key");
        cure.wait = wait == kWaits.end() ? SyncSource::Unknown
                                         : static_cast<SyncSource>(wait - kWaits.begin());
        cure.label = cureText(table, "label");
        cure.text = cureText(table, "text");
        cure.otherText = cureText(table, "without_torch");
        cure.source = cureText(table, "source");
        cure.isHarmless = table["harmless"].value_or(false);
        const toml::array* inside = table["inside"].as_array();
        for (std::size_t at = 0; inside != nullptr && at < inside->size(); ++at) {
            cure.inside.push_back(inside->get(at)->value_or(std::string{}));
        }
    }
    if (cures.empty()) {
        cures.emplace_back();
    }
    return cures;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace

std::span<const SyncCure> syncCures() {
    static const std::vector<SyncCure> kCures = readSyncCures();
    return kCures;
}

std::uint32_t syncCureOf(SyncSource wait, std::string_view function, std::string_view annotation,
                         std::string_view ops) {
    const auto cures = syncCures();
    const auto isAround = [&](const std::string& part) {
        return contains(function, part) || contains(annotation, part) || contains(ops, part);
    };
    const auto at = std::find_if(cures.begin(), cures.end(), [&](const SyncCure& cure) {
        return cure.wait == wait && (cure.inside.empty() ||
                                     std::any_of(cure.inside.begin(), cure.inside.end(), isAround));
    });
    return static_cast<std::uint32_t>((at == cures.end() ? at - 1 : at) - cures.begin());
}

}  // namespace gaplight
