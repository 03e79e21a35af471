// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/inputs/perfetto_copy.h"

#include <fstream>
#include <stdexcept>

#include "core/session/session.h"
#include "tests/support/formats/pftrace_writer.h"

namespace gaplight::bench {

void writePerfettoCopy(const std::string& trace, const std::string& path) {
    const Result<LoadedTrace> loaded = readTrace(trace);
    if (!loaded) {
        throw std::runtime_error(loaded.error().message);
    }
    const EventDetails& details = loaded->details.of(SourceId());
    std::ofstream file(path, std::ios::binary);
    file << test::pftraceOf(*loaded->trace, details);
    if (!file.flush()) {
        throw std::runtime_error("cannot write " + path);
    }
}

}  // namespace gaplight::bench
