// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace gaplight::bench {

// Writes a database as Nsight Systems 2024 exports it, with about `rows` rows of events and all
// columns of their tables. Shares as in public exports of training runs: 13 % kernels of 200 names
// on two streams, 18 % calls of CUDA, 40 % nested NVTX ranges in steps, 27 % calls of the OS on
// other threads, copies. The same one each time. Throws std::runtime_error where that fails.
void writeMadeExport(const std::string& path, std::size_t rows);

}  // namespace gaplight::bench
