// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/injected/call_choice.h"

#include <algorithm>
#include <array>

namespace gaplight::recorder {
namespace {

using Names = std::initializer_list<std::string_view>;

bool startsWithAny(std::string_view text, Names names) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return text.starts_with(name); });
}
bool containsAny(std::string_view text, Names names) {
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
        return text.find(name) != std::string_view::npos;
    });
}

// Without "cuda" or "cu".
std::string_view plainName(std::string_view name) {
    for (const std::string_view prefix : {"cuda", "cu"}) {
        if (name.starts_with(prefix)) {
            return name.substr(prefix.size());
        }
    }
    return name;
}

}  // namespace

bool isRecordedCall(std::string_view name) {
    const std::string_view plain = plainName(name);
    if (startsWithAny(plain, {"Memcpy", "Memset", "Launch", "GraphLaunch"})) {
        return true;
    }
    return !startsWithAny(plain, {"Get",
                                  "SetDevice",
                                  "PeekAtLastError",
                                  "DeviceGet",
                                  "CtxGet",
                                  "CtxSetCurrent",
                                  "CtxPushCurrent",
                                  "CtxPopCurrent",
                                  "FuncGet",
                                  "FuncSet",
                                  "FuncIsLoaded",
                                  "ModuleGet",
                                  "KernelGet",
                                  "KernelSet",
                                  "LibraryGet",
                                  "PointerGet",
                                  "StreamGet",
                                  "StreamIsCapturing",
                                  "Occupancy",
                                  "EventQuery",
                                  "StreamQuery",
                                  "DriverGet",
                                  "RuntimeGet",
                                  "ThreadExchange",
                                  "StreamUpdateCapture",
                                  "DevicePrimaryCtxGet",
                                  "DeviceCanAccess",
                                  "DeviceTotalMem",
                                  "MemGetInfo",
                                  "MemPoolGet",
                                  "MemPoolSet",
                                  "GraphNodeGet",
                                  "GraphKernelNode",
                                  "GraphGet",
                                  "GraphExecGet",
                                  "DeviceSetLimit",
                                  "CtxSetLimit"}) &&
           !containsAny(name, {"CallConfiguration", "__cudaRegister", "__cudaUnregister",
                               "cudaChooseDevice"});
}

bool hasStack(std::string_view name) {
    return containsAny(name, {"Launch", "Memcpy", "Memset", "Synchronize", "StreamWaitEvent",
                              "Malloc", "Free", "MemAlloc", "HostAlloc"}) &&
           !containsAny(name, {"GraphAdd", "Node"});
}

namespace {

// Above all known numbers: CUPTI may have more calls than the headers of this build.
constexpr CUpti_CallbackId kMaxFunctions = 4096;
// CUDA 13.0, the first version verified to record exactly the selected calls.
constexpr std::uint32_t kAskedVersion = 130'000;

}  // namespace

CallChoice::Calls CallChoice::callsWith(bool isRecorded) const {
    const auto find = [&](CUpti_CallbackDomain domain, std::vector<CUpti_CallbackId>& calls) {
        for (CUpti_CallbackId function = 1; function < kMaxFunctions; ++function) {
            const char* name = nullptr;
            const bool isKnown = m_cupti.getCallbackName(domain, function, &name) == CUPTI_SUCCESS;
            if (isKnown && name != nullptr && isRecordedCall(name) == isRecorded) {
                calls.push_back(function);
            }
        }
    };
    Calls calls;
    find(CUPTI_CB_DOMAIN_RUNTIME_API, calls.runtime);
    find(CUPTI_CB_DOMAIN_DRIVER_API, calls.driver);
    return calls;
}

// False if CUPTI refused every call.
bool CallChoice::change(const Calls& calls, bool isOn) const {
    const std::uint8_t state = isOn ? 1 : 0;
    bool isChanged = false;
    for (const CUpti_CallbackId function : calls.runtime) {
        isChanged |= m_cupti.enableRuntimeApi(function, state) == CUPTI_SUCCESS;
    }
    for (const CUpti_CallbackId function : calls.driver) {
        isChanged |= m_cupti.enableDriverApi(function, state) == CUPTI_SUCCESS;
    }
    return isChanged;
}

bool CallChoice::enableSelected() {
    std::uint32_t version = 0;
    m_cupti.getVersion(&version);
    if (!canSelectCalls() || version < kAskedVersion) {
        return false;
    }
    m_enabled = callsWith(true);
    return change(m_enabled, true);
}

void CallChoice::disableOthers() {
    if (!canSelectCalls()) {
        return;
    }
    if (m_disabled.runtime.empty()) {
        m_disabled = callsWith(false);
    }
    static_cast<void>(change(m_disabled, false));
}

void CallChoice::revert() {
    if (!m_enabled.runtime.empty()) {
        static_cast<void>(change(m_enabled, false));
        m_enabled = {};
    }
}

}  // namespace gaplight::recorder
