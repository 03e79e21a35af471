// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/exhaustion.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace gaplight {

Error exhaustionError(std::string_view subject, const std::exception& exception) {
    const bool isMemory = dynamic_cast<const std::bad_alloc*>(&exception) != nullptr ||
                          dynamic_cast<const std::length_error*>(&exception) != nullptr;
    std::string message(subject);
    message += subject.empty() ? "" : ": ";
    if (isMemory) {
        message +=
            "not enough memory; close other programs, raise the limit (ulimit -v), or open a "
            "part of the trace ('gaplight cut')";
    } else {
        message += std::string("the system refused a thread or a resource (") + exception.what() +
                   "); raise the limit (ulimit -u, pids of the container)";
    }
    return {ErrorCode::TooLarge, std::move(message), std::nullopt};
}

void continueAsBadAlloc() {
    std::rethrow_exception(std::make_exception_ptr(std::bad_alloc()));
}

void setHeapLimits() {
#if defined(__GLIBC__)
    constexpr int kLarge = 4 << 20;
    mallopt(M_TRIM_THRESHOLD, kLarge);
    mallopt(M_MMAP_THRESHOLD, kLarge);
    mallopt(M_ARENA_MAX, static_cast<int>(std::max(2U, std::thread::hardware_concurrency())));
#endif
}

}  // namespace gaplight
