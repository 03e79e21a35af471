// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdlib>

namespace gaplight::test {

struct Seeds {
    std::uint64_t first = 0;
    std::uint64_t last = 0;  // not one of them
};

// `count` seeds for each number of a test. GAPLIGHT_SEEDS=FIRST-LAST: those instead, in the first
// test.
[[nodiscard]] inline Seeds seedsOf(std::uint64_t test, std::uint64_t count) {
    const char* wanted = std::getenv("GAPLIGHT_SEEDS");
    if (wanted == nullptr) {
        return {test * count, (test + 1) * count};
    }
    char* end = nullptr;
    const std::uint64_t first = std::strtoull(wanted, &end, 10);
    const std::uint64_t last = *end == '-' ? std::strtoull(end + 1, nullptr, 10) : first + 1;
    return test == 0 ? Seeds{first, last} : Seeds{};
}

}  // namespace gaplight::test
