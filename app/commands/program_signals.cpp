// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/program_signals.h"

#include <atomic>
#include <cerrno>
#include <ctime>
#include <thread>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gaplight::ui {
namespace {

// What a terminal or a user sends to end a program, or to talk to it.
bool isForPrograms(int signal) {
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT ||
           signal == SIGUSR1 || signal == SIGUSR2;
}

}  // namespace

int SignalInput::take() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (m_hasEnded || ::poll(&input, 1, 0) <= 0) {
        return 0;
    }
    char byte = 0;
    const ssize_t got = ::read(STDIN_FILENO, &byte, 1);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
        return 0;
    }
    m_hasEnded = got <= 0;
    return m_hasEnded ? SIGHUP : isForPrograms(byte) ? byte : 0;
}

ProgramSignals::ProgramSignals(SignalInput* input) : m_input(input) {
    ::sigemptyset(&m_signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD}) {
        ::sigaddset(&m_signals, signal);
    }
    ::sigprocmask(SIG_BLOCK, &m_signals, &m_before);
}

int ProgramSignals::waitFor(pid_t program) const {
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
        if (const int sent = m_input != nullptr ? m_input->take() : 0; sent > 0) {
            ::kill(program, sent);
        }
    }
}

std::vector<record::RecordedProcess> ProgramSignals::finish(record::Recording& recording) const {
    std::atomic<bool> isDone{false};
    std::thread watch([&] {
        while (!isDone) {
            siginfo_t info{};
            const int signal = next(info);
            if ((signal > 0 && signal != SIGCHLD) || (m_input != nullptr && m_input->take() > 0)) {
                recording.stop();
            }
        }
    });
    std::vector<record::RecordedProcess> processes = recording.finish();
    isDone = true;
    watch.join();
    return processes;
}

int ProgramSignals::take() const {
    const timespec none{0, 0};
    for (;;) {
        const int signal = ::sigtimedwait(&m_signals, nullptr, &none);
        if (signal != SIGCHLD) {
            return signal > 0 ? signal : 0;
        }
    }
}

int ProgramSignals::next(siginfo_t& info) const {
    const timespec patience{0, 100'000'000};
    return ::sigtimedwait(&m_signals, &info, &patience);
}

}  // namespace gaplight::ui
