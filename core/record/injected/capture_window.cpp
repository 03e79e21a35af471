// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/injected/capture_window.h"

#include <array>
#include <utility>

#include "core/record/injected/recorder_clock.h"

namespace gaplight::recorder {
namespace {

constexpr std::array<CUpti_ActivityKind, 2> kCallKinds{CUPTI_ACTIVITY_KIND_RUNTIME,
                                                       CUPTI_ACTIVITY_KIND_DRIVER};
constexpr std::array<CUpti_ActivityKind, 7> kKinds{
    CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
    CUPTI_ACTIVITY_KIND_MEMCPY2,           CUPTI_ACTIVITY_KIND_MEMSET,
    CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,   CUPTI_ACTIVITY_KIND_CUDA_EVENT,
    CUPTI_ACTIVITY_KIND_OVERHEAD};

}  // namespace

std::string CaptureWindow::begin() {
    const std::scoped_lock lock(m_mutex);
    // Before the program makes contexts: CUPTI reports a context only when it is made.
    enable(CUPTI_ACTIVITY_KIND_DEVICE);
    enable(CUPTI_ACTIVITY_KIND_CONTEXT);
    if (m_startError.empty()) {
        m_hasBegun = true;
        m_isBeginning = true;
        update();
        m_isBeginning = false;
    }
    return std::exchange(m_startError, {});
}

bool CaptureWindow::shouldRecord(std::int64_t monotonic) const {
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
    const bool shouldRecord = this->shouldRecord(monotonic);
    if (shouldRecord == m_isOpen) {
        return;
    }
    m_isOpen = shouldRecord;
    if (!shouldRecord) {
        return disable();
    }
    m_openedAt = m_openedAt == 0 ? monotonic : m_openedAt;
    enableAll();
}

// Kinds that this version of CUPTI lacks are skipped, unless no activity would be left.
void CaptureWindow::enable(CUpti_ActivityKind kind) {
    const CUptiResult result = m_cupti.activityEnable(kind);
    const bool isLacking =
        result == CUPTI_ERROR_INVALID_KIND && kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    if (result != CUPTI_SUCCESS && !isLacking && m_startError.empty()) {
        m_startError = m_cupti.nameOf(result) + " for activities of kind " + std::to_string(kind);
    }
}

void CaptureWindow::enableAll() {
    for (const CUpti_ActivityKind kind : kKinds) {
        enable(kind);
    }
    if (m_settings.hasMemory) {
        enable(CUPTI_ACTIVITY_KIND_MEMORY2);
    }
    enableCalls();
    m_isOver = m_isOver || !m_startError.empty();
}

void CaptureWindow::enableCalls() {
    if (m_isBeginning && m_calls.enableSelected()) {
        return;
    }
    for (const CUpti_ActivityKind kind : kCallKinds) {
        enable(kind);
    }
    m_calls.disableOthers();
}

void CaptureWindow::disable() {
    // Flush before the kinds are disabled: CUPTI drops finished records of a disabled kind.
    m_cupti.flushAll(0);
    for (const CUpti_ActivityKind kind : kKinds) {
        m_cupti.activityDisable(kind);
    }
    for (const CUpti_ActivityKind kind : kCallKinds) {
        m_cupti.activityDisable(kind);
    }
    m_calls.revert();
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

std::string CaptureWindow::takeStartError() {
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_startError, {});
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
