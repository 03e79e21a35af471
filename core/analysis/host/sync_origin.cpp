// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/sync_origin.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "core/analysis/torch/python_frame.h"
#include "core/base/parallel.h"

namespace gaplight {

enum class SyncOrigins::Role : std::uint8_t {
    Other,
    ItemOp,
    ConditionOp,
    ErrorCheckOp,
    NonzeroOp,
    CopyOp,
    TensorBuiltIn,
    ReadBuiltIn,
    SizeBuiltIn,
    SynchronizeFrame,
    BuiltIn,
};

namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 2> kItemOps{"aten::item", "aten::_local_scalar_dense"};
constexpr std::array<std::string_view, 3> kCopyOps{"aten::copy_", "aten::_to_copy", "aten::to"};
// Methods of a tensor that copy it to the host, and functions that take sizes or indices.
constexpr std::array<std::string_view, 3> kReads{"cpu", "numpy", "tolist"};
constexpr std::array<std::string_view, 18> kTakeSizes{
    "arange",    "empty",    "expand",    "full",      "linspace", "narrow",
    "new_empty", "new_full", "new_ones",  "new_zeros", "ones",     "repeat",
    "reshape",   "split",    "unflatten", "view",      "zeros",    "randn"};

// How far back the copy of a wait is looked for, in slices. PyTorch waits right after it.
constexpr std::size_t kCopyDistance = 8;
// How much of a torch.tensor() call is looked at for reads of elements, in slices.
constexpr std::size_t kElementDistance = 64;

bool isAny(std::string_view text, Names names) {
    return std::find(names.begin(), names.end(), text) != names.end();
}

// "zeros" of "<built-in method zeros of type object at 0x7f…>"; empty for anything else.
std::string_view builtInMethod(std::string_view name) {
    constexpr std::string_view kBeginning = "<built-in method ";
    if (!name.starts_with(kBeginning)) {
        return {};
    }
    const std::string_view rest = name.substr(kBeginning.size());
    return rest.substr(0, rest.find(" of "));
}

bool isSynchronizeFrame(std::string_view name) {
    const std::string_view file = name.substr(0, name.find(".py("));
    const bool isTorchCuda =
        file.ends_with("torch/cuda/__init__") || file.ends_with("torch/cuda/streams") ||
        file.ends_with("torch/xpu/__init__") || file.ends_with("torch/accelerator/__init__");
    const std::string_view function = functionOfFrame(name);
    return isTorchCuda && (function == "synchronize" || function == "elapsed_time");
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// What the name of a call says where nothing around it does.
SyncSource sourceOfCall(std::string_view name) {
    // Of CUDA and HIP; Unified Runtime, Level Zero and OpenCL.
    if (contains(name, "EventSynchronize") || contains(name, "EventWait") ||
        contains(name, "EventHostSynchronize") || contains(name, "WaitForEvents")) {
        return SyncSource::EventWait;
    }
    return contains(name, "StreamSynchronize") || contains(name, "QueueFinish") ||
                   contains(name, "QueueSynchronize")
               ? SyncSource::Unknown
               : SyncSource::Synchronize;
}

}  // namespace

bool launchesSoonAfter(const Trace& trace, const LaunchIndex& launches, SliceId copy,
                       Duration pause) {
    const SliceTable& slices = trace.slices();
    const auto all = launches.launches();
    const auto next = std::upper_bound(all.begin(), all.end(), copy);
    return next != all.end() && trace.trackOf(*next) == trace.trackOf(copy) &&
           slices.start(*next) - slices.end(copy) <= pause;
}

SyncOrigins::SyncOrigins(const Trace& trace, const LaunchIndex& launches, const NameClasses& names)
    : m_trace(trace), m_launches(launches), m_names(names) {
    m_roles.resize(trace.strings().size());
    parallelFor(std::size_t{0}, m_roles.size(),
                [&](std::size_t at) { m_roles[at] = roleOf(trace.text(StringId(at))); });
}

SyncOrigins::Role SyncOrigins::roleOf(std::string_view name) {
    if (isAny(name, kItemOps)) {
        return Role::ItemOp;
    }
    if (name == "aten::is_nonzero") {
        return Role::ConditionOp;
    }
    if (name == "aten::_linalg_check_errors") {
        return Role::ErrorCheckOp;
    }
    if (name == "aten::nonzero") {
        return Role::NonzeroOp;
    }
    if (isAny(name, kCopyOps)) {
        return Role::CopyOp;
    }
    if (const std::string_view method = builtInMethod(name); !method.empty()) {
        return method == "tensor"          ? Role::TensorBuiltIn
               : isAny(method, kReads)     ? Role::ReadBuiltIn
               : isAny(method, kTakeSizes) ? Role::SizeBuiltIn
                                           : Role::BuiltIn;
    }
    if (isSynchronizeFrame(name)) {
        return Role::SynchronizeFrame;
    }
    return name.starts_with("<built-in ") ? Role::BuiltIn : Role::Other;
}

SliceId SyncOrigins::copyBefore(SliceId blockingCall) const {
    const SliceTable& slices = m_trace.slices();
    const SliceId around = slices.parent(blockingCall);
    for (std::size_t back = 1; back <= std::min(kCopyDistance, blockingCall.index()); ++back) {
        const SliceId at(blockingCall.index() - back);
        if (!around.isValid() || at == around || slices.parent(at) != around) {
            break;
        }
        if (isApiCall(m_trace.kind(at)) && m_names.apiCall(slices.name(at)) == ApiCall::Copy) {
            return at;
        }
    }
    return {};
}

bool SyncOrigins::readsItems(SliceId builtIn) const {
    const SliceTable& slices = m_trace.slices();
    const std::size_t end = std::min(slices.size(), builtIn.index() + kElementDistance);
    for (std::size_t at = builtIn.index() + 1; at < end; ++at) {
        if (slices.start(SliceId(at)) >= slices.end(builtIn)) {
            break;
        }
        if (role(SliceId(at)) == Role::ItemOp) {
            return true;
        }
    }
    return false;
}

// `builtIn`: the Python built-in around the copy, or invalid.
SyncSource SyncOrigins::sourceOfCopy(SliceId copy, SliceId builtIn) const {
    const Role around = builtIn.isValid() ? role(builtIn) : Role::Other;
    if (around == Role::TensorBuiltIn) {
        return readsItems(builtIn) ? SyncSource::ScalarsToTensor : SyncSource::ListToTensor;
    }
    const auto activities =
        copy.isValid() ? m_launches.activitiesOf(copy) : std::span<const ActivityId>{};
    const SliceId activity =
        activities.empty() ? SliceId{} : m_trace.gpuActivities()[activities.front().index()].slice;
    const std::string_view name = activity.isValid() ? m_trace.name(activity) : std::string_view{};
    if (contains(name, "DtoH") || around == Role::ReadBuiltIn) {
        return SyncSource::ReadBack;
    }
    if (!contains(name, "HtoD")) {
        return SyncSource::Copy;
    }
    const CopyFacts* facts = m_trace.copyFacts().find(activity);
    const std::string_view from =
        facts != nullptr ? m_trace.text(facts->sourceKind) : std::string_view{};
    return contains(name, "HtoD (Pinned") || from == "pinned" || from == "Pinned"
               ? SyncSource::Copy
               : SyncSource::Upload;
}

// What was seen around a call, from the inside out.
struct SyncOrigins::EnclosingFrames {
    SyncSource source = SyncSource::Unknown;
    SliceId whole;
    SliceId builtIn;         // the Python built-in around a copy
    bool isEvent = false;    // the call waits for an event
    bool isNamed = false;    // `source` says what it is
    bool isCopy = false;     // a copy waits
    bool isOutside = false;  // what is further out does not matter

    void name(SyncSource what) {
        source = what;
        isNamed = true;
    }
    void name(SyncSource what, SliceId all) {
        name(what);
        whole = all;
    }
};

void SyncOrigins::addEnclosing(SliceId up, EnclosingFrames& around) const {
    const SliceKind kind = m_trace.kind(up);
    switch (role(up)) {
        case Role::ItemOp:
            around.name(SyncSource::Item, up);
            break;
        case Role::ConditionOp:
            around.name(SyncSource::Condition, up);
            break;
        case Role::ErrorCheckOp:
            around.name(SyncSource::ErrorCheck);
            break;
        case Role::NonzeroOp:
            around.name(SyncSource::Nonzero);
            around.isOutside = true;
            break;
        case Role::CopyOp:
            around.isCopy |= !around.isNamed;
            break;
        case Role::TensorBuiltIn:
        case Role::SizeBuiltIn:
            if (around.source == SyncSource::Item) {
                around.name(role(up) == Role::TensorBuiltIn ? SyncSource::ScalarsToTensor
                                                            : SyncSource::SizeArgument);
            }
            around.builtIn = up;
            break;
        case Role::ReadBuiltIn:
            around.builtIn = up;
            break;
        case Role::SynchronizeFrame:
            if (!around.isNamed && !around.isCopy) {
                around.name(around.isEvent ? SyncSource::EventWait : SyncSource::Synchronize, up);
            }
            around.isOutside = true;
            break;
        case Role::BuiltIn:
            break;
        case Role::Other:
            around.isOutside = kind == SliceKind::PythonFunction || kind == SliceKind::CpuOp;
            if (kind == SliceKind::CpuOp && !around.isNamed && !around.isCopy) {
                around.name(SyncSource::Operator);
            }
            break;
    }
}

SyncOrigin SyncOrigins::originOf(SliceId blockingCall) const {
    const SliceTable& slices = m_trace.slices();
    const std::string_view callName = m_trace.name(blockingCall);
    SyncOrigin site;
    site.copy = contains(callName, "Memcpy") ? blockingCall : copyBefore(blockingCall);
    EnclosingFrames around;
    around.whole = blockingCall;
    around.isEvent = contains(callName, "Event");
    around.isCopy = site.copy == blockingCall;
    for (SliceId up = slices.parent(blockingCall); up.isValid(); up = slices.parent(up)) {
        site.whileCompiling |= m_names.hostWork(slices.name(up)) == HostWork::Compile;
        if (!around.isOutside) {
            addEnclosing(up, around);
        }
    }
    site.whole = around.whole;
    site.source = around.isNamed  ? around.source
                  : around.isCopy ? sourceOfCopy(site.copy, around.builtIn)
                                  : sourceOfCall(callName);
    const bool readsBack = site.source == SyncSource::Item || site.source == SyncSource::ReadBack;
    if (readsBack && exchangesSoonAfter(blockingCall)) {
        site.source = SyncSource::ExchangeSizes;
    }
    return site;
}

bool SyncOrigins::exchangesSoonAfter(SliceId call) const {
    if (!launchesSoonAfter(m_trace, m_launches, call, kIssuingPause)) {
        return false;
    }
    const auto all = m_launches.launches();
    SliceId up = *std::upper_bound(all.begin(), all.end(), call);
    while (up.isValid() && !contains(m_trace.name(up), "all_to_all") &&
           !contains(m_trace.name(up), "alltoall")) {
        up = m_trace.slices().parent(up);
    }
    return up.isValid();
}

}  // namespace gaplight
