// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record_command.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "app/exit_code.h"
#include "core/record/recording.h"
#include "core/report/number_text.h"
#include "core/report/text_page.h"

namespace gaplight::ui {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "libgaplight-recorder.so";

void say(const std::string& line) {
    std::fprintf(stderr, "gaplight: %s\n", printable(line).c_str());
}

// Beside the program as installed, or in the tree that it was built in; empty: this build has none.
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

// "python3.json.zst", or with a number where that is there already.
std::string freePath(const std::string& program) {
    const std::string stem = fs::path(program).filename();
    std::string path = stem + ".json.zst";
    std::error_code ignored;
    for (int number = 2; fs::exists(path, ignored); ++number) {
        path = stem + "-" + std::to_string(number) + ".json.zst";
    }
    return path;
}

record::RecordPlan planFor(const RecordRequest& request, const std::string& recorder) {
    record::RecordPlan plan;
    plan.program.words = request.program;
    plan.recorderPath = recorder;
    plan.outPath = request.outPath.empty() ? freePath(request.program.front()) : request.outPath;
    plan.settings = request.settings;
    plan.range = request.range;
    plan.hasChildren = request.hasChildren;
    plan.maxBytes = request.maxBytes;
    return plan;
}

// Signals meant for us go to the program. Those of a terminal reach it by themselves; a second one
// after its end ends the recording.
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
            const timespec patience{0, 100'000'000};
            const int signal = ::sigtimedwait(&m_signals, &info, &patience);
            const bool isOfTerminal = info.si_code == SI_KERNEL;
            if (signal > 0 && signal != SIGCHLD && !isOfTerminal) {
                ::kill(program, signal);
            }
        }
    }

private:
    sigset_t m_signals{};
    sigset_t m_before{};
};

std::string endOf(const std::string& program, int status) {
    if (WIFSIGNALED(status)) {
        return program + " was ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
               ::strsignal(WTERMSIG(status)) + ")";
    }
    return program + " exited with " + std::to_string(WEXITSTATUS(status));
}

std::string adviceFor(const std::string& failure) {
    if (failure.find("INSUFFICIENT_PRIVILEGES") != std::string::npos) {
        return "; the driver lets only root profile: run as root, or load the driver with "
               "NVreg_RestrictProfilingToAdminUsers=0";
    }
    if (failure.find("MULTIPLE_SUBSCRIBERS") != std::string::npos) {
        return "; another profiler is in this program";
    }
    return "";
}

std::string whyNothing(const std::string& program) {
    std::error_code ignored;
    if (!fs::exists("/proc/driver/nvidia/version", ignored) &&
        !fs::exists("/dev/nvidiactl", ignored)) {
        return "nothing was recorded: there is no NVIDIA driver here";
    }
    return "nothing was recorded: " + program + " did not use CUDA while it was to be recorded";
}

std::string summaryOf(const record::RecordedProcess& process) {
    return "wrote " + process.path + " (" + bytesText(process.bytes) +
           "): " + countText(process.counts.activities, "activity", "activities") + " of GPUs, " +
           countText(process.counts.calls, "call", "calls");
}

// What is said of one process; true if there is a trace of it.
bool report(const record::RecordedProcess& process, bool isQuiet) {
    if (!process.failure.empty()) {
        say((process.path.empty() ? "nothing was recorded: " : process.path + ": ") +
            process.failure + adviceFor(process.failure));
    }
    if (process.counts.dropped != 0) {
        say(process.path + ": " + countText(process.counts.dropped, "record", "records") +
            " were dropped: they came faster than they could be written");
    }
    if (process.isAtLimit) {
        say(process.path + ": recording stopped at --max-size");
    }
    if (!isQuiet && !process.path.empty()) {
        say(summaryOf(process));
    }
    return !process.path.empty();
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

int runRecord(const RecordRequest& request,
              const std::function<int(const std::string& trace)>& openWindow) {
    const std::string recorder = recorderPath();
    if (recorder.empty()) {
        say("this build has no recorder: it was built where CUPTI (CUDA Toolkit 11.8 or later) was "
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
            say(recording.error().message);
            return kExitUsage;
        }
        status = signals.waitFor((*recording)->program());
        processes = (*recording)->finish();
    }
    const std::string program = fs::path(request.program.front()).filename();
    const int code = record::exitCodeOf(status);
    if (code != 0) {
        say(endOf(program, status));
    }
    std::string first;
    bool isExplained = false;
    for (const record::RecordedProcess& process : processes) {
        isExplained = isExplained || !process.failure.empty();
        if (report(process, request.quiet) && first.empty()) {
            first = process.path;
        }
    }
    if (first.empty()) {
        if (!isExplained) {
            say(whyNothing(program));
        }
        return code != 0 ? code : kExitUnreadable;
    }
    if (request.opensWindow && hasDisplay()) {
        openWindow(first);
    }
    return code;
}

}  // namespace gaplight::ui
