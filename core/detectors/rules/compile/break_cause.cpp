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
#include "core/base/quantity_text.h"
#include "core/detectors/texts/quantities.h"

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

// Parts of TorchDynamo's own way from one graph to the next; these break nothing.
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

// Where the slice is a call of Python, what it calls.
BreakCause causeOfFrame(const Trace& trace, const PlaceFinder& places, SliceId slice) {
    const std::string_view name = trace.name(slice);
    const bool keptOut = has(name, kWrapper);
    const SliceId user = firstUserFrameIn(trace, places, slice);
    if (user.isValid()) {
        return {keptOut ? BreakKind::Disabled : BreakKind::Call,
                fmt::format("`{}`", functionOfFrame(trace.name(user))),
                {}};
    }
    const std::string what =
        name.starts_with("<") ? builtInText(name) : std::string(functionOfFrame(name));
    return {keptOut ? BreakKind::Disabled : BreakKind::Call, fmt::format("`{}`", what), {}, 0};
}

BreakCause causeOfSlice(const Trace& trace, const PlaceFinder& places, SliceId slice) {
    const std::string_view name = trace.name(slice);
    const auto* at =
        std::find_if(kSpellings.begin(), kSpellings.end(),
                     [&](const Spelling& spelling) { return has(name, spelling.part); });
    if (at != kSpellings.end()) {
        constexpr std::array<std::pair<BreakKind, std::string_view>, 3> kWords{{
            {BreakKind::Explicit, "`torch._dynamo.graph_break()`"},
            {BreakKind::Item, "`.item()`"},
            {BreakKind::Condition, "`if` on a tensor"},
        }};
        for (const auto& [kind, words] : kWords) {
            if (kind == at->kind) {
                return {kind, std::string(words), {}, 0};
            }
        }
        const bool isFrame = trace.kind(slice) == SliceKind::PythonFunction;
        return {at->kind,
                fmt::format("`{}`", isFrame && name.starts_with("<")
                                        ? builtInText(name)
                                        : std::string(functionOfFrame(name))),
                {},
                0};
    }
    if (trace.kind(slice) == SliceKind::PythonFunction) {
        return causeOfFrame(trace, places, slice);
    }
    if (findsShape(trace, slice)) {
        return {BreakKind::DynamicShape, "a boolean mask", {}, 0};
    }
    return {BreakKind::Operator, fmt::format("`{}`", name), {}, 0};
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
    cause.function = fmt::format("`{}` in {}", function.substr(kResume.size(), at - kResume.size()),
                                 path.substr(0, path.find('(')));
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

std::string causesText(std::span<const BreakCause> causes) {
    struct Group {
        std::string what;
        std::string function;
        std::set<std::int64_t> lines;
    };
    std::vector<Group> groups;
    for (const BreakCause& cause : causes) {
        if (cause.what.empty() && cause.function.empty()) {
            continue;
        }
        const std::string what = cause.what.empty() ? "nothing recorded" : cause.what;
        auto at = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
            return group.what == what && group.function == cause.function;
        });
        at = at == groups.end() ? groups.insert(at, {what, cause.function, {}}) : at;
        at->lines.insert(cause.line);
    }
    std::vector<std::string> texts;
    for (const Group& group : groups) {
        std::vector<std::string> lines;
        for (const std::int64_t line : group.lines) {
            lines.push_back(std::to_string(line));
        }
        texts.push_back(group.function.empty() ? group.what
                                               : fmt::format("{} at {} {} of {}", group.what,
                                                             lines.size() == 1 ? "line" : "lines",
                                                             listText(lines), group.function));
    }
    return listText(texts);
}

std::string_view breakCure(BreakKind kind) {
    switch (kind) {
        case BreakKind::Explicit:
            return "Take the explicit `torch._dynamo.graph_break()` out.";
        case BreakKind::Disabled:
            return "A function marked `torch.compiler.disable` always breaks: call it before or "
                   "after the compiled part, or wrap it as a `torch.library.custom_op`, which "
                   "stays inside the graph.";
        case BreakKind::Print:
            return "Take printing and logging out of the compiled code, or name the function in "
                   "`torch._dynamo.config.reorderable_logging_functions`: it then runs after the "
                   "graph.";
        case BreakKind::Item:
            return "Keep the value on the GPU as a tensor, or set "
                   "`torch._dynamo.config.capture_scalar_outputs = True`.";
        case BreakKind::Condition:
            return "Replace the branch on a tensor's value by `torch.where` or `torch.cond`, or "
                   "decide it outside the compiled code.";
        case BreakKind::DynamicShape:
            return "Replace the selection by arithmetic of fixed shape (`torch.where`, a "
                   "multiplication by the mask), or set "
                   "`torch._dynamo.config.capture_dynamic_output_shape_ops = True`.";
        case BreakKind::Operator:
            return "These operators run eagerly, so they belong to a function that TorchDynamo "
                   "leaves out or cannot trace: call it before or after the compiled part, or "
                   "wrap it as a `torch.library.custom_op`.";
        case BreakKind::Call:
            return "Move that call out of the compiled code; one that must stay and works on "
                   "tensors can be wrapped as a `torch.library.custom_op`.";
        case BreakKind::Unknown:
            break;
    }
    return "";
}

}  // namespace gaplight
