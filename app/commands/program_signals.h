// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <vector>

#include <sys/types.h>

#include "core/record/recording.h"

namespace gaplight::ui {

// Signals from standard input, a byte each, for a program that a user of another machine runs here;
// the end of the input is SIGHUP.
class SignalInput {
public:
    // The next one; 0: none has come. Does not wait.
    [[nodiscard]] int take();

private:
    bool m_hasEnded = false;
};

// Signals meant for us go to the program. Those of a terminal reach it by themselves; one after its
// end ends the recording of what it has left behind. To be made before any thread.
class ProgramSignals {
public:
    // `input`: null: there is none.
    explicit ProgramSignals(SignalInput* input = nullptr);
    ~ProgramSignals() { ::sigprocmask(SIG_SETMASK, &m_before, nullptr); }
    ProgramSignals(const ProgramSignals&) = delete;
    ProgramSignals& operator=(const ProgramSignals&) = delete;

    // Its wait status, when it has ended.
    int waitFor(pid_t program) const;
    // Processes that the program has left behind are recorded until they end, or a signal comes.
    std::vector<record::RecordedProcess> finish(record::Recording& recording) const;
    // The next signal but SIGCHLD, wherever it comes from; 0: none has come. Does not wait.
    int take() const;

private:
    // Number of the next signal; 0 or less: none came within the wait of one call.
    int next(siginfo_t& info) const;

    SignalInput* m_input;
    sigset_t m_signals{};
    sigset_t m_before{};
};

}  // namespace gaplight::ui
