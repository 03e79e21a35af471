// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/place.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>

#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/python_frame.h"
#include "core/analysis/torch/torch_names.h"
#include "core/base/parallel.h"
#include "core/base/text_hash.h"

namespace gaplight {
namespace {

constexpr auto kNone = std::string_view::npos;
using Names = std::span<const std::string_view>;

// PyTorch, what it generates, and libraries that only do what their caller asked for.
constexpr std::array<std::string_view, 9> kLibraryFolders{
    "torch/",          "torchgen/",           "functorch/", "torch_tb_profiler/",
    "triton/",         "torchinductor_root/", "tqdm/",      "numpy/",
    "_distutils_hack/"};

// The standard library, whose frames the profiler names without a folder: files that the traces
// of PyTorch programs show, and whole packages.
constexpr std::array<std::string_view, 30> kStandardFiles{
    "_weakrefset.py", "abc.py",       "ast.py",         "codecs.py",    "contextlib.py",
    "copy.py",        "copyreg.py",   "dataclasses.py", "enum.py",      "functools.py",
    "genericpath.py", "inspect.py",   "linecache.py",   "operator.py",  "os.py",
    "pickle.py",      "posixpath.py", "queue.py",       "random.py",    "re.py",
    "runpy.py",       "selectors.py", "tempfile.py",    "threading.py", "tokenize.py",
    "traceback.py",   "types.py",     "typing.py",      "warnings.py",  "weakref.py"};
constexpr std::array<std::string_view, 9> kStandardPackages{
    "asyncio/", "collections/", "concurrent/",      "ctypes/", "importlib/",
    "json/",    "logging/",     "multiprocessing/", "re/"};

// Generators of torch.nn.Module.
constexpr std::array<std::string_view, 10> kModuleWalks{
    "_named_members", "buffers",          "children",      "modules",    "named_buffers",
    "named_children", "named_parameters", "named_modules", "parameters", "_named_parameters"};

// The path of "a/b.py(12): f", or empty for what is no Python frame.
std::string_view pathOfFrame(std::string_view name) {
    const std::size_t end = name.find("): ");
    if (end == kNone) {
        return {};
    }
    const std::size_t open = name.rfind('(', end);
    return open == kNone ? std::string_view{} : name.substr(0, open);
}

// Both "torch/_ops.py" and ".../site-packages/torch/_ops.py".
bool hasFolder(std::string_view path, std::string_view folder) {
    const std::size_t at = path.find(folder);
    return at == 0 || (at != kNone && path.find("/" + std::string(folder)) != kNone);
}

bool isOneOf(std::string_view text, Names names) {
    return std::find(names.begin(), names.end(), text) != names.end();
}

// "inspect.py", and where the interpreter's folder was not cut off, ".../python3.11/inspect.py",
// of Windows "C:/Python311/Lib/inspect.py".
bool isStandardLibrary(std::string_view path) {
    const std::size_t folder = path.rfind("lib/python3");
    if (folder != kNone && path.find("-packages/") == kNone) {
        return true;
    }
    if (path.size() > 2 && path[1] == ':') {
        const std::size_t lib = std::max(path.rfind("/Lib/") + 1, path.rfind("/lib/") + 1);
        path.remove_prefix(lib == 0 ? 0 : lib + std::string_view("lib/").size());
    }
    return isOneOf(path, kStandardFiles) ||
           std::any_of(kStandardPackages.begin(), kStandardPackages.end(),
                       [&](std::string_view package) { return path.starts_with(package); });
}

// A frame of C or C++: its file is unknown, a source or a library, or its function no identifier.
bool isNative(std::string_view path, std::string_view function) {
    constexpr std::array<std::string_view, 14> kEndings{".c",  ".cc",  ".cpp", ".cxx", ".cu",
                                                        ".h",  ".cuh", ".hpp", ".inl", ".hip",
                                                        ".so", ".dll", ".pyd", ".exe"};
    return path == "??" || path.find(".so.") != kNone || function.find("::") != kNone ||
           std::any_of(kEndings.begin(), kEndings.end(),
                       [&](std::string_view ending) { return path.ends_with(ending); });
}

// "at::Tensor c10::Dispatcher::call<at::Tensor>(int)" → "c10::Dispatcher::call<at::Tensor>".
std::string_view qualifiedName(std::string_view function) {
    constexpr std::string_view kAnonymous = "(anonymous namespace)";
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t at = 0; at < function.size(); ++at) {
        if (function.substr(at).starts_with(kAnonymous)) {
            at += kAnonymous.size() - 1;
        } else if (function[at] == '(' && depth == 0) {
            return function.substr(begin, at - begin);
        } else if (function[at] == ' ' && depth == 0) {
            begin = at + 1;
        }
        depth += function[at] == '<' ? 1 : function[at] == '>' ? -1 : 0;
    }
    return function.substr(begin);
}

// What every allocation passes through, by what it is: the unwinder and what keeps its result,
// allocators, dispatch (at::'s wrappers are in its anonymous namespace) and the functions that give
// a tensor its memory; the interpreter and its bindings.
bool isMachinery(std::string_view function) {
    constexpr std::array<std::string_view, 15> kBeginnings{"c10::",
                                                           "at::(anonymous namespace)::",
                                                           "at::_ops::",
                                                           "at::detail::",
                                                           "at::TensorIterator",
                                                           "at::meta::",
                                                           "at::empty",
                                                           "at::native::empty",
                                                           "at::native::new_empty",
                                                           "torch::unwind",
                                                           "torch::autograd::VariableType",
                                                           "torch::ADInplaceOrView",
                                                           "std::",
                                                           "_Py",
                                                           "Py"};
    constexpr std::array<std::string_view, 5> kParts{
        "CapturedTraceback", "gather_with_cpp", "CachingAllocator", "THPVariable_", "pybind11::"};
    const std::string_view name = qualifiedName(function);
    return name.empty() || name == "??" ||
           std::any_of(kBeginnings.begin(), kBeginnings.end(),
                       [&](std::string_view prefix) { return name.starts_with(prefix); }) ||
           std::any_of(kParts.begin(), kParts.end(),
                       [&](std::string_view part) { return name.find(part) != kNone; });
}

bool isDecorator(std::string_view function) {
    constexpr std::array<std::string_view, 5> kFunctions{
        "_call_impl", "_wrapped_call_impl", "decorate_context", "wrapper", "wrapped_func"};
    return isOneOf(function, kFunctions);
}

}  // namespace

bool isUserFrame(std::string_view name) {
    const bool isTyped = name.starts_with("<ipython-input-") || name.starts_with("<stdin>");
    if ((name.starts_with("<") && !isTyped) || isModuleCall(name)) {
        return false;
    }
    const std::string_view path = pathOfFrame(name);
    if (!path.ends_with(".py")) {
        // Older notebook cells and what is typed have no file name of that form.
        return !path.empty() && !isNative(path, functionOfFrame(name));
    }
    const auto isIn = [&](std::string_view folder) { return hasFolder(path, folder); };
    return !std::any_of(kLibraryFolders.begin(), kLibraryFolders.end(), isIn) &&
           path.find("/torchinductor_") == kNone && !isStandardLibrary(path) &&
           !isDecorator(functionOfFrame(name));
}

FrameRank frameRank(std::string_view name) {
    const std::string_view function = functionOfFrame(name);
    return isUserFrame(name)                        ? FrameRank::User
           : !isNative(pathOfFrame(name), function) ? FrameRank::Python
           : isMachinery(function)                  ? FrameRank::Machinery
                                                    : FrameRank::Native;
}

bool onlyForwardsCall(std::string_view name) {
    constexpr std::array<std::string_view, 5> kBeginnings{
        "<built-in ", "<frozen ", kModuleCallPrefix, "contextlib.py(", "threading.py("};
    return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                       [&](std::string_view prefix) { return name.starts_with(prefix); }) ||
           isDecorator(functionOfFrame(name));
}

std::string_view shortFrame(std::string_view name) {
    constexpr std::array<std::string_view, 2> kRoots{"site-packages/", "dist-packages/"};
    const std::string_view path = pathOfFrame(name);
    if (path == "??") {
        return functionOfFrame(name);
    }
    for (const std::string_view root : kRoots) {
        const std::size_t at = path.rfind(root);
        if (at != kNone) {
            return name.substr(at + root.size());
        }
    }
    return name;
}

std::string_view userFrameOf(std::string_view callStack) {
    while (!callStack.empty()) {
        const std::size_t end = std::min(callStack.find(';'), callStack.size());
        const std::string_view frame = callStack.substr(0, end);
        if (isUserFrame(frame)) {
            return frame;
        }
        callStack.remove_prefix(std::min(end + 1, callStack.size()));
    }
    return {};
}

std::string_view withoutLayerNumber(std::string_view name) {
    constexpr std::string_view kSharded = "FSDP::";
    const std::size_t at = name.starts_with(kSharded) ? name.rfind(" (") : std::string_view::npos;
    return name.substr(0, at);
}

FunctionKey functionKey(std::string_view name) {
    const std::string_view path = pathOfFrame(name);
    if (path.empty()) {
        return {{}, {}, name};
    }
    const std::string_view function = functionOfFrame(name);
    const bool isGenerator =
        path.ends_with("torch/nn/modules/module.py") && isOneOf(function, kModuleWalks);
    const std::string_view line =
        name.substr(path.size() + 1, name.find(')', path.size()) - path.size() - 1);
    return {path, isGenerator ? std::string_view{} : line, function};
}

std::size_t FunctionKeyHash::operator()(const FunctionKey& key) const {
    const TextHash hash;
    return (hash(key.path) * 31U + hash(key.line)) * 31U + hash(key.function);
}

// Names of one family are one function: named as their template where that is the same for all.
void PlaceFinder::joinAnnotations(std::span<const SliceId> annotations) {
    std::unordered_map<std::string, StringId, TextHash> first;
    StringId last;
    for (const SliceId slice : annotations) {
        const StringId name = m_trace->slices().name(slice);
        const bool isOwn = m_functionOf[name.index()] == name;
        if (name == last || !isOwn || has(name, kStepMarker)) {
            continue;
        }
        last = name;
        const std::string_view text = m_trace->text(name);
        std::string family = nameFamily(text);
        const auto [known, isNew] = first.try_emplace(family, name);
        const StringId function = known->second;
        if (isNew || function == name) {
            continue;
        }
        m_functionOf[name.index()] = function;
        std::string shown = nameTemplate(text);
        const bool isShared = shown == nameTemplate(m_trace->text(function)) &&
                              (!m_sharedText.contains(function) || m_sharedText[function] == shown);
        m_sharedText[function] = isShared ? std::move(shown) : std::move(family);
    }
}

PlaceFinder::PlaceFinder(const Trace& trace, std::span<const SliceId> annotations)
    : m_trace(&trace) {
    const std::size_t texts = trace.strings().size();
    m_flags.resize(texts);
    m_functionOf.resize(texts);
    parallelFor(std::size_t{0}, texts, [&](std::size_t at) {
        const std::string_view name = trace.text(StringId(at));
        m_functionOf[at] = StringId(at);
        m_flags[at] = static_cast<std::uint8_t>((gaplight::isUserFrame(name) ? kUserFrame : 0) |
                                                (gaplight::onlyForwardsCall(name) ? kPassesOn : 0) |
                                                (isProfilerStep(name) ? kStepMarker : 0));
    });
    std::unordered_map<FunctionKey, StringId, FunctionKeyHash> first;
    for (std::size_t at = 0; at < texts; ++at) {
        const std::string_view name = trace.text(StringId(at));
        const std::string_view layers = withoutLayerNumber(name);
        const FunctionKey key =
            layers == name ? functionKey(name) : FunctionKey{"annotation", {}, layers};
        if (!key.path.empty()) {
            m_functionOf[at] = first.try_emplace(key, StringId(at)).first->second;
        }
    }
    joinAnnotations(annotations);
}

Place PlaceFinder::placeOf(SliceId slice) const {
    Place place;
    const SliceTable& slices = m_trace->slices();
    for (SliceId at = slice; at.isValid(); at = slices.parent(at)) {
        const StringId name = slices.name(at);
        switch (m_trace->kind(at)) {
            case SliceKind::UserAnnotation:
                if (!place.annotation.isValid() && !has(name, kStepMarker)) {
                    place.annotation = functionOf(name);
                }
                break;
            case SliceKind::CpuOp:
                place.op = place.op.isValid() ? place.op : name;
                break;
            case SliceKind::PythonFunction:
                if (!place.python.isValid() && isUserFrame(name)) {
                    place.python = name;
                }
                break;
            default:
                break;
        }
    }
    return place;
}

}  // namespace gaplight
