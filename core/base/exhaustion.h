// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string_view>
#include <type_traits>

#include "core/base/result.h"

namespace gaplight {

// Memory or threads that the system refuses arrive as exceptions: std::bad_alloc from any
// container, std::length_error from one that is larger than the address space, std::system_error
// from std::thread, std::runtime_error from oneTBB's threads. No code of ours throws anything else.
// They pass through all folders (oneTBB carries them from its tasks to the caller) and are caught
// where work begins: in main(), and where a thread of the window does.

// The error for an allocation or a thread that the system refused: ErrorCode::TooLarge, with what
// to do about it. `subject`: the file or the work that failed, "trace.json"; may be empty.
[[nodiscard]] Error exhaustionError(std::string_view subject, const std::exception& exception);

// For memory that a library reports as refused by an error code: continues as where a container is
// refused memory, by std::bad_alloc. Ordinary errors are values.
[[noreturn]] void continueAsBadAlloc();

// Runs `work`, which returns a Result. Errors: TooLarge, and those of `work`.
template <class Work>
[[nodiscard]] std::invoke_result_t<Work&> failOnExhaustion(std::string_view subject, Work&& work) {
    try {
        return work();
    } catch (const std::exception& exception) {
        return tl::unexpected<Error>(exhaustionError(subject, exception));
    }
}

}  // namespace gaplight
