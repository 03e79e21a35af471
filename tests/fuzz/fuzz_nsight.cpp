// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as an export of Nsight Systems.
#include "core/formats/nsight/nsight_sqlite.h"
#include "tests/fuzz/database_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return gaplight::fuzz::runDatabase(data, size, gaplight::readNsight);
}
