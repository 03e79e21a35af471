// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "recorder/call_observer.h"

#include <array>
#include <cstring>

#include <execinfo.h>

#include "recorder/call_names.h"
#include "recorder/recorder_clock.h"

namespace gaplight::recorder {
namespace {

constexpr int kMaxFrames = 64;

// Frames of CUDA and of this library between every call and the program.
bool isOfCuda(std::string_view file) {
    return file.starts_with("libcuda.so") || file.starts_with("libcudart") ||
           file.starts_with("libcupti") || file.starts_with("libgaplight-recorder");
}

bool isProfilerStart(CUpti_CallbackDomain domain, CUpti_CallbackId function) {
    return domain == CUPTI_CB_DOMAIN_DRIVER_API
               ? function == CUPTI_DRIVER_TRACE_CBID_cuProfilerStart
               : function == CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStart_v4000;
}
bool isProfilerStop(CUpti_CallbackDomain domain, CUpti_CallbackId function) {
    return domain == CUPTI_CB_DOMAIN_DRIVER_API
               ? function == CUPTI_DRIVER_TRACE_CBID_cuProfilerStop
               : function == CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStop_v4000;
}

}  // namespace

std::string CallObserver::begin(const record::RecorderSettings& settings) {
    const CUptiResult result = m_cupti.subscribe(&m_subscriber, &onCall, this);
    if (result != CUPTI_SUCCESS) {
        return m_cupti.nameOf(result) +
               ": another tool observes the calls of this program; record without --stacks and "
               "--capture-profiler";
    }
    m_cupti.enableCallback(1, m_subscriber, CUPTI_CB_DOMAIN_DRIVER_API,
                           CUPTI_DRIVER_TRACE_CBID_cuProfilerStart);
    m_cupti.enableCallback(1, m_subscriber, CUPTI_CB_DOMAIN_DRIVER_API,
                           CUPTI_DRIVER_TRACE_CBID_cuProfilerStop);
    m_cupti.enableCallback(1, m_subscriber, CUPTI_CB_DOMAIN_RUNTIME_API,
                           CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStart_v4000);
    m_cupti.enableCallback(1, m_subscriber, CUPTI_CB_DOMAIN_RUNTIME_API,
                           CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStop_v4000);
    if (settings.hasStacks) {
        // The first walk loads the unwinder, which must not happen inside a call.
        std::array<void*, 4> frames{};
        ::backtrace(frames.data(), static_cast<int>(frames.size()));
        enableStacks();
    }
    return {};
}

void CallObserver::enableStacks() {
    const auto enable = [&](CUpti_CallbackDomain domain, std::uint32_t count) {
        for (std::uint32_t function = 1; function < count; ++function) {
            const char* name = nullptr;
            const bool isKnown = m_cupti.getCallbackName(domain, function, &name) == CUPTI_SUCCESS;
            if (isKnown && name != nullptr && hasStack(name)) {
                m_cupti.enableCallback(1, m_subscriber, domain, function);
            }
        }
    };
    enable(CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_SIZE);
    enable(CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_SIZE);
}

void CallObserver::end() {
    if (m_subscriber != nullptr) {
        m_cupti.unsubscribe(m_subscriber);
        m_subscriber = nullptr;
    }
}

void CUPTIAPI CallObserver::onCall(void* self, CUpti_CallbackDomain domain,
                                   CUpti_CallbackId function, const void* data) {
    static_cast<CallObserver*>(self)->handle(domain, function,
                                             *static_cast<const CUpti_CallbackData*>(data));
}

void CallObserver::handle(CUpti_CallbackDomain domain, CUpti_CallbackId function,
                          const CUpti_CallbackData& call) {
    if (isProfilerStart(domain, function)) {
        return call.callbackSite == CUPTI_API_EXIT ? m_window.startProfiler() : void();
    }
    if (isProfilerStop(domain, function)) {
        return call.callbackSite == CUPTI_API_ENTER ? m_window.stopProfiler() : void();
    }
    if (call.callbackSite != CUPTI_API_ENTER || !m_window.isOpen()) {
        return;
    }
    const std::int64_t begin = monotonicNow();
    std::array<void*, kMaxFrames> frames{};
    const int count = ::backtrace(frames.data(), kMaxFrames);
    record::StackRecord stack;
    stack.correlation = call.correlationId;
    m_queue.push(stack, {reinterpret_cast<const char*>(frames.data()),
                         static_cast<std::size_t>(count) * sizeof(void*)});
    m_walkNs += monotonicNow() - begin;
    // A call of the runtime makes one of the driver with the same number, which is walked too.
    thread_local std::uint32_t last = 0;
    m_walkedCalls += call.correlationId == last ? 0 : 1;
    last = call.correlationId;
}

record::StackCostRecord CallObserver::stackCost() const {
    record::StackCostRecord cost;
    cost.time = m_walkNs;
    cost.calls = m_walkedCalls;
    return cost;
}

std::uint32_t CallObserver::frameText(std::uint64_t address, ActivityEncoder& encoder,
                                      std::vector<std::byte>& out) {
    const auto [known, isNew] = m_frames.try_emplace(address, 0U);
    if (!isNew) {
        return known->second;
    }
    // A return address may be the first byte of the next function.
    const SymbolNames::Function function = m_symbols.at(address - 1);
    if (!isOfCuda(function.file)) {
        known->second = encoder.text(function.name, out);
    }
    return known->second;
}

void CallObserver::encodeStack(const record::StackRecord& stack, std::string_view addresses,
                               ActivityEncoder& encoder, std::vector<std::byte>& out) {
    std::array<std::uint32_t, kMaxFrames> texts{};
    std::size_t count = 0;
    for (std::size_t at = 0; at + 8 <= addresses.size() && count < texts.size(); at += 8) {
        std::uint64_t address = 0;
        std::memcpy(&address, addresses.data() + at, sizeof(address));
        const std::uint32_t text = frameText(address, encoder, out);
        if (text != 0) {
            texts[count++] = text;
        }
    }
    record::append(out, stack,
                   {reinterpret_cast<const char*>(texts.data()), count * sizeof(texts[0])});
}

}  // namespace gaplight::recorder
