// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <thread>

namespace gaplight::ui {

// Turns the first SIGINT, SIGTERM, SIGHUP or SIGXCPU into a stop request; the second ends the
// program as usual. A SIGHUP that the caller ignores (nohup) stays ignored. If the command still
// runs a second later (it may wait for standard input), ends the program with kExitInterrupted. At
// most one object at a time.
class InterruptWatch {
public:
    InterruptWatch();
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    int m_readEnd = -1;
    std::thread m_thread;
};

}  // namespace gaplight::ui
