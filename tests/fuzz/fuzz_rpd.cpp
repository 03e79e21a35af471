// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a file of rocmProfileData.
#include "core/formats/rocm/rpd_sqlite.h"
#include "tests/fuzz/database_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return gaplight::fuzz::runDatabase(data, size, gaplight::readRpd);
}
