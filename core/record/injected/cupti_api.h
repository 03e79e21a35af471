// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <cupti.h>

namespace gaplight::recorder {

// CUPTI's functions, found when the program runs: the recorder can be built where only CUPTI's
// headers are, and a program starts without CUPTI. The layouts of the records in use have
// only grown at their ends from CUDA 11.8 to 13.0: any of these versions works.
struct CuptiApi {
    decltype(&cuptiGetVersion) getVersion = nullptr;
    decltype(&cuptiGetResultString) getResultString = nullptr;
    decltype(&cuptiActivityEnable) activityEnable = nullptr;
    decltype(&cuptiActivityDisable) activityDisable = nullptr;
    decltype(&cuptiActivityRegisterCallbacks) registerCallbacks = nullptr;
    decltype(&cuptiActivityGetNextRecord) getNextRecord = nullptr;
    decltype(&cuptiActivityGetNumDroppedRecords) getNumDroppedRecords = nullptr;
    decltype(&cuptiActivityFlushAll) flushAll = nullptr;
    decltype(&cuptiActivityRegisterTimestampCallback) registerTimestampCallback = nullptr;
    decltype(&cuptiActivityEnableLatencyTimestamps) enableLatencyTimestamps = nullptr;
    decltype(&cuptiActivitySetAttribute) setAttribute = nullptr;
    decltype(&cuptiSetThreadIdType) setThreadIdType = nullptr;
    decltype(&cuptiGetCallbackName) getCallbackName = nullptr;
    decltype(&cuptiGetStreamIdEx) getStreamIdEx = nullptr;
    decltype(&cuptiGetDeviceId) getDeviceId = nullptr;
    decltype(&cuptiSubscribe) subscribe = nullptr;
    decltype(&cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&cuptiEnableCallback) enableCallback = nullptr;
    // Only in CUDA 12.5 and later; null elsewhere.
    CUptiResult (*enableDriverApi)(CUpti_CallbackId, std::uint8_t) = nullptr;
    CUptiResult (*enableRuntimeApi)(CUpti_CallbackId, std::uint8_t) = nullptr;

    // "CUPTI_ERROR_..." and its number.
    std::string nameOf(CUptiResult result) const;
};

// Loads CUPTI: the library named by GAPLIGHT_CUPTI, else the one found at build time, else that of
// the loader or of CUDA's default directory. Null if there is none; `why` is then the reason.
[[nodiscard]] std::unique_ptr<CuptiApi> loadCupti(std::string& why);

}  // namespace gaplight::recorder
