// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/process/standard_descriptors.h"

#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace gaplight::ui {

void openClosedStandardDescriptors() {
    constexpr std::array<int, 3> kModes{O_RDONLY, O_RDONLY, O_WRONLY};
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
        if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) {
            // The lowest free number: this one. Without /dev/null there is nothing to be done.
            [[maybe_unused]] const int opened =
                ::open("/dev/null", kModes[static_cast<std::size_t>(descriptor)]);
        }
    }
}

void ignoreWriteSignals() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace gaplight::ui
