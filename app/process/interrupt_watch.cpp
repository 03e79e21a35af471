// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/process/interrupt_watch.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "app/process/message_line.h"

namespace gaplight::ui {
namespace {

// A signal handler may do little more than write a byte; a thread waits for it.
std::atomic<int> writeEnd{-1};
static_assert(std::atomic<int>::is_always_lock_free);

constexpr std::array<int, 4> kWatched{SIGINT, SIGTERM, SIGHUP, SIGXCPU};
constexpr char kInterrupted = 'i';
constexpr char kFinished = 'f';

constexpr int kMaxStopMs = 1'000;

bool isFinishedWithin(int readEnd, int milliseconds) {
    pollfd end{readEnd, POLLIN, 0};
    return ::poll(&end, 1, milliseconds) > 0;
}

void onSignal(int) {
    const int kept = errno;
    [[maybe_unused]] const ssize_t written = ::write(writeEnd.load(), &kInterrupted, 1);
    errno = kept;
}

}  // namespace

InterruptWatch::InterruptWatch() {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return;  // then signals end the program as they do by default
    }
    m_readEnd = ends[0];
    writeEnd = ends[1];
    m_thread = std::thread([this] {
        char byte = kFinished;
        while (::read(m_readEnd, &byte, 1) < 0 && errno == EINTR) {
        }
        if (byte != kInterrupted) {
            return;
        }
        m_stop.request_stop();
        if (!isFinishedWithin(m_readEnd, kMaxStopMs)) {
            std::fputs("gaplight: interrupted\n", stderr);
            ::_exit(kExitInterrupted);
        }
    });
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    for (const int signal : kWatched) {
        struct sigaction before {};
        ::sigaction(signal, nullptr, &before);
        if (signal != SIGHUP || before.sa_handler != SIG_IGN) {
            ::sigaction(signal, &action, nullptr);
        }
    }
}

InterruptWatch::~InterruptWatch() {
    if (m_readEnd < 0) {
        return;
    }
    for (const int signal : kWatched) {
        struct sigaction now {};
        ::sigaction(signal, nullptr, &now);
        if (now.sa_handler == onSignal) {
            std::signal(signal, SIG_DFL);
        }
    }
    [[maybe_unused]] const ssize_t written = ::write(writeEnd.load(), &kFinished, 1);
    m_thread.join();
    ::close(writeEnd.exchange(-1));
    ::close(m_readEnd);
}

}  // namespace gaplight::ui
