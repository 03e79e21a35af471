// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/timing/isolated_run.h"

#include <array>

#include <sys/wait.h>
#include <unistd.h>

namespace gaplight::bench {
namespace {

[[noreturn]] void runAndLeave(const std::function<std::vector<double>()>& work, int to) {
    int code = 1;
    try {
        const std::vector<double> figures = work();
        const std::size_t bytes = figures.size() * sizeof(double);
        code = ::write(to, figures.data(), bytes) == static_cast<ssize_t>(bytes) ? 0 : 1;
    } catch (...) {
        code = 2;
    }
    ::_exit(code);
}

}  // namespace

Result<std::vector<double>> isolatedRun(const std::string& what,
                                        const std::function<std::vector<double>()>& work) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
        return fail(ErrorCode::BadArgument, what + ": no pipe to be had");
    }
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        runAndLeave(work, ends[1]);
    }
    ::close(ends[1]);
    std::vector<double> figures;
    double figure = 0;
    while (child > 0 && ::read(ends[0], &figure, sizeof(figure)) == sizeof(figure)) {
        figures.push_back(figure);
    }
    ::close(ends[0]);
    int status = 1;
    if (child > 0) {
        ::waitpid(child, &status, 0);
    }
    if (status != 0 || figures.empty()) {
        return fail(ErrorCode::BadArgument, what + ": did not run to its end");
    }
    return figures;
}

}  // namespace gaplight::bench
