// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "core/record/recorder_settings.h"
#include "recorder/cupti_api.h"

namespace gaplight::recorder {

// Switches CUPTI's records on and off: for a time, inside ranges, between cudaProfilerStart and
// cudaProfilerStop. From any thread.
class CaptureWindow {
public:
    // `openRanges`: how many of the wanted name are open already; -1: ranges do not matter.
    CaptureWindow(const CuptiApi& cupti, const record::RecorderSettings& settings, int openRanges)
        : m_cupti(cupti),
          m_settings(settings),
          m_hasRange(openRanges >= 0),
          m_openRanges(openRanges) {}

    // Describes GPUs and contexts, and begins where nothing is to be waited for. Gives what CUPTI
    // said where it refuses; empty: it does not.
    [[nodiscard]] std::string begin();
    // Lets time pass.
    void advance();
    void end();
    // What CUPTI said where it refused to begin later, after a delay or at a range; once.
    [[nodiscard]] std::string takeRefusal();

    void enterRange() { change(m_openRanges, 1); }
    void leaveRange() { change(m_openRanges, -1); }
    void startProfiler() { set(m_isProfilerOn, true); }
    void stopProfiler() { set(m_isProfilerOn, false); }
    [[nodiscard]] bool isOpen() const { return m_isOpen; }

private:
    using Functions = std::vector<CUpti_CallbackId>;

    void change(int& count, int by);
    void set(bool& flag, bool value);
    void update();
    [[nodiscard]] bool isWanted(std::int64_t monotonic) const;
    void enable(CUpti_ActivityKind kind);
    void enableAll();
    void disable();
    [[nodiscard]] Functions silentOnes(CUpti_CallbackDomain domain, std::uint32_t count) const;
    void leaveOutCalls();

    const CuptiApi& m_cupti;
    const record::RecorderSettings m_settings;
    mutable std::mutex m_mutex;
    const bool m_hasRange;
    bool m_hasBegun = false;
    std::atomic<bool> m_isOpen{false};
    bool m_isOver = false;
    bool m_isProfilerOn = false;
    int m_openRanges;
    std::int64_t m_openedAt = 0;  // the first time; monotonic
    std::string m_refusal;
    Functions m_silentRuntime;  // what is never recorded
    Functions m_silentDriver;
};

}  // namespace gaplight::recorder
