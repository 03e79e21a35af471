// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/io/byte_source.h"

namespace gaplight {

// What was read once, as a source to be read again from its begin: for input that cannot be opened
// twice.
[[nodiscard]] std::unique_ptr<ByteSource> replayedSource(std::shared_ptr<const RandomAccess> bytes);

}  // namespace gaplight
