// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_hash.h"

#include <chrono>

#include <unistd.h>

namespace gaplight {

std::uint64_t randomSeed() {
    std::uint64_t seed = 0;
    if (::getentropy(&seed, sizeof seed) == 0) {
        return seed;
    }
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    return static_cast<std::uint64_t>(now) ^ reinterpret_cast<std::uintptr_t>(&seed);
}

std::uint64_t seedOfProgram() noexcept {
    static const std::uint64_t seed = randomSeed();
    return seed;
}

}  // namespace gaplight
