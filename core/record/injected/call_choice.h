// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/record/injected/cupti_api.h"

namespace gaplight::recorder {

// True if a call is recorded. Queries and bookkeeping without GPU work outnumber all others and are
// skipped: cudaGetDevice, cudaGetLastError, cuDeviceGetAttribute, ...
[[nodiscard]] bool isRecordedCall(std::string_view name);

// True if --stacks records the call stack of this call: launches, copies, waits and allocations.
[[nodiscard]] bool hasStack(std::string_view name);

// Restricts CUPTI to the calls worth recording. CUPTI before CUDA 12.5 cannot select
// calls: these functions then do nothing, and every call is recorded.
class CallChoice {
public:
    explicit CallChoice(const CuptiApi& cupti) : m_cupti(cupti) {}

    // Enables exactly these calls instead of a kind of activities: the cheaper way
    // (decisions/recording.md, "All kinds of activities are recorded"). Only before CUDA is
    // initialized: later, CUPTI reports success but records nothing. False if this version of CUPTI
    // does not support it.
    [[nodiscard]] bool enableSelected();
    // Disables all other calls of the enabled kinds.
    void disableOthers();
    // Reverts enableSelected().
    void revert();

private:
    struct Calls {
        std::vector<CUpti_CallbackId> runtime;
        std::vector<CUpti_CallbackId> driver;
    };

    bool canSelectCalls() const {
        return m_cupti.enableRuntimeApi != nullptr && m_cupti.enableDriverApi != nullptr;
    }
    Calls callsWith(bool isRecorded) const;
    bool change(const Calls& calls, bool isOn) const;

    const CuptiApi& m_cupti;
    Calls m_enabled;
    Calls m_disabled;
};

}  // namespace gaplight::recorder
