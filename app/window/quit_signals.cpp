// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/window/quit_signals.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace gaplight::ui {
namespace {

constexpr std::array<int, 3> kSignals{SIGHUP, SIGINT, SIGTERM};

// A signal handler may do little more than write a byte; the event loop waits for it.
std::atomic<int> quitPipe{-1};
std::atomic<bool> isQuitRequested{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void requestQuit(int) {
    const int kept = errno;
    isQuitRequested = true;
    [[maybe_unused]] const ssize_t written = ::write(quitPipe.load(), "q", 1);
    errno = kept;
}

}  // namespace

QuitSignals::QuitSignals(QCoreApplication& application) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return;  // then signals end the program as they do by default
    }
    m_readEnd = ends[0];
    quitPipe = ends[1];
    m_notifier = std::make_unique<QSocketNotifier>(m_readEnd, QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, &application, [this] {
        m_notifier->setEnabled(false);
        QCoreApplication::quit();
    });
    struct sigaction action {};
    action.sa_handler = requestQuit;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    for (const int signal : kSignals) {
        struct sigaction before {};
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_IGN) {  // nohup
            ::sigaction(signal, &action, nullptr);
        }
    }
}

QuitSignals::~QuitSignals() {
    if (m_readEnd < 0) {
        return;
    }
    for (const int signal : kSignals) {
        struct sigaction now {};
        ::sigaction(signal, nullptr, &now);
        if (now.sa_handler == requestQuit) {
            std::signal(signal, SIG_DFL);
        }
    }
    m_notifier.reset();
    ::close(quitPipe.exchange(-1));
    ::close(m_readEnd);
}

bool QuitSignals::isReceived() const {
    return m_readEnd >= 0 && isQuitRequested;
}

}  // namespace gaplight::ui
