// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/what_if/edit_spec.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/base/close_names.h"
#include "core/base/digit_run.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

using Target = WhatIf::Target;

constexpr std::array<std::pair<std::string_view, Target>, 6> kNamedTargets{
    {{"annotation", Target::Annotation},
     {"function", Target::Function},
     {"op", Target::Op},
     {"kernel", Target::Kernel},
     {"slice", Target::Slice},
     {"gap", Target::Gap}}};
constexpr std::array<std::pair<std::string_view, Target>, 4> kWholeTargets{
    {{"graph:steps", Target::Graph},
     {"async:copies", Target::AsyncCopies},
     {"overlap:copies", Target::OverlapCopies},
     {"balance:ranks", Target::Ranks}}};

tl::unexpected<Error> wrong(std::string_view text, std::string_view why) {
    return fail(ErrorCode::BadArgument, fmt::format("'{}': {}", text, why));
}

// The part before the first colon, which is taken off.
std::string_view takeWord(std::string_view& text) {
    const std::size_t colon = text.find(':');
    const std::string_view word = text.substr(0, colon);
    text = colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
    return word;
}

std::optional<double> factorFrom(std::string_view text) {
    const auto factor = parseNumber<double>(text);
    const bool isFit = factor && std::isfinite(*factor) && *factor >= 0 && *factor <= kMaxFactor;
    return isFit ? factor : std::nullopt;
}

Result<WhatIf> ruleRemoved(std::string_view text, std::string_view rule) {
    if (findDetector(rule) != nullptr) {
        return WhatIf{std::string(text), Target::Rule, std::string(rule), 0, true};
    }
    std::vector<std::string> known;
    for (const Detector* one : detectors()) {
        known.emplace_back(one->id);
    }
    return wrong(text, fmt::format("there is no rule '{}'; {}", rule, closeNamesText(rule, known)));
}

Result<WhatIf> findingRemoved(std::string_view text, std::string_view rank) {
    if (parseNumber<std::size_t>(rank).value_or(0) == 0) {
        return wrong(text, "expected the rank of a finding, from 1 on, behind 'finding:'");
    }
    return WhatIf{std::string(text), Target::Finding, std::string(rank), 0, true};
}

Result<WhatIf> named(std::string_view text, bool removes) {
    std::string_view rest = text.substr(text.find(':') + 1);
    const std::string_view whole = rest;
    const std::string_view word = takeWord(rest);
    if (removes && word == "finding") {
        return findingRemoved(text, rest);
    }
    const auto* kind = std::find_if(kNamedTargets.begin(), kNamedTargets.end(),
                                    [&](const auto& one) { return one.first == word; });
    if (kind == kNamedTargets.end()) {
        return removes ? ruleRemoved(text, whole)
                       : wrong(text,
                               "expected scale:annotation:NAME:FACTOR, scale:function:, scale:op: "
                               "or scale:kernel:");
    }
    WhatIf edit{std::string(text), kind->second, std::string(rest), 0, removes};
    if (!removes) {
        const std::size_t colon = rest.rfind(':');  // names have colons too
        const auto factor =
            colon == std::string_view::npos ? std::nullopt : factorFrom(rest.substr(colon + 1));
        if (!factor) {
            return wrong(text, fmt::format("expected a factor from 0 to {} behind the last colon, "
                                           "as in scale:{}:NAME:0.5",
                                           kMaxFactor, word));
        }
        edit.name = rest.substr(0, colon);
        edit.factor = *factor;
    }
    if (edit.name.starts_with('=')) {
        edit.name.erase(0, 1);
        edit.isLiteral = true;
    }
    if (edit.name.empty()) {
        return wrong(text, fmt::format("expected a name behind '{}:'", word));
    }
    return edit;
}

}  // namespace

Result<WhatIf> parseWhatIf(std::string_view text) {
    for (const auto& [words, target] : kWholeTargets) {
        if (text == words) {
            return WhatIf{std::string(text), target, {}, 0, true};
        }
    }
    if (text.starts_with("remove:") || text.starts_with("scale:")) {
        return named(text, text.starts_with("remove:"));
    }
    return wrong(text,
                 "expected remove:RULE, remove:annotation:NAME, remove:function:NAME, "
                 "remove:op:NAME, scale:kernel:NAME:FACTOR, scale:annotation:NAME:FACTOR, "
                 "graph:steps, async:copies, overlap:copies or balance:ranks");
}

WhatIfAnswer whatIfAnswer(const Replay& replay, const ReplayTimeline& unchanged,
                          const ReplayTimeline& changed) {
    WhatIfAnswer answer;
    answer.replayed = unchanged.window.length();
    answer.firstUse = replay.replayedWindow() - answer.replayed;
    answer.measured = replay.measuredWindow() - answer.firstUse;
    answer.window = changed.window.length();
    answer.saving = answer.replayed - answer.window;
    if (answer.window > Duration::zero()) {
        answer.speedUp = static_cast<double>(answer.replayed.count()) /
                         static_cast<double>(answer.window.count());
    }
    answer.stepBefore = unchanged.step;
    answer.step = changed.step;
    answer.modelError = replay.modelError();
    answer.trusted = replay.trusted();
    return answer;
}

std::span<const TimeRange> replayedSteps(const Steps& steps) {
    return steps.markers.source == StepSource::None ? std::span<const TimeRange>{}
                                                    : std::span(steps.markers.host);
}

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
