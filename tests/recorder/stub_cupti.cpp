// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// A CUPTI without a GPU: what the recorder calls, and no more. Asked to flush at the program's end
// it hands over one launch and its kernel. STUB_CUPTI says what it refuses:
//   "registerCallbacks=35"   that call gives 35 (CUPTI_ERROR_INSUFFICIENT_PRIVILEGES)
//   "kinds=35"               GPUs and contexts may be described, but nothing may be recorded
//   "lacks=38"               a kind of activities that this version does not have
//   "version=12"             an API of that number
//   "calls=27"               calls one by one: all or none (27: CUPTI_ERROR_NOT_SUPPORTED)
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <cupti.h>

namespace {

constexpr std::size_t kRoom = sizeof(CUpti_ActivityAPI) + sizeof(CUpti_ActivityKernel8) + 16;

CUpti_BuffersCallbackRequestFunc requestBuffer = nullptr;
CUpti_BuffersCallbackCompleteFunc completeBuffer = nullptr;
CUpti_TimestampCallbackFunc timestamp = nullptr;
bool isRecording = false;
bool isLaunchRecorded = false;

int wanted(std::string_view what, int otherwise) {
    const char* text = std::getenv("STUB_CUPTI");
    const std::string_view wish = text == nullptr ? "" : text;
    const std::size_t equals = wish.find('=');
    return equals != std::string_view::npos && wish.substr(0, equals) == what
               ? std::atoi(wish.substr(equals + 1).data())
               : otherwise;
}

CUptiResult resultOf(std::string_view call) {
    return static_cast<CUptiResult>(wanted(call, CUPTI_SUCCESS));
}

bool isDescription(CUpti_ActivityKind kind) {
    return kind == CUPTI_ACTIVITY_KIND_DEVICE || kind == CUPTI_ACTIVITY_KIND_CONTEXT;
}

std::size_t sizeOf(const CUpti_Activity& activity) {
    const std::size_t size = activity.kind == CUPTI_ACTIVITY_KIND_RUNTIME
                                 ? sizeof(CUpti_ActivityAPI)
                                 : sizeof(CUpti_ActivityKernel8);
    return (size + 7) / 8 * 8;
}

std::size_t writeCall(std::uint8_t* bytes) {
    CUpti_ActivityAPI call{};
    call.kind = CUPTI_ACTIVITY_KIND_RUNTIME;
    call.cbid = CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000;
    call.start = timestamp();
    call.end = timestamp();
    call.correlationId = 1;
    std::memcpy(bytes, &call, sizeof(call));
    return sizeOf(reinterpret_cast<const CUpti_Activity&>(call));
}

std::size_t writeRecords(std::uint8_t* bytes) {
    const std::size_t second = isLaunchRecorded ? writeCall(bytes) : 0;
    CUpti_ActivityKernel8 kernel{};
    kernel.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    kernel.start = timestamp();
    kernel.end = kernel.start + 5'000;
    kernel.correlationId = 1;
    kernel.gridX = kernel.gridY = kernel.gridZ = 1;
    kernel.blockX = kernel.blockY = kernel.blockZ = 1;
    kernel.name = "stubKernel";
    std::memcpy(bytes + second, &kernel, sizeof(kernel));
    return second + sizeOf(reinterpret_cast<const CUpti_Activity&>(kernel));
}

}  // namespace

extern "C" {

CUptiResult cuptiGetVersion(std::uint32_t* version) {
    *version = static_cast<std::uint32_t>(wanted("version", CUPTI_API_VERSION));
    return CUPTI_SUCCESS;
}

CUptiResult cuptiGetResultString(CUptiResult result, const char** text) {
    *text = result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
            : result == CUPTI_ERROR_INVALID_KIND          ? "CUPTI_ERROR_INVALID_KIND"
            : result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED
                ? "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED"
                : nullptr;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind) {
    if (wanted("lacks", CUPTI_ACTIVITY_KIND_INVALID) == kind) {
        return CUPTI_ERROR_INVALID_KIND;
    }
    const CUptiResult result = isDescription(kind) ? CUPTI_SUCCESS : resultOf("kinds");
    isRecording = isRecording || (result == CUPTI_SUCCESS && !isDescription(kind));
    isLaunchRecorded = isLaunchRecorded || kind == CUPTI_ACTIVITY_KIND_RUNTIME;
    return result;
}

CUptiResult cuptiActivityEnableRuntimeApi(CUpti_CallbackId function, std::uint8_t isOn) {
    const CUptiResult result = resultOf("calls");
    if (result == CUPTI_SUCCESS && function == CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000) {
        isLaunchRecorded = isOn != 0;
    }
    return result;
}

CUptiResult cuptiActivityEnableDriverApi(CUpti_CallbackId, std::uint8_t) {
    return resultOf("calls");
}

CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind) {
    isRecording = isRecording && isDescription(kind);
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                           CUpti_BuffersCallbackCompleteFunc complete) {
    requestBuffer = request;
    completeBuffer = complete;
    return resultOf("registerCallbacks");
}

CUptiResult cuptiActivityGetNextRecord(std::uint8_t* bytes, std::size_t used,
                                       CUpti_Activity** record) {
    std::uint8_t* const at = reinterpret_cast<std::uint8_t*>(*record);
    std::uint8_t* const next = at == nullptr ? bytes : at + sizeOf(**record);
    if (next >= bytes + used) {
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    }
    *record = reinterpret_cast<CUpti_Activity*>(next);
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext, std::uint32_t, std::size_t* dropped) {
    *dropped = 0;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityFlushAll(std::uint32_t flag) {
    std::uint8_t* bytes = nullptr;
    std::size_t size = 0;
    std::size_t records = 0;
    if (flag == CUPTI_ACTIVITY_FLAG_FLUSH_FORCED && isRecording) {
        requestBuffer(&bytes, &size, &records);
        if (bytes != nullptr && size >= kRoom) {
            completeBuffer(nullptr, 0, bytes, size, writeRecords(bytes));
        }
    }
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityRegisterTimestampCallback(CUpti_TimestampCallbackFunc callback) {
    timestamp = callback;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityEnableLatencyTimestamps(std::uint8_t) {
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivitySetAttribute(CUpti_ActivityAttribute, std::size_t*, void*) {
    return CUPTI_SUCCESS;
}

CUptiResult cuptiSetThreadIdType(CUpti_ActivityThreadIdType) {
    return CUPTI_SUCCESS;
}

CUptiResult cuptiGetCallbackName(CUpti_CallbackDomain, std::uint32_t function, const char** name) {
    *name = function == CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000 ? "cudaLaunchKernel_v7000"
                                                                        : nullptr;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiGetStreamIdEx(CUcontext, CUstream, std::uint8_t, std::uint32_t*) {
    return CUPTI_ERROR_INVALID_STREAM;
}

CUptiResult cuptiGetDeviceId(CUcontext, std::uint32_t*) {
    return CUPTI_ERROR_INVALID_CONTEXT;
}

CUptiResult cuptiSubscribe(CUpti_SubscriberHandle*, CUpti_CallbackFunc, void*) {
    return resultOf("subscribe");
}

CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle) {
    return CUPTI_SUCCESS;
}

CUptiResult cuptiEnableCallback(std::uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain,
                                CUpti_CallbackId) {
    return CUPTI_SUCCESS;
}

}  // extern "C"
