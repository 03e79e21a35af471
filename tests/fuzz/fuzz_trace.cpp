// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a trace, through everything behind the reader.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/support/byte_choices.h"
#include "tests/support/exercise_session.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    gaplight::test::Problems problems;
    gaplight::test::exerciseSession(std::string(reinterpret_cast<const char*>(data), size),
                                    gaplight::test::bytesOfSeed(size), false, problems);
    if (!problems.isEmpty()) {
        std::fputs(problems.text().c_str(), stderr);
        std::abort();
    }
    return 0;
}
