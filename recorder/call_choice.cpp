// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "recorder/call_choice.h"

#include "recorder/call_names.h"

namespace gaplight::recorder {
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
