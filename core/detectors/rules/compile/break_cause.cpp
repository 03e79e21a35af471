// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/compile/break_cause.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/idle/host_cause.h"
#include "core/analysis/torch/python_frame.h"

namespace gaplight {
namespace {

constexpr auto kNone = std::string_view::npos;

constexpr std::string_view kWrapper = "torch/_dynamo/eval_frame.py";

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != kNone;
}

// "<built-in method item of Tensor object at 0x7f…>" → "Tensor.item",
// "<built-in function print>" → "print".
std::string builtInText(std::string_view name) {
    constexpr std::string_view kFunction = "<built-in function ";
    constexpr std::string_view kMethod = "<built-in method ";
    if (name.starts_with(kFunction)) {
        name.remove_prefix(kFunction.size());
        return std::string(name.substr(0, name.find('>')));
    }
    if (!name.starts_with(kMethod)) {
        return std::string(name);
    }
    name.remove_prefix(kMethod.size());
    const std::size_t of = name.find(" of ");
    const std::string method(name.substr(0, of));
    if (of == kNone) {
        return method;
    }
    const std::string_view owner = name.substr(of + 4, name.find(" object") - of - 4);
    return owner == "type" || owner == "module" ? method : fmt::format("{}.{}", owner, method);
}

struct Spelling {
    std::string_view part;
    BreakKind kind;
};

constexpr std::array<Spelling, 12> kSpellings{{
    {"torch/_dynamo/decorators.py", BreakKind::Explicit},
    {"built-in function print", BreakKind::Print},
    {"logging/__init__.py", BreakKind::Print},
    {"warnings.py", BreakKind::Print},
    {"aten::is_nonzero", BreakKind::Condition},
    {"aten::item", BreakKind::Item},
    {"aten::_local_scalar_dense", BreakKind::Item},
    {"method item of Tensor", BreakKind::Item},
    {"method tolist of Tensor", BreakKind::Item},
    {"aten::nonzero", BreakKind::DynamicShape},
    {"aten::masked_select", BreakKind::DynamicShape},
    {"aten::unique", BreakKind::DynamicShape},
}};

// Code that TorchDynamo runs between any two graphs, which is no cause of a break.
bool isMachinery(std::string_view name) {
    constexpr std::array<std::string_view, 6> kNames{
        "TorchDynamo Cache Lookup", "torch/_compile.py",     "set_eval_frame",
        "Pregraph bytecode",        "AOTDispatcher Runtime", "torch/_dynamo/utils.py"};
    return std::any_of(kNames.begin(), kNames.end(),
                       [&](std::string_view part) { return has(name, part); });
}

SliceId firstUserFrameIn(const Trace& trace, const PlaceFinder& places, SliceId slice) {
    const SliceTable& slices = trace.slices();
    constexpr std::size_t kLookedAt =
        64;  // a disabled function is entered over two or three frames
    const std::size_t end = std::min(slices.size(), slice.index() + kLookedAt);
    for (std::size_t at = slice.index(); at < end; ++at) {
        const SliceId one(at);
        if (at > slice.index() && slices.start(one) >= slices.end(slice)) {
            break;
        }
        if (trace.kind(one) == SliceKind::PythonFunction && places.isUserFrame(slices.name(one))) {
            return one;
        }
    }
    return {};
}

bool findsShape(const Trace& trace, SliceId op) {
    const SliceTable& slices = trace.slices();
    for (std::size_t at = op.index() + 1; at < slices.size(); ++at) {
        const SliceId inner(at);
        if (slices.parent(inner) != op) {
            return false;
        }
        if (trace.name(inner) == "aten::nonzero") {
            return true;
        }
    }
    return false;
}

// The cause where the slice is a Python frame: what it calls.
BreakCause causeOfFrame(const Trace& trace, const PlaceFinder& places, SliceId slice) {
    const std::string_view name = trace.name(slice);
    const bool keptOut = has(name, kWrapper);
    const SliceId user = firstUserFrameIn(trace, places, slice);
    if (user.isValid()) {
        return {keptOut ? BreakKind::Disabled : BreakKind::Call,
                std::string(functionOfFrame(trace.name(user))),
                {},
                {},
                0};
    }
    const std::string what =
        name.starts_with("<") ? builtInText(name) : std::string(functionOfFrame(name));
    return {keptOut ? BreakKind::Disabled : BreakKind::Call, what, {}, {}, 0};
}

BreakCause causeOfSlice(const Trace& trace, const PlaceFinder& places, SliceId slice) {
    const std::string_view name = trace.name(slice);
    const auto* at =
        std::find_if(kSpellings.begin(), kSpellings.end(),
                     [&](const Spelling& spelling) { return has(name, spelling.part); });
    if (at != kSpellings.end()) {
        // All spellings of these kinds are one cause.
        if (at->kind == BreakKind::Explicit || at->kind == BreakKind::Item ||
            at->kind == BreakKind::Condition) {
            return {at->kind, {}, {}, {}, 0};
        }
        const bool isFrame = trace.kind(slice) == SliceKind::PythonFunction;
        const bool isBuiltIn = isFrame && name.starts_with("<");
        return {at->kind,
                isBuiltIn ? builtInText(name) : std::string(functionOfFrame(name)),
                {},
                {},
                0};
    }
    if (trace.kind(slice) == SliceKind::PythonFunction) {
        return causeOfFrame(trace, places, slice);
    }
    if (findsShape(trace, slice)) {
        return {BreakKind::DynamicShape, {}, {}, {}, 0};
    }
    return {BreakKind::Operator, std::string(name), {}, {}, 0};
}

// How the texts of a finding name what runs between two graphs.
std::string_view whatCase(const BreakCause& cause) {
    switch (cause.kind) {
        case BreakKind::Unknown:
            return "unknown";
        case BreakKind::Explicit:
            return "explicit";
        case BreakKind::Item:
            return "item";
        case BreakKind::Condition:
            return "condition";
        default:
            return cause.name.empty() ? "mask" : "code";
    }
}

// From "a/cap_breaks.py(11): torch_dynamo_resume_in_forward_at_11", the frame that goes on after a
// break: where in the program it was.
void readResumedFrame(std::string_view frame, BreakCause& cause) {
    constexpr std::string_view kResume = "torch_dynamo_resume_in_";
    constexpr std::string_view kAt = "_at_";
    const std::string_view function = functionOfFrame(frame);
    const std::size_t at = function.rfind(kAt);
    if (!function.starts_with(kResume) || at == kNone) {
        return;
    }
    const std::string_view line = function.substr(at + kAt.size());
    std::from_chars(line.data(), line.data() + line.size(), cause.line);
    const std::string_view path = shortFrame(frame);
    cause.function = function.substr(kResume.size(), at - kResume.size());
    cause.file = path.substr(0, path.find('('));
}

}  // namespace

BreakCause breakCauseOf(const Trace& trace, const PlaceFinder& places,
                        const CompiledRegions& regions, const RegionSeam& seam) {
    const SliceTable& slices = trace.slices();
    const CompiledRegion& outer = regions.regions[regions.regions[seam.region].outer];
    // Before the first graph, or where a backend leaves no trace of its graphs, TorchDynamo's own
    // wrapper may be a graph's as well as a disabled function's.
    const bool wrapperIsGraph = seam.host.begin == slices.start(outer.slice);
    SliceId longest;
    for (const SliceId slice : seam.between) {
        const std::string_view name = trace.name(slice);
        const bool isWork =
            trace.kind(slice) == SliceKind::PythonFunction || trace.kind(slice) == SliceKind::CpuOp;
        if (isWork && !isMachinery(name) && !(wrapperIsGraph && has(name, kWrapper)) &&
            (!longest.isValid() || slices.duration(slice) > slices.duration(longest))) {
            longest = slice;
        }
    }
    BreakCause cause;
    if (longest.isValid()) {
        cause = causeOfSlice(trace, places, longest);
    }
    const SliceId frame = regions.regions[seam.region].frame;
    if (frame.isValid()) {
        readResumedFrame(trace.name(frame), cause);
    }
    return cause;
}

ValueRows causeRows(std::span<const BreakCause> causes) {
    struct Group {
        std::string_view what;
        const BreakCause* first = nullptr;
        std::set<std::int64_t> lines;
    };
    std::vector<Group> groups;
    for (const BreakCause& cause : causes) {
        if (cause.kind == BreakKind::Unknown && cause.function.empty()) {
            continue;
        }
        const std::string_view what = whatCase(cause);
        auto at = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
            return group.what == what && group.first->name == cause.name &&
                   group.first->function == cause.function && group.first->file == cause.file;
        });
        at = at == groups.end() ? groups.insert(at, {what, &cause, {}}) : at;
        at->lines.insert(cause.line);
    }
    ValueRows rows;
    for (const Group& group : groups) {
        TextList lines;
        for (const std::int64_t line : group.lines) {
            lines.push_back(std::to_string(line));
        }
        const std::string_view located = lines.size() == 1 ? "one-line" : "several-lines";
        FindingValues& row = rows.emplace_back();
        row.set(kRowCase, CaseName{group.first->function.empty() ? "without-line" : located});
        row.set("what", CaseName{group.what});
        row.set("name", group.first->name);
        row.set("lines", std::move(lines));
        row.set("break_function", group.first->function);
        row.set("break_file", group.first->file);
    }
    return rows;
}

std::string_view breakCase(BreakKind kind) {
    // In the order of BreakKind.
    constexpr std::array<std::string_view, 9> kCases{
        "",          "explicit",      "disabled", "print", "item",
        "condition", "dynamic-shape", "operator", "call"};
    return kCases[static_cast<std::size_t>(kind)];
}

}  // namespace gaplight
