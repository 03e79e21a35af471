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
#include <vector>

#include "recorder/activity_buffers.h"
#include "recorder/activity_encoder.h"
#include "recorder/call_observer.h"
#include "recorder/capture_window.h"
#include "recorder/parent_link.h"
#include "recorder/record_queue.h"

namespace gaplight::recorder {

// The recorder of this process. There is one, made when CUDA or NVTX is first used and never
// destroyed: threads of the program may call it until the process is gone.
class Recorder {
public:
    // Called when CUDA is initialized: starts recording if requested. Later calls have no effect.
    void start();
    // Called when the program exits: sends all remaining records.
    void finish();
    // Called when a signal ends the program: the same with a time limit.
    void requestLastFlush();
    [[nodiscard]] bool isFlushed() const { return m_isFlushed; }
    // In the child of a fork nothing is recorded.
    void abandon() { m_state = State::Unwanted; }

    // Whether recording is requested, as far as known before CUDA is used.
    [[nodiscard]] bool isWanted() const { return m_state != State::Unwanted; }
    // Whether recording is on at this moment.
    [[nodiscard]] bool isListening() const {
        return m_state == State::Wanted ? m_window->isOpen() : m_state == State::Unknown;
    }
    [[nodiscard]] RecordQueue& queue() { return m_queue; }

    // The NVTX range that is to be recorded; empty: all.
    [[nodiscard]] const std::string& captureRange() const { return m_range; }
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
    void sendRefusal();
    void run();
    [[nodiscard]] bool sendWaiting(int milliseconds);
    void encodeBuffer(const ActivityBuffers::Filled& filled);
    void encodeQueue();

    std::atomic<State> m_state{State::Unknown};
    std::atomic<bool> m_hasStarted{false};
    std::atomic<bool> m_isFinishing{false};
    std::atomic<bool> m_isLastFlush{false};
    std::atomic<bool> m_isFlushed{false};
    std::atomic<int> m_earlyRanges{0};  // open before start()
    std::atomic<std::uint64_t> m_dropped{0};

    const std::string m_range;
    RecordQueue m_queue;
    ParentLink m_parent;
    record::RecorderSettings m_settings;
    std::unique_ptr<CuptiApi> m_cupti;
    std::unique_ptr<ActivityBuffers> m_buffers;
    std::unique_ptr<CaptureWindow> m_window;
    std::unique_ptr<CallObserver> m_observer;
    std::thread m_sender;

    // Of the sender's thread.
    std::unique_ptr<ActivityEncoder> m_encoder;
    bool m_hadBuffer = false;
    std::vector<std::byte> m_waiting;
    std::vector<std::byte> m_taken;
};

// The one of this process.
[[nodiscard]] Recorder& recorder();

}  // namespace gaplight::recorder
