// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/injected/cupti_api.h"

#include <cstdlib>

#include <dlfcn.h>

#include "core/record/recorder_settings.h"

// Where CMake found the library; empty where there are only headers.
#ifndef GAPLIGHT_CUPTI_PATH
#define GAPLIGHT_CUPTI_PATH ""
#endif

namespace gaplight::recorder {
namespace {

constexpr std::uint32_t kOldestVersion = 18;  // CUDA 11.8

void* openLibrary(std::string& why) {
    const char* chosen = std::getenv(record::kCuptiVariable);
    if (chosen != nullptr && *chosen != '\0') {
        void* library = ::dlopen(chosen, RTLD_NOW | RTLD_LOCAL);
        why = library == nullptr ? std::string(record::kCuptiVariable) + ": " + ::dlerror() : "";
        return library;
    }
    for (const char* name : {GAPLIGHT_CUPTI_PATH, "libcupti.so.13", "libcupti.so.12",
                             "libcupti.so.11.8", "libcupti.so", "/usr/local/cuda/lib64/libcupti.so",
                             "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so"}) {
        if (void* library = *name == '\0' ? nullptr : ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
            return library;
        }
    }
    why = "libcupti.so was not found: install CUDA's CUPTI, or name the library in " +
          std::string(record::kCuptiVariable);
    return nullptr;
}

// Finds functions and remembers the first that is missing.
class Symbols {
public:
    explicit Symbols(void* library) : m_library(library) {}

    template <class Function>
    void need(Function& function, const char* name) {
        may(function, name);
        if (function == nullptr && m_missing.empty()) {
            m_missing = name;
        }
    }
    template <class Function>
    void may(Function& function, const char* name) {
        function = reinterpret_cast<Function>(::dlsym(m_library, name));
    }
    const std::string& missing() const { return m_missing; }

private:
    void* m_library;
    std::string m_missing;
};

}  // namespace

std::string CuptiApi::nameOf(CUptiResult result) const {
    const char* name = nullptr;
    getResultString(result, &name);
    return std::string(name == nullptr ? "error" : name) + " (" + std::to_string(result) + ")";
}

std::unique_ptr<CuptiApi> loadCupti(std::string& why) {
    void* library = openLibrary(why);
    if (library == nullptr) {
        return nullptr;
    }
    auto api = std::make_unique<CuptiApi>();
    Symbols symbols(library);
    symbols.need(api->getVersion, "cuptiGetVersion");
    symbols.need(api->getResultString, "cuptiGetResultString");
    symbols.need(api->activityEnable, "cuptiActivityEnable");
    symbols.need(api->activityDisable, "cuptiActivityDisable");
    symbols.need(api->registerCallbacks, "cuptiActivityRegisterCallbacks");
    symbols.need(api->getNextRecord, "cuptiActivityGetNextRecord");
    symbols.need(api->getNumDroppedRecords, "cuptiActivityGetNumDroppedRecords");
    symbols.need(api->flushAll, "cuptiActivityFlushAll");
    symbols.need(api->registerTimestampCallback, "cuptiActivityRegisterTimestampCallback");
    symbols.need(api->enableLatencyTimestamps, "cuptiActivityEnableLatencyTimestamps");
    symbols.need(api->setAttribute, "cuptiActivitySetAttribute");
    symbols.need(api->setThreadIdType, "cuptiSetThreadIdType");
    symbols.need(api->getCallbackName, "cuptiGetCallbackName");
    symbols.need(api->getStreamIdEx, "cuptiGetStreamIdEx");
    symbols.need(api->getDeviceId, "cuptiGetDeviceId");
    symbols.need(api->subscribe, "cuptiSubscribe");
    symbols.need(api->unsubscribe, "cuptiUnsubscribe");
    symbols.need(api->enableCallback, "cuptiEnableCallback");
    symbols.may(api->enableDriverApi, "cuptiActivityEnableDriverApi");
    symbols.may(api->enableRuntimeApi, "cuptiActivityEnableRuntimeApi");
    std::uint32_t version = 0;
    if (api->getVersion != nullptr) {
        api->getVersion(&version);
    }
    if (!symbols.missing().empty() || version < kOldestVersion) {
        why = "libcupti.so has API version " + std::to_string(version) + ", at least " +
              std::to_string(kOldestVersion) + " (CUDA 11.8) is needed";
        return nullptr;
    }
    return api;
}

}  // namespace gaplight::recorder
