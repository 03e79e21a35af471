// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/shared/host_cures.h"

#include <algorithm>

#include "core/analysis/torch/operator_name.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/glob.h"
#include "core/detectors/shared/cure_file.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
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

}  // namespace gaplight
