// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "recorder/call_choice.h"

#include "recorder/call_names.h"

namespace gaplight::recorder {
namespace {

// More than there are: a CUPTI may know more calls than the headers that this was built with.
constexpr CUpti_CallbackId kMaxFunctions = 4096;
// CUDA 13.0, with which it was seen to record what it is asked for.
constexpr std::uint32_t kAskedVersion = 130'000;

}  // namespace

CallChoice::Calls CallChoice::callsThatAre(bool isRecorded) const {
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

// False: CUPTI refused them all.
bool CallChoice::change(const Calls& calls, bool isOn) const {
    const std::uint8_t wanted = isOn ? 1 : 0;
    bool isChanged = false;
    for (const CUpti_CallbackId function : calls.runtime) {
        isChanged |= m_cupti.enableRuntimeApi(function, wanted) == CUPTI_SUCCESS;
    }
    for (const CUpti_CallbackId function : calls.driver) {
        isChanged |= m_cupti.enableDriverApi(function, wanted) == CUPTI_SUCCESS;
    }
    return isChanged;
}

bool CallChoice::askFor() {
    std::uint32_t version = 0;
    m_cupti.getVersion(&version);
    if (!canTellApart() || version < kAskedVersion) {
        return false;
    }
    m_asked = callsThatAre(true);
    return change(m_asked, true);
}

void CallChoice::leaveOut() {
    if (!canTellApart()) {
        return;
    }
    if (m_silent.runtime.empty()) {
        m_silent = callsThatAre(false);
    }
    static_cast<void>(change(m_silent, false));
}

void CallChoice::end() {
    if (!m_asked.runtime.empty()) {
        static_cast<void>(change(m_asked, false));
        m_asked = {};
    }
}

}  // namespace gaplight::recorder
