// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/annotation_name.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/base/digit_run.h"

namespace gaplight {

std::size_t stepNumber(const Trace& trace, Time begin, std::size_t ordinal) {
    const auto starts = trace.slices().starts();
    for (const Track& track : trace.tracks()) {
        if (track.sliceCount == 0 || track.kind != TrackKind::Thread) {
            continue;
        }
        const auto first = starts.begin() + static_cast<std::ptrdiff_t>(track.firstSlice.index());
        const auto last = first + track.sliceCount;
        for (auto at = std::lower_bound(first, last, begin); at != last && *at == begin; ++at) {
            const SliceId slice(static_cast<std::size_t>(at - starts.begin()));
            if (trace.kind(slice) != SliceKind::UserAnnotation) {
                continue;
            }
            if (const auto number = profilerStepNumber(trace.name(slice))) {
                return *number;
            }
        }
    }
    return ordinal;
}

namespace {

constexpr std::string_view kNumberedStep = "ProfilerStep#";
constexpr std::string_view kStepWithoutNumber = "ProfilerStep*";
constexpr std::string_view kOptimizerStep = "Optimizer.step#";

}  // namespace

bool isProfilerStep(std::string_view name) {
    return name.starts_with(kNumberedStep) || name == kStepWithoutNumber;
}

std::optional<std::size_t> profilerStepNumber(std::string_view name) {
    return name.starts_with(kNumberedStep)
               ? parseNumber<std::size_t>(name.substr(kNumberedStep.size()))
               : std::nullopt;
}

bool isOptimizerCall(std::string_view name) {
    return name.starts_with("Optimizer.");
}

std::string_view steppedOptimizer(std::string_view name) {
    if (!name.starts_with(kOptimizerStep)) {
        return {};
    }
    name.remove_prefix(kOptimizerStep.size());
    return name.substr(0, name.rfind('.'));
}

bool isZeroGrad(std::string_view name) {
    return name.starts_with("Optimizer.zero_grad#");
}

std::string_view compiledGraphKey(std::string_view name) {
    constexpr std::string_view kBegin = "## Call CompiledFxGraph ";
    constexpr std::string_view kEnd = " ##";
    if (!name.starts_with(kBegin)) {
        return {};
    }
    name.remove_prefix(kBegin.size());
    return name.ends_with(kEnd) ? name.substr(0, name.size() - kEnd.size()) : name;
}

std::string compiledGraphGroup(std::string_view name) {
    constexpr std::size_t kShownDigits = 8;
    const std::string_view key = compiledGraphKey(name);
    const std::string_view digits = key.substr(0, key.find(' ')).substr(0, kShownDigits);
    return digits.empty() ? std::string{}
                          : std::string(kCompiledGraphGroup).append(" ").append(digits);
}

namespace {

bool isDigit(char letter) {
    return letter >= '0' && letter <= '9';
}

bool isLetter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

// The length of the value at `at`: of a run of hexadecimal digits with a decimal one among them, as
// ids have it, or of a run of decimal digits. 0: there is none.
std::size_t valueLength(std::string_view name, std::size_t at) {
    constexpr std::size_t kMinHexDigits = 8;
    // Of types and versions, whose numbers are part of the name.
    constexpr std::array<std::string_view, 7> kTypes{"fp", "bf", "tf", "int", "uint", "float", "v"};
    const auto runOf = [&](const auto& isOne) {
        const auto* const from = name.begin() + static_cast<std::ptrdiff_t>(at);
        return static_cast<std::size_t>(std::find_if_not(from, name.end(), isOne) - from);
    };
    const std::size_t hex = runOf([](char letter) {
        return isDigit(letter) || (letter >= 'a' && letter <= 'f') ||
               (letter >= 'A' && letter <= 'F');
    });
    const std::string_view run = name.substr(at, hex);
    const bool isBehindWord = at > 0 && isLetter(name[at - 1]);
    const bool isBeforeWord = at + hex < name.size() && isLetter(name[at + hex]);
    if (hex >= kMinHexDigits && !isBehindWord && !isBeforeWord &&
        std::any_of(run.begin(), run.end(), isDigit)) {
        return hex;
    }
    const std::size_t digits = runOf(isDigit);
    if (digits == 0 || (at + digits < name.size() && isLetter(name[at + digits]))) {
        return 0;
    }
    const std::string_view before = name.substr(0, at);
    const bool isType = std::any_of(kTypes.begin(), kTypes.end(), [&](std::string_view type) {
        const std::size_t from = before.size() - std::min(before.size(), type.size());
        return before.substr(from) == type && (from == 0 || !isLetter(before[from - 1]));
    });
    return isType ? 0 : digits;
}

// The end of the bracket that opens at `at`, if a value stands in it; otherwise `at`.
std::size_t bracketWithValue(std::string_view name, std::size_t at) {
    const bool isOpen = name[at] == '[' || name[at] == '(';
    const std::size_t end = isOpen ? name.find(name[at] == '[' ? ']' : ')', at) : at;
    if (!isOpen || at == 0 || end == std::string_view::npos) {
        return at;
    }
    for (std::size_t inside = at; inside < end; ++inside) {
        if (valueLength(name, inside) > 0) {
            return end;
        }
    }
    return at;
}

std::string withoutValues(std::string_view name, bool withoutBrackets) {
    std::string text;
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t value = valueLength(name, at);
        const std::size_t end = withoutBrackets && value == 0 ? bracketWithValue(name, at) : at;
        if (end > at) {
            text.append(name.substr(at, 1)).append("\u2026").append(name.substr(end, 1));
            at = end + 1;
        } else if (value > 0) {
            text += 'N';
            at += value;
        } else {
            // The rest of a word is no value either: "2" of "h2d".
            const bool isInWord = isDigit(name[at]);
            do {
                text += name[at++];
            } while (isInWord && at < name.size() && isDigit(name[at]));
        }
    }
    return text;
}

}  // namespace

std::string nameTemplate(std::string_view name) {
    return withoutValues(name, false);
}

std::string nameFamily(std::string_view name) {
    return withoutValues(name, true);
}

std::string stepKind(std::string_view name) {
    std::string group = annotationGroup(name);
    return group == name ? nameTemplate(name) : group;
}

bool isLibraryRange(std::string_view name) {
    constexpr std::array<std::string_view, 14> kPrefixes{
        "cub::",  "thrust::", "nccl:",    "nccl::",   "ncclGroup", "cudnn",         "cuDNN",
        "cublas", "cuBLAS",   "cusparse", "cusolver", "triton::",  "torchinductor", "gloo:"};
    return name == "record_param_comms" ||
           std::any_of(kPrefixes.begin(), kPrefixes.end(),
                       [&](std::string_view prefix) { return name.starts_with(prefix); });
}

std::string annotationGroup(std::string_view name) {
    if (isProfilerStep(name)) {
        return std::string(kProfilerStepGroup);
    }
    std::string graph = compiledGraphGroup(name);
    return graph.empty() ? std::string(name) : graph;
}

}  // namespace gaplight
