// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/wait_name.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace gaplight {
namespace {

// Calls of the operating system that return once something happens, or time is over.
constexpr std::array<std::string_view, 22> kSystemWaits{"accept",
                                                        "accept4",
                                                        "clock_nanosleep",
                                                        "epoll_pwait",
                                                        "epoll_wait",
                                                        "futex",
                                                        "nanosleep",
                                                        "poll",
                                                        "ppoll",
                                                        "pselect",
                                                        "pthread_cond_clockwait",
                                                        "pthread_cond_timedwait",
                                                        "pthread_join",
                                                        "pthread_cond_wait",
                                                        "select",
                                                        "sem_clockwait",
                                                        "sem_timedwait",
                                                        "sem_wait",
                                                        "sigtimedwait",
                                                        "sigwait",
                                                        "pthread_barrier_wait",
                                                        "usleep"};

// The same of Python: files of its standard library, and methods written in C.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kPythonWaits{
    {{"threading.py", "wait"},
     {"threading.py", "join"},
     {"threading.py", "_wait_for_tstate_lock"},
     {"queue.py", "get"},
     {"selectors.py", "select"},
     {"subprocess.py", "wait"},
     {"multiprocessing/connection.py", "wait"},
     {"multiprocessing/connection.py", "_poll"},
     {"multiprocessing/connection.py", "_recv"},
     {"socket.py", "accept"}}};
// The same by their modules, as VizTracer names them.
constexpr std::array<std::string_view, 10> kModuleWaits{"_multiprocessing.SemLock.__enter__",
                                                        "_multiprocessing.SemLock.acquire",
                                                        "_queue.SimpleQueue.get",
                                                        "_thread.lock.acquire",
                                                        "_thread.lock.__enter__",
                                                        "posix.waitpid",
                                                        "select.epoll.poll",
                                                        "select.poll.poll",
                                                        "select.select",
                                                        "time.sleep"};
constexpr std::array<std::string_view, 8> kBuiltInWaits{
    "<built-in method acquire of ", "<built-in method poll of ",  "<built-in method select of ",
    "<built-in method recv of ",    "<built-in method accept of", "<built-in function sleep>",
    "<built-in method wait of ",    "<built-in function select>"};

}  // namespace

bool isNamedAsWait(std::string_view name) {
    if (std::ranges::find(kSystemWaits, name) != kSystemWaits.end() ||
        std::ranges::find(kModuleWaits, name) != kModuleWaits.end()) {
        return true;
    }
    const auto begins = [&](std::string_view text) { return name.starts_with(text); };
    if (std::ranges::any_of(kBuiltInWaits, begins)) {
        return true;
    }
    const std::string_view path = name.substr(0, name.find('('));
    const std::size_t frame = name.find("): ");
    const std::string_view function =
        frame == std::string_view::npos ? name : name.substr(frame + 3);
    return std::ranges::any_of(kPythonWaits, [&](const auto& wait) {
        return function == wait.second && path.ends_with(wait.first);
    });
}

}  // namespace gaplight
