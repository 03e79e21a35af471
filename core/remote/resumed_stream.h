// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/io/inflater.h"

namespace gaplight {

// Where a stream that broke goes on: so many bytes are there, and this is their hash. The sender
// makes the whole stream again, which has the same bytes as long as the trace is the same, and
// leaves out its beginning.
//
//     "4194304:1f3870be274f6c49"
struct ResumePoint {
    std::uint64_t bytes = 0;
    std::uint64_t hash = 0;
};
[[nodiscard]] std::string resumeText(const ResumePoint& point);
[[nodiscard]] std::optional<ResumePoint> resumePointFrom(std::string_view text);

// The hash of a stream, however it is cut.
class StreamHash {
public:
    void add(std::string_view bytes);
    std::uint64_t value() const;

private:
    std::string m_block;  // less than kHashBlock
    std::uint64_t m_hash = 0;
};

// The point after all that was received. Errors: those of readAt().
[[nodiscard]] Result<ResumePoint> resumePointOf(const InflatedBytes& received);

// Passes a stream on from a point.
class ResumedStream {
public:
    using Write = std::function<Result<void>(std::string_view)>;
    // `onResumed`: called before the first byte that is passed on.
    ResumedStream(ResumePoint from, Write write, std::function<void()> onResumed);

    // Errors: NotReadable (what comes before the point is something else), those of `write`.
    [[nodiscard]] Result<void> take(std::string_view bytes);

private:
    [[nodiscard]] Result<void> reach();

    ResumePoint m_from;
    Write m_write;
    std::function<void()> m_onResumed;
    std::uint64_t m_left;  // bytes until the point
    StreamHash m_hash;
};

}  // namespace gaplight
