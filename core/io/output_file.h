// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace gaplight {

// Replaces the file at `path` by `content`, all of it or nothing (OutputWriter::AtomicReplace):
// also a signal that ends the process meanwhile leaves no other file behind. A target that is no
// regular file (/dev/stdout, a pipe) is written directly. For a regular file SIGINT, SIGTERM and
// SIGHUP are blocked on the calling thread meanwhile, and delivered afterwards. Any number of
// threads may save at once, each to another path. Errors: WriteFailed; a regular target is then
// unchanged.
[[nodiscard]] Result<void> writeOutputFile(const std::string& path, std::string_view content);

// Writes to standard output. Errors: WriteFailed.
[[nodiscard]] Result<void> writeStandardOutput(std::string_view content);

}  // namespace gaplight
