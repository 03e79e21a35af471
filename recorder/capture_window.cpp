// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "recorder/capture_window.h"

#include <array>
#include <utility>

#include "recorder/call_names.h"
#include "recorder/recorder_clock.h"

namespace gaplight::recorder {
namespace {

constexpr std::array<CUpti_ActivityKind, 9> kKinds{
    CUPTI_ACTIVITY_KIND_RUNTIME,           CUPTI_ACTIVITY_KIND_DRIVER,
    CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
    CUPTI_ACTIVITY_KIND_MEMCPY2,           CUPTI_ACTIVITY_KIND_MEMSET,
    CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,   CUPTI_ACTIVITY_KIND_CUDA_EVENT,
    CUPTI_ACTIVITY_KIND_OVERHEAD};

}  // namespace

std::string CaptureWindow::begin() {
    const std::scoped_lock lock(m_mutex);
    // Before the program makes contexts, or it would not be told of them.
    enable(CUPTI_ACTIVITY_KIND_DEVICE);
    enable(CUPTI_ACTIVITY_KIND_CONTEXT);
    if (m_refusal.empty()) {
        m_hasBegun = true;
        update();
    }
    return std::exchange(m_refusal, {});
}

bool CaptureWindow::isWanted(std::int64_t monotonic) const {
    const bool isInTime = monotonic >= m_settings.startNs + m_settings.delayNs;
    const bool isInRange = !m_hasRange || m_openRanges > 0;
    const bool isInProfiler = !m_settings.isProfilerScoped || m_isProfilerOn;
    return m_hasBegun && !m_isOver && isInTime && isInRange && isInProfiler;
}

void CaptureWindow::update() {
    const std::int64_t monotonic = monotonicNow();
    if (m_openedAt != 0 && m_settings.durationNs != 0 &&
        monotonic - m_openedAt >= m_settings.durationNs) {
        m_isOver = true;
    }
    const bool isWanted = this->isWanted(monotonic);
    if (isWanted == m_isOpen) {
        return;
    }
    m_isOpen = isWanted;
    if (!isWanted) {
        return disable();
    }
    m_openedAt = m_openedAt == 0 ? monotonic : m_openedAt;
    enableAll();
}

// A kind that this version of CUPTI lacks is done without, unless there is nothing to show then.
void CaptureWindow::enable(CUpti_ActivityKind kind) {
    const CUptiResult result = m_cupti.activityEnable(kind);
    const bool isLacking =
        result == CUPTI_ERROR_INVALID_KIND && kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    if (result != CUPTI_SUCCESS && !isLacking && m_refusal.empty()) {
        m_refusal = m_cupti.nameOf(result) + " for activities of kind " + std::to_string(kind);
    }
}

void CaptureWindow::enableAll() {
    for (const CUpti_ActivityKind kind : kKinds) {
        enable(kind);
    }
    if (m_settings.hasMemory) {
        enable(CUPTI_ACTIVITY_KIND_MEMORY2);
    }
    leaveOutCalls();
    m_isOver = m_isOver || !m_refusal.empty();
}

CaptureWindow::Functions CaptureWindow::silentOnes(CUpti_CallbackDomain domain,
                                                   std::uint32_t count) const {
    Functions silent;
    for (CUpti_CallbackId function = 1; function < count; ++function) {
        const char* name = nullptr;
        const bool isKnown = m_cupti.getCallbackName(domain, function, &name) == CUPTI_SUCCESS;
        if (isKnown && name != nullptr && !isRecordedCall(name)) {
            silent.push_back(function);
        }
    }
    return silent;
}

// Calls that say nothing are not even recorded, where CUPTI can tell them apart.
void CaptureWindow::leaveOutCalls() {
    if (m_cupti.enableRuntimeApi == nullptr || m_cupti.enableDriverApi == nullptr) {
        return;
    }
    if (m_silentRuntime.empty()) {
        m_silentRuntime = silentOnes(CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_SIZE);
        m_silentDriver = silentOnes(CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_SIZE);
    }
    for (const CUpti_CallbackId function : m_silentRuntime) {
        m_cupti.enableRuntimeApi(function, 0);
    }
    for (const CUpti_CallbackId function : m_silentDriver) {
        m_cupti.enableDriverApi(function, 0);
    }
}

void CaptureWindow::disable() {
    // What has ended goes out before its kind is switched off.
    m_cupti.flushAll(0);
    for (const CUpti_ActivityKind kind : kKinds) {
        m_cupti.activityDisable(kind);
    }
    if (m_settings.hasMemory) {
        m_cupti.activityDisable(CUPTI_ACTIVITY_KIND_MEMORY2);
    }
}

void CaptureWindow::advance() {
    const std::scoped_lock lock(m_mutex);
    update();
}

void CaptureWindow::end() {
    const std::scoped_lock lock(m_mutex);
    m_isOver = true;
    update();
}

std::string CaptureWindow::takeRefusal() {
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_refusal, {});
}

void CaptureWindow::change(int& count, int by) {
    const std::scoped_lock lock(m_mutex);
    count += by;
    update();
}

void CaptureWindow::set(bool& flag, bool value) {
    const std::scoped_lock lock(m_mutex);
    flag = value;
    update();
}

}  // namespace gaplight::recorder
