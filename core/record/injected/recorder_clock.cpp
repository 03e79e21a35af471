// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/injected/recorder_clock.h"

#include <ctime>

namespace gaplight::recorder {
namespace {

std::int64_t read(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

std::int64_t offset() {
    static const std::int64_t kOffset = read(CLOCK_REALTIME) - read(CLOCK_MONOTONIC);
    return kOffset;
}

}  // namespace

std::int64_t monotonicNow() {
    return read(CLOCK_MONOTONIC);
}

std::int64_t now() {
    return monotonicNow() + offset();
}

}  // namespace gaplight::recorder
