// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/compile_log/compile_log.h"
#include "core/io/byte_source.h"

namespace gaplight {

// Whether a file begins as a log that PyTorch writes to the folder TORCH_TRACE does.
[[nodiscard]] bool sniffTorchTrace(std::string_view head);

// Reads such a log. `head`: its first bytes, already read from `bytes`. O(bytes). Errors:
// Corrupt (no entry), Cancelled, those of readNext(); smaller problems are counted.
[[nodiscard]] Result<CompileLog> readTorchTrace(std::string head, ByteSource& bytes,
                                                const std::stop_token& stop);

}  // namespace gaplight
