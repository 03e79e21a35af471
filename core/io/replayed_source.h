// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/io/byte_source.h"

namespace gaplight {

// A source over bytes that were read before, from the start again: for input that cannot be opened
// twice.
[[nodiscard]] std::unique_ptr<ByteSource> replayedSource(std::shared_ptr<const RandomAccess> bytes);

}  // namespace gaplight
