// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/injected/recorder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include <dlfcn.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "core/record/injected/recorder_clock.h"

namespace gaplight::recorder {
namespace {

constexpr std::size_t kReadyBuffers = 4;
constexpr int kMaxWaitMs = 100;  // for a buffer
// CUPTI returns full buffers by itself, others only at a flush.
constexpr std::int64_t kFlushPeriodNs = 250'000'000;

void CUPTIAPI onBufferRequested(std::uint8_t** bytes, std::size_t* size, std::size_t* records) {
    *records = 0;  // as many as fit
    recorder().requestBuffer(bytes, size);
}

void CUPTIAPI onBufferCompleted(CUcontext context, std::uint32_t stream, std::uint8_t* bytes,
                                std::size_t, std::size_t used) {
    recorder().completeBuffer(context, stream, bytes, used);
}

std::uint64_t CUPTIAPI timestamp() {
    return static_cast<std::uint64_t>(now());
}

std::string textOfVariable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// Version of the loaded driver in CUDA's numbering (13000); 0 if unknown.
std::uint32_t driverVersion() {
    int version = 0;
    if (void* driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD)) {
        using GetVersion = int (*)(int*);
        if (const auto getVersion =
                reinterpret_cast<GetVersion>(::dlsym(driver, "cuDriverGetVersion"))) {
            getVersion(&version);
        }
        ::dlclose(driver);
    }
    return static_cast<std::uint32_t>(version);
}

// All signals are left to the program's own threads.
template <class Function>
std::thread quietThread(Function function) {
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before);
    std::thread thread(function);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
}

}  // namespace

Recorder::Recorder() : m_range(textOfVariable(record::kRangeVariable)) {}

Recorder& recorder() {
    // Never destroyed: see the class.
    static Recorder* const kRecorder = new Recorder;
    return *kRecorder;
}

void Recorder::start() {
    if (m_hasStarted.exchange(true) || m_state == State::Unwanted) {
        return;
    }
    const std::optional<record::RecorderSettings> settings = m_parent.connect();
    if (!settings) {
        m_state = State::Unwanted;
        return;
    }
    m_settings = *settings;
    std::string failure;
    m_cupti = loadCupti(failure);
    sendProcessRecord();
    if (m_cupti != nullptr) {
        failure = begin();
    }
    if (!failure.empty()) {
        sendRecord(m_parent, record::FailureRecord{}, failure);
        m_parent.close();
        m_state = State::Unwanted;
        return;
    }
    m_state = State::Wanted;
    m_thread = quietThread([this] { run(); });
}

void Recorder::sendProcessRecord() {
    record::ProcessRecord process;
    process.pid = static_cast<std::uint32_t>(::getpid());
    process.time = now();
    if (m_cupti != nullptr) {
        m_cupti->getVersion(&process.cuptiVersion);
    }
    process.driverVersion = driverVersion();
    sendRecord(m_parent, process, program_invocation_short_name);
}

// Empty, or why recording is not possible.
std::string Recorder::begin() {
    m_buffers = std::make_unique<ActivityBuffers>(kReadyBuffers);
    m_sender = std::make_unique<RecordSender>(*m_cupti, *m_buffers, m_queue, m_parent);
    m_window = std::make_unique<CaptureWindow>(
        *m_cupti, m_settings, m_range.empty() ? -1 : std::max(m_earlyRanges.load(), 0));
    // Before any kind is enabled; failures are ignored, recording works without these.
    m_cupti->registerTimestampCallback(&timestamp);
    std::uint8_t isZeroed = 1;
    std::size_t size = sizeof(isZeroed);
    m_cupti->setAttribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &size, &isZeroed);
    m_cupti->setThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
    if (m_settings.hasQueue) {
        m_cupti->enableLatencyTimestamps(1);
    }
    const CUptiResult registered =
        m_cupti->registerCallbacks(&onBufferRequested, &onBufferCompleted);
    if (registered != CUPTI_SUCCESS) {
        return m_cupti->nameOf(registered);
    }
    if (CallObserver::isNeeded(m_settings)) {
        m_observer = std::make_unique<CallObserver>(*m_cupti, *m_window, m_queue);
        m_sender->setObserver(m_observer.get());
        if (std::string failure = m_observer->begin(m_settings); !failure.empty()) {
            return failure;
        }
    }
    return m_window->begin();
}

void Recorder::requestBuffer(std::uint8_t** bytes, std::size_t* size) {
    // A thread fills a buffer of its own; once its records are read, it may be gone.
    thread_local bool isNamed = false;
    if (!isNamed) {
        isNamed = true;
        std::array<char, 17> name{};
        ::prctl(PR_GET_NAME, name.data());
        record::NameRecord record;
        record.id = static_cast<std::uint32_t>(::gettid());
        m_queue.push(record, name.data());
    }
    *bytes = m_buffers->request();
    *size = *bytes == nullptr ? 0 : ActivityBuffers::kBufferBytes;
}

void Recorder::completeBuffer(CUcontext context, std::uint32_t stream, std::uint8_t* bytes,
                              std::size_t used) {
    if (bytes != nullptr) {
        m_buffers->complete(bytes, used);
    }
    std::size_t dropped = 0;
    if (m_cupti->getNumDroppedRecords(context, stream, &dropped) == CUPTI_SUCCESS) {
        m_sender->addDropped(dropped);
    }
}

// CUPTI may fail only when recording begins, long after start().
void Recorder::sendStartError() {
    if (const std::string refusal = m_window->takeStartError(); !refusal.empty()) {
        m_sender->add(record::FailureRecord{}, refusal);
    }
}

void Recorder::addStackCost() {
    if (m_settings.hasStacks) {
        m_sender->add(m_observer->stackCost());
    }
}

void Recorder::run() {
    ::pthread_setname_np(::pthread_self(), "gaplight");
    bool isConnected = true;
    std::int64_t flushed = monotonicNow();
    while (isConnected && !m_isFinishing && !m_isLastFlush) {
        isConnected = m_sender->sendNext(kMaxWaitMs);
        m_window->advance();
        sendStartError();
        if (monotonicNow() - flushed >= kFlushPeriodNs) {
            m_cupti->flushAll(0);
            addStackCost();
            flushed = monotonicNow();
        }
    }
    if (m_isLastFlush) {
        m_cupti->flushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    }
    sendStartError();
    addStackCost();
    // Records completed before the end.
    do {
        isConnected = isConnected && m_sender->sendNext(0);
    } while (isConnected && m_sender->hadBuffer());
    if (isConnected && m_isFinishing) {
        record::EndRecord end;
        end.time = now();
        sendRecord(m_parent, end);
    }
    m_state = State::Unwanted;
    if (!isConnected) {
        m_window->end();
    }
    m_parent.close();
    m_isFlushed = true;
}

void Recorder::finish() {
    if (m_state != State::Wanted || m_isLastFlush) {
        return;
    }
    if (m_observer != nullptr) {
        m_observer->end();
    }
    m_cupti->flushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    m_isFinishing = true;
    m_buffers->wake();
    m_thread.join();
}

void Recorder::requestLastFlush() {
    m_isLastFlush = true;
}

void Recorder::enterCaptureRange() {
    if (m_state == State::Wanted) {
        m_window->enterRange();
    } else {
        ++m_earlyRanges;
    }
}

void Recorder::leaveCaptureRange() {
    if (m_state == State::Wanted) {
        m_window->leaveRange();
    } else {
        --m_earlyRanges;
    }
}

void Recorder::nameStream(CUstream stream, const char* name) {
    if (m_state != State::Wanted || name == nullptr) {
        return;
    }
    record::NameRecord record;
    record.what = record::Named::Stream;
    if (m_cupti->getStreamIdEx(nullptr, stream, 0, &record.id) == CUPTI_SUCCESS) {
        m_cupti->getDeviceId(nullptr, &record.device);
        m_queue.push(record, name);
    }
}

}  // namespace gaplight::recorder
