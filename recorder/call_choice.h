// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "recorder/cupti_api.h"

namespace gaplight::recorder {

// Tells CUPTI which calls to record: the relevant ones (call_names.h). Where it cannot tell
// calls apart nothing is done, and all are recorded.
class CallChoice {
public:
    explicit CallChoice(const CuptiApi& cupti) : m_cupti(cupti) {}

    // Enables exactly these calls instead of a kind of activities: the cheaper way (DECISIONS.md
    // 31). Only before CUDA is initialized: later, CUPTI reports success but records nothing. False
    // if this version of CUPTI does not support it.
    [[nodiscard]] bool askFor();
    // Disables all other calls of the enabled kinds.
    void leaveOut();
    // Reverts askFor().
    void end();

private:
    struct Calls {
        std::vector<CUpti_CallbackId> runtime;
        std::vector<CUpti_CallbackId> driver;
    };

    [[nodiscard]] bool canTellApart() const {
        return m_cupti.enableRuntimeApi != nullptr && m_cupti.enableDriverApi != nullptr;
    }
    [[nodiscard]] Calls callsThatAre(bool isRecorded) const;
    [[nodiscard]] bool change(const Calls& calls, bool isOn) const;

    const CuptiApi& m_cupti;
    Calls m_asked;
    Calls m_silent;
};

}  // namespace gaplight::recorder
