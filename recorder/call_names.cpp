// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "recorder/call_names.h"

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

}  // namespace gaplight::recorder
