// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <utility>

#include "core/base/result.h"

namespace gaplight::bench {

// The value of `result`; throws std::runtime_error with the message of its error.
template <class T>
T valueOrThrow(Result<T> result) {
    if (!result) {
        throw std::runtime_error(result.error().message);
    }
    return *std::move(result);
}

}  // namespace gaplight::bench
