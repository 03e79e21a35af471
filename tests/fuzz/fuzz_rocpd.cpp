// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a database of rocprofv3.
#include "core/formats/rocm/rocpd_sqlite.h"
#include "tests/fuzz/database_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return gaplight::fuzz::runDatabase(data, size, gaplight::readRocpd);
}
