// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/process/standard_descriptors.h"

#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace gaplight::ui {

namespace {

// The lowest free number: the one that was closed. Without /dev/null there is nothing to be done.
void openInPlaceOf(int descriptor) {
    // /dev/null is opened again by "/dev/stdout", for writing; a socket is not, and one that is not
    // connected takes no bytes.
    if (descriptor == STDOUT_FILENO && ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0) {
        return;
    }
    constexpr std::array<int, 3> kModes{O_RDONLY, O_RDONLY, O_WRONLY};
    [[maybe_unused]] const int opened =
        ::open("/dev/null", kModes[static_cast<std::size_t>(descriptor)]);
}

}  // namespace

void openClosedStandardDescriptors() {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
        if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) {
            openInPlaceOf(descriptor);
        }
    }
}

void ignoreWriteSignals() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace gaplight::ui
