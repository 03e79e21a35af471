// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "core/record/injected/call_choice.h"
#include "core/record/injected/cupti_api.h"
#include "core/record/recorder_settings.h"

namespace gaplight::recorder {

// Switches CUPTI's records on and off: for a time, inside ranges, between cudaProfilerStart and
// cudaProfilerStop. From any thread.
class CaptureWindow {
public:
    // `openRanges`: number of open ranges of the capture range's name; -1: not limited to a range.
    CaptureWindow(const CuptiApi& cupti, const record::RecorderSettings& settings, int openRanges)
        : m_cupti(cupti),
          m_settings(settings),
          m_calls(cupti),
          m_hasRange(openRanges >= 0),
          m_openRanges(openRanges) {}

    // Sends GPUs and contexts, and starts recording unless a delay, range or profiler call is
    // awaited. Returns the error of CUPTI; empty on success.
    [[nodiscard]] std::string begin();
    // Starts or stops recording when a time limit is reached.
    void advance();
    void end();
    // The error of CUPTI at a delayed start; returned once.
    [[nodiscard]] std::string takeStartError();

    void enterRange() { change(m_openRanges, 1); }
    void leaveRange() { change(m_openRanges, -1); }
    void startProfiler() { set(m_isProfilerOn, true); }
    void stopProfiler() { set(m_isProfilerOn, false); }
    bool isOpen() const { return m_isOpen; }

private:
    void change(int& count, int by);
    void set(bool& flag, bool value);
    void update();
    bool shouldRecord(std::int64_t monotonic) const;
    void enable(CUpti_ActivityKind kind);
    void enableAll();
    void disable();
    void enableCalls();

    const CuptiApi& m_cupti;
    const record::RecorderSettings m_settings;
    CallChoice m_calls;
    mutable std::mutex m_mutex;
    const bool m_hasRange;
    bool m_hasBegun = false;
    bool m_isBeginning = false;  // CUDA is not initialized yet
    std::atomic<bool> m_isOpen{false};
    bool m_isOver = false;
    bool m_isProfilerOn = false;
    int m_openRanges;
    std::int64_t m_openedAt = 0;  // the first time; monotonic
    std::string m_startError;
};

}  // namespace gaplight::recorder
