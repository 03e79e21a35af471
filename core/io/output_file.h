// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace gaplight {

// Puts `content` into the file at `path`, all of it or nothing: written beside the target, flushed
// to the disk and renamed. A target that is no regular file (/dev/stdout, a pipe) is written to.
// Errors: WriteFailed; the target is then as it was.
[[nodiscard]] Result<void> writeOutputFile(const std::string& path, std::string_view content);

// Writes to standard output. Errors: WriteFailed.
[[nodiscard]] Result<void> writeStandardOutput(std::string_view content);

}  // namespace gaplight
