// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/queue_curve.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gaplight {

double QueueCurve::scaled(Duration lead) {
    constexpr double kNsPerUs = 1000;
    return std::log10(std::max(1.0, static_cast<double>(ns(lead)) / kNsPerUs));
}

QueueCurve QueueCurve::build(GpuId gpu, std::vector<Time> times,
                             const std::vector<Duration>& lead) {
    QueueCurve queue;
    queue.gpu = gpu;
    std::vector<double> values;
    values.reserve(lead.size());
    for (const Duration one : lead) {
        values.push_back(scaled(one));
        queue.longest = std::max(queue.longest, one);
    }
    queue.curve =
        CounterCurve::build("host ahead", CounterUnit::Number, std::move(times), std::move(values));
    return queue;
}

}  // namespace gaplight
