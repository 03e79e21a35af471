// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/injected/dying_signals.h"

#include <csignal>
#include <ctime>

#include <unistd.h>

#include "core/record/injected/recorder.h"

namespace gaplight::recorder {
namespace {

constexpr int kPatienceMs = 1'000;
constexpr long kStepNs = 1'000'000;

// Nothing here allocates or locks. The dying thread may hold locks that CUPTI needs: so the sender
// flushes, and the wait for it is limited.
void onDyingSignal(int signal) {
    recorder().requestLastFlush();
    const timespec step{0, kStepNs};
    for (int waited = 0; waited < kPatienceMs && !recorder().isFlushed(); ++waited) {
        ::nanosleep(&step, nullptr);
    }
    std::signal(signal, SIG_DFL);
    ::kill(::getpid(), signal);
}

}  // namespace

void holdDyingSignals() {
    for (const int signal : {SIGINT, SIGTERM, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) {
        struct sigaction now {};
        if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) {
            struct sigaction hold {};
            hold.sa_handler = onDyingSignal;
            hold.sa_flags = static_cast<int>(SA_RESETHAND);
            ::sigaction(signal, &hold, nullptr);
        }
    }
}

}  // namespace gaplight::recorder
