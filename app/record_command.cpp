// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record_command.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <thread>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "app/exit_code.h"
#include "app/trace_loading.h"
#include "core/base/quantity_text.h"
#include "core/record/recording_text.h"

namespace gaplight::ui {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "libgaplight-recorder.so";

record::RecordPlan planFor(const RecordRequest& request, const std::string& recorder) {
    record::RecordPlan plan;
    plan.program.command = request.program;
    plan.program.endsWithCaller = true;  // a recording that is killed leaves nothing running
    plan.recorderPath = recorder;
    plan.outPath = request.outPath.empty() ? record::freeTracePath("", request.program.front())
                                           : request.outPath;
    plan.settings = request.settings;
    plan.range = request.range;
    plan.hasChildren = request.hasChildren;
    plan.maxBytes = request.maxBytes;
    return plan;
}

// Signals meant for us go to the program. Those of a terminal reach it by themselves; one after its
// end ends the recording of what it has left behind.
class SignalsOfProgram {
public:
    SignalsOfProgram() {
        ::sigemptyset(&m_signals);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD}) {
            ::sigaddset(&m_signals, signal);
        }
        ::sigprocmask(SIG_BLOCK, &m_signals, &m_before);
    }
    ~SignalsOfProgram() { ::sigprocmask(SIG_SETMASK, &m_before, nullptr); }
    SignalsOfProgram(const SignalsOfProgram&) = delete;
    SignalsOfProgram& operator=(const SignalsOfProgram&) = delete;

    // Its wait status, when it has ended.
    [[nodiscard]] int waitFor(pid_t program) const {
        for (;;) {
            int status = 0;
            if (::waitpid(program, &status, WNOHANG) == program) {
                return status;
            }
            siginfo_t info{};
            const int signal = next(info);
            const bool isOfTerminal = info.si_code == SI_KERNEL;
            if (signal > 0 && signal != SIGCHLD && !isOfTerminal) {
                ::kill(program, signal);
            }
        }
    }

    // Processes that the program has left behind are recorded until they end, or a signal comes.
    [[nodiscard]] std::vector<record::RecordedProcess> finish(record::Recording& recording) const {
        std::atomic<bool> isDone{false};
        std::thread watch([&] {
            while (!isDone) {
                siginfo_t info{};
                if (const int signal = next(info); signal > 0 && signal != SIGCHLD) {
                    recording.stop();
                }
            }
        });
        std::vector<record::RecordedProcess> processes = recording.finish();
        isDone = true;
        watch.join();
        return processes;
    }

private:
    // The next one, or at most 0 where none comes for a while.
    int next(siginfo_t& info) const {
        const timespec patience{0, 100'000'000};
        return ::sigtimedwait(&m_signals, &info, &patience);
    }

    sigset_t m_signals{};
    sigset_t m_before{};
};

std::string summaryOf(const record::RecordedProcess& process) {
    return "wrote " + process.path + " (" + bytesText(process.bytes) +
           "): " + countText(process.counts.activities, "activity", "activities") + " of GPUs, " +
           countText(process.counts.calls, "call", "calls");
}

bool hasDisplay() {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        const char* value = std::getenv(name);
        if (value != nullptr && *value != '\0') {
            return true;
        }
    }
    return false;
}

}  // namespace

std::string recorderPath() {
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const char* place : {"../lib/gaplight", "../recorder"}) {
        const fs::path candidate = folder / place / kLibrary;
        if (fs::exists(candidate, ignored)) {
            return fs::canonical(candidate, ignored);
        }
    }
    return {};
}

int runRecord(const RecordRequest& request,
              const std::function<int(const std::string& trace)>& openWindow) {
    const std::string recorder = recorderPath();
    if (recorder.empty()) {
        printLine(
            "this build has no recorder: it was built where CUPTI (CUDA Toolkit 11.8 or later) was "
            "not found");
        return kExitUsage;
    }
    int status = 0;
    std::vector<record::RecordedProcess> processes;
    {
        // Before any thread is made, so that all leave the signals alone.
        const SignalsOfProgram signals;
        auto recording = record::Recording::start(planFor(request, recorder));
        if (!recording) {
            printLine(recording.error().message);
            return kExitUsage;
        }
        status = signals.waitFor((*recording)->program());
        processes = signals.finish(**recording);
    }
    const std::string program = fs::path(request.program.front()).filename();
    const int code = record::exitCodeOf(status);
    if (code != 0) {
        printLine(record::exitText(program, status));
    }
    for (const std::string& problem : record::problemsOf(program, processes)) {
        printLine(problem);
    }
    for (const record::RecordedProcess& process : processes) {
        if (!request.quiet && !process.path.empty()) {
            printLine(summaryOf(process));
        }
    }
    const std::string first = record::firstTrace(processes);
    if (!first.empty() && request.opensWindow && hasDisplay()) {
        openWindow(first);
    }
    const bool isUnwritable =
        std::any_of(processes.begin(), processes.end(),
                    [](const record::RecordedProcess& process) { return process.isUnwritable; });
    return code != 0       ? code
           : isUnwritable  ? kExitUnwritable
           : first.empty() ? kExitUnreadable
                           : kExitFine;
}

}  // namespace gaplight::ui
