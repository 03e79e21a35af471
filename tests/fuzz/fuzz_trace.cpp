// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a trace, through everything behind the reader; compared with a strange one, too.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/support/exercise/exercise_session.h"
#include "tests/support/strange/byte_choices.h"
#include "tests/support/strange/strange_trace.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    gaplight::test::Problems problems;
    const std::vector<std::uint8_t> choices = gaplight::test::bytesOfSeed(size);
    gaplight::test::exerciseSession({std::string(reinterpret_cast<const char*>(data), size),
                                     gaplight::test::strangeTrace(choices)},
                                    choices, false, problems);
    if (!problems.isEmpty()) {
        std::fputs(problems.text().c_str(), stderr);
        std::abort();
    }
    return 0;
}
