// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_group.h>

// The algorithms of oneTBB, used by these names only: each runs to its end, or throws what one of
// its own tasks threw.
//
// oneTBB cancels a loop that runs inside a task as soon as a task next to that one throws, and the
// loop then returns as if it were complete: the code after it reads what no task has written.
// Isolated work is not cancelled from outside.
namespace gaplight {

template <class... Args>
void parallelFor(Args&&... args) {
    tbb::task_group_context context(tbb::task_group_context::isolated);
    tbb::parallel_for(std::forward<Args>(args)..., context);
}

template <class... Args>
auto parallelReduce(Args&&... args) {
    tbb::task_group_context context(tbb::task_group_context::isolated);
    return tbb::parallel_reduce(std::forward<Args>(args)..., context);
}

template <class... Functions>
void parallelInvoke(Functions&&... functions) {
    tbb::task_group_context context(tbb::task_group_context::isolated);
    tbb::parallel_invoke(std::forward<Functions>(functions)..., context);
}

template <class... Args>
void parallelPipeline(Args&&... args) {
    tbb::task_group_context context(tbb::task_group_context::isolated);
    tbb::parallel_pipeline(std::forward<Args>(args)..., context);
}

// tbb::parallel_sort takes no context; it inherits that of the work around it.
template <class... Args>
void parallelSort(Args&&... args) {
    parallelInvoke([&] { tbb::parallel_sort(std::forward<Args>(args)...); }, [] {});
}

}  // namespace gaplight
