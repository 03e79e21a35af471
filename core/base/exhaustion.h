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

// For the life of the process, and before it has threads: the heap keeps up to 4 MiB of freed
// memory at the end of each thread's part, since loading frees and allocates by turns and pages
// that are returned in between cost a page fault each; allocations from 4 MiB on are kept out of
// it, so that the unused ends of columns take no memory and what is freed leaves no holes; and it
// has a part for each core, not eight, between which freed memory is not shared: after 19,000
// actions in a window on two cores 209 MB are resident, with eight parts a core 253 MB. For glibc
// only. A library would change the heap of programs that it is loaded into.
void setHeapLimits();

}  // namespace gaplight
