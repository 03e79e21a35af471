// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/replay/replay.h"
#include "tests/core/analysis/analyzed.h"

namespace gaplight::test {

// A made trace and its replay. Spans are in microseconds here: launches take some.
class Replayed {
public:
    explicit Replayed(const TraceDsl& dsl)
        : m_analyzed(dsl),
          m_replay(Replay::build(*m_analyzed.trace, m_analyzed.launches, m_analyzed.analysis)) {}

    const Replay& replay() const { return m_replay; }
    const Trace& trace() const { return *m_analyzed.trace; }

    std::int64_t window() const { return us(m_replay.replayedWindow()); }
    std::int64_t with(const std::vector<ReplayEdit>& edits) const {
        return us(m_replay.windowWith(edits));
    }

    ReplayEdit drop(std::string_view call, std::size_t occurrence = 0) const {
        return {ReplayEdit::Kind::DropWait, slice(call, occurrence), {}, {}, 0};
    }
    ReplayEdit async(std::string_view call) const {
        return {ReplayEdit::Kind::AsyncCopy, slice(call), {}, {}, 0};
    }
    ReplayEdit activity(std::string_view name, double factor) const {
        return {ReplayEdit::Kind::ScaleActivity, slice(name), {}, {}, factor};
    }
    // Of the thread that `around` lies on.
    ReplayEdit host(std::string_view around, double factor) const {
        return over(ReplayEdit::Kind::ScaleHost, around, factor);
    }
    ReplayEdit graph(std::string_view around) const {
        return over(ReplayEdit::Kind::GraphLaunch, around, 0);
    }

private:
    [[nodiscard]] static std::int64_t us(Duration time) { return (time.count() + 500) / 1000; }
    SliceId slice(std::string_view name, std::size_t occurrence = 0) const {
        return sliceNamed(trace(), name, occurrence);
    }
    ReplayEdit over(ReplayEdit::Kind kind, std::string_view around, double factor) const {
        const SliceId at = slice(around);
        return {kind, {}, trace().trackOf(at), trace().slices().range(at), factor};
    }

    Analyzed m_analyzed;
    Replay m_replay;
};

// Microseconds.
[[nodiscard]] inline Span us(std::int64_t begin, std::int64_t end) {
    return {begin * 1000, end * 1000};
}

}  // namespace gaplight::test
