// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "core/record/injected/call_observer.h"
#include "core/record/injected/capture_window.h"
#include "core/record/injected/record_queue.h"
#include "core/record/injected/record_sender.h"

namespace gaplight::recorder {

// The one recorder of this process, created at the first use of CUDA or NVTX and never destroyed:
// threads of the program may call it until the process ends.
class Recorder {
public:
    // Called when CUDA is initialized: starts recording if requested. Later calls have no effect.
    void start();
    // Called when the program exits: sends all remaining records.
    void finish();
    // Called when a signal ends the program: sends remaining records, for a limited time. Allocates
    // and locks nothing.
    void requestLastFlush();
    bool isFlushed() const { return m_isFlushed; }
    // Called in the child of a fork: it is not recorded.
    void abandon() { m_state = State::Unwanted; }

    // False once it is known that this process is not recorded; true before CUDA is used.
    bool mayRecord() const { return m_state != State::Unwanted; }
    // True while records are taken, and before start().
    bool isRecording() const {
        return m_state == State::Wanted ? m_window->isOpen() : m_state == State::Unknown;
    }
    [[nodiscard]] RecordQueue& queue() { return m_queue; }

    // Name of the NVTX ranges to record; empty: everything.
    const std::string& captureRange() const { return m_range; }
    void enterCaptureRange();
    void leaveCaptureRange();
    void nameStream(CUstream stream, const char* name);

    // CUPTI's callbacks.
    void requestBuffer(std::uint8_t** bytes, std::size_t* size);
    void completeBuffer(CUcontext context, std::uint32_t stream, std::uint8_t* bytes,
                        std::size_t used);

private:
    Recorder();
    friend Recorder& recorder();

    enum class State : std::uint8_t { Unknown, Wanted, Unwanted };

    [[nodiscard]] std::string begin();
    void sendProcessRecord();
    void sendStartError();
    void addStackCost();
    void run();

    std::atomic<State> m_state{State::Unknown};
    std::atomic<bool> m_hasStarted{false};
    std::atomic<bool> m_isFinishing{false};
    std::atomic<bool> m_isLastFlush{false};
    std::atomic<bool> m_isFlushed{false};
    std::atomic<int> m_earlyRanges{0};  // open before start()

    const std::string m_range;
    RecordQueue m_queue;
    ParentLink m_parent;
    record::RecorderSettings m_settings;
    std::unique_ptr<CuptiApi> m_cupti;
    std::unique_ptr<ActivityBuffers> m_buffers;
    std::unique_ptr<CaptureWindow> m_window;
    std::unique_ptr<CallObserver> m_observer;
    std::unique_ptr<RecordSender> m_sender;
    std::thread m_thread;  // uses m_sender
};

// The recorder of this process.
[[nodiscard]] Recorder& recorder();

}  // namespace gaplight::recorder
