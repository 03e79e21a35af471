// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <utility>

#include "core/base/result.h"

namespace gaplight {

// The value of a result that has one; nothing of a Result<void>.
template <class R>
typename std::remove_cvref_t<R>::value_type valueOf([[maybe_unused]] R&& result) {
    if constexpr (!std::is_void_v<typename std::remove_cvref_t<R>::value_type>) {
        return *std::forward<R>(result);
    }
}

}  // namespace gaplight

// The value of a Result<T>; where it is an error, the enclosing function, which returns a Result
// too, returns that error:
//
//   const Directory directory = TRY(readDirectory(bytes));
//   TRY(checkVersion(directory));
//
// A statement expression of g++ and clang; not inside another TRY.
#define TRY(result)                                                                   \
    __extension__({                                                                   \
        auto&& gaplightTried = (result);                                              \
        if (!gaplightTried) {                                                         \
            return tl::unexpected<gaplight::Error>(std::move(gaplightTried).error()); \
        }                                                                             \
        gaplight::valueOf(std::move(gaplightTried));                                  \
    })
