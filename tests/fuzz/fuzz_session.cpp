// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Bytes as the decisions of a program that no one would write: its trace goes through everything
// behind the reader, with the trace of the bytes in reverse as another run and with traces of
// several ranks. The last bytes decide what is done with it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "tests/support/exercise/exercise_session.h"
#include "tests/support/strange/strange_files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kMaxChoices = 256;
    const std::span bytes(data, size);
    gaplight::test::Problems problems;
    gaplight::test::exerciseSession(gaplight::test::strangeRuns(bytes),
                                    bytes.last(std::min(size / 4, kMaxChoices)), true, problems);
    if (!problems.isEmpty()) {
        std::fputs(problems.text().c_str(), stderr);
        std::abort();
    }
    return 0;
}
