// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/what_if/edit_completions.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

constexpr std::array<std::string_view, 4> kWhole{"graph:steps", "async:copies", "overlap:copies",
                                                 "balance:ranks"};
constexpr std::array<std::string_view, 7> kNamed{
    "remove:function:", "remove:op:",        "remove:kernel:", "scale:kernel:",
    "scale:op:",        "scale:annotation:", "scale:function:"};

std::vector<std::string> allEdits(std::span<const std::string> annotations) {
    std::vector<std::string> edits(kWhole.begin(), kWhole.end());
    for (const Detector* rule : detectors()) {
        edits.push_back("remove:" + std::string(rule->id));
    }
    for (const std::string& name : annotations) {
        edits.push_back("remove:annotation:" + name);
    }
    edits.insert(edits.end(), kNamed.begin(), kNamed.end());
    for (const std::string& name : annotations) {
        edits.push_back("scale:annotation:" + name + ":0.5");
    }
    return edits;
}

}  // namespace

std::vector<std::string> editCompletions(std::string_view text,
                                         std::span<const std::string> annotations,
                                         std::size_t limit) {
    const bool isWord = text.find(':') == std::string_view::npos;
    std::vector<std::string> fit;
    for (std::string& edit : allEdits(annotations)) {
        const bool fits =
            edit.starts_with(text) || (isWord && edit.find(text) != std::string::npos);
        if (fits && edit.size() > text.size() && fit.size() < limit) {
            fit.push_back(std::move(edit));
        }
    }
    return fit;
}

}  // namespace gaplight
