// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <tl/expected.hpp>

namespace gaplight {

enum class ErrorCode : std::uint8_t {
    NotFound,     // no such file
    NotReadable,  // permission, a directory, an I/O error
    NotATrace,    // the bytes are none of the formats we read
    Corrupt,      // the container (gzip, zstd) is broken before the first event
    TooLarge,     // beyond a documented limit
    Cancelled,    // the caller requested a stop
    BadArgument,  // the caller's request makes no sense (a range outside the trace, ...)
    WriteFailed,  // no space, no permission, target is a directory
};

// An expected failure. `message` says what, where, what was expected and what to do; it begins
// in lower case, ends without a full stop, and is complete by itself (it names the file).
struct Error {
    ErrorCode code = ErrorCode::NotReadable;
    std::string message;
    std::optional<std::uint64_t> byteOffset = std::nullopt;
};

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
    return tl::unexpected<Error>(Error{code, std::move(message), std::nullopt});
}

[[nodiscard]] inline tl::unexpected<Error> failAt(ErrorCode code, std::string message,
                                                  std::uint64_t byteOffset) {
    return tl::unexpected<Error>(Error{code, std::move(message), byteOffset});
}

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
#define TRY(...)                                                                      \
    __extension__({                                                                   \
        auto&& gaplightTried = (__VA_ARGS__);                                         \
        if (!gaplightTried) {                                                         \
            return tl::unexpected<gaplight::Error>(std::move(gaplightTried).error()); \
        }                                                                             \
        gaplight::valueOf(std::move(gaplightTried));                                  \
    })
