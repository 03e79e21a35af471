// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/string_pool.h"
#include "core/formats/nsight/nsight_batch.h"
#include "core/formats/sqlite/row_batch.h"

namespace gaplight {

// Call stacks that the profiler sampled while threads ran (COMPOSITE_EVENTS: when and where;
// SAMPLING_CALLCHAINS: a row per frame), as slices on a track of samples beside each thread: a
// frame is inside the one that called it.
//
//     samples of a thread at   0 ms      1 ms      2 ms          gives   main   0 … 3 ms
//     stacks                   main>f    main>f    main>g                 f     0 … 2 ms
//                                                                         g     2 … 3 ms
//
// Between two samples the thread may have done anything; a slice says that each sample in it had
// this frame. A sample stands for the time until the next one of its thread, but where that is more
// than two periods away, for one period: the thread did not run, or was not sampled. The period is
// the median distance of successive samples of a thread. Frames without a symbol are named by
// their module, and successive ones in a stack that have the same name are one.
//
// Memory: 24 bytes for each sample and each frame, until all are read (row order means nothing).
class SampledStacks {
public:
    explicit SampledStacks(NsightBatch& batch) : m_batch(batch) {}

    // id, start, globalTid are columns 1 to 3.
    void addSample(const TableRow& row);
    // id, symbol, module, unresolved, stackDepth are columns 1 to 5. After all samples.
    void addFrame(const TableRow& row);
    // Adds slices of some thousand samples; false: that was the rest. The first call is
    // O(n log n).
    bool addSlices();

private:
    using Function = Id<struct SampledFunctionTag>;
    struct Sample {
        std::int64_t id = 0;
        std::int64_t time = 0;
        std::int64_t thread = 0;
    };
    struct Frame {
        std::uint32_t sample = 0;  // into m_samples
        std::int32_t depth = 0;    // 0: innermost
        Function function;
        std::uint64_t event = 0;
    };
    struct OpenFrame {
        Function function;
        std::int64_t start = 0;
        std::uint64_t event = 0;
    };

    void sortSamplesById();
    Function functionOf(const TableRow& row);
    void begin();
    [[nodiscard]] std::int64_t medianDistance() const;
    void takeStack(std::uint32_t sample);
    void enter(const Sample& sample);
    void close(std::size_t depth, std::int64_t end);

    NsightBatch& m_batch;
    StringPool<SampledFunctionTag> m_functions;
    std::vector<Sample> m_samples;       // by id
    std::vector<Frame> m_frames;         // at last by sample, in it outermost first
    std::vector<std::uint32_t> m_order;  // samples by thread, in it by time
    std::vector<OpenFrame> m_stack;      // of the last sample
    std::vector<OpenFrame> m_new;        // of the current one
    std::int64_t m_thread = 0;
    std::int64_t m_stackEnd = 0;
    std::int64_t m_period = 0;
    std::size_t m_next = 0;  // into m_order
    bool m_isSortedById = false;
    bool m_hasBegun = false;
};

}  // namespace gaplight
