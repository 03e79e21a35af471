// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernels/fusible_chains.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "core/analysis/kernels/operator_work.h"
#include "core/analysis/kernels/work_formulas.h"

namespace gaplight {
namespace {

bool isFusibleKind(WorkKind kind) {
    return kind == WorkKind::Elementwise || kind == WorkKind::Normalization ||
           kind == WorkKind::Softmax || kind == WorkKind::Reduction || kind == WorkKind::Copy;
}

// What the calls of a class read and write.
struct ClassTraffic {
    OperatorWork work;
    std::vector<std::int64_t> inputs;  // bytes of each tensor that is read
    bool isPlainCopy = false;          // to a tensor of the same type
    bool changesSize = false;          // by a cast or a reduction: its result has other bytes
};

// Batch norm in training is no chain's part: compiled, it gains little.
bool mayHaveTraffic(std::string_view op) {
    if (op.find("batch_norm") != std::string_view::npos) {
        return false;
    }
    const auto has = [&](std::span<const WorkFormula> formulas) {
        return std::any_of(formulas.begin(), formulas.end(),
                           [&](const WorkFormula& one) { return one.op == op; });
    };
    return has(elementwiseFormulas()) || has(normFormulas()) || has(reductionFormulas()) ||
           has(movementFormulas());
}

std::optional<ClassTraffic> trafficOf(std::string_view op, const std::vector<OperatorInput>& read) {
    const std::optional<OperatorWork> work = workOf(op, read);
    if (!work || !isFusibleKind(work->kind) || work->writtenBytes <= 0) {
        return std::nullopt;
    }
    ClassTraffic traffic{*work, {}, false, false};
    traffic.isPlainCopy = work->kind == WorkKind::Copy && read[0].type == read[1].type;
    // copy_(destination, source) reads the source alone.
    for (std::size_t at = work->kind == WorkKind::Copy ? 1 : 0; at < read.size(); ++at) {
        const OperatorInput& input = read[at];
        const WorkCount bytes = bytesToRead(input);
        if (!input.dims.empty() && bytes.isKnown()) {
            traffic.inputs.push_back(bytes.value());
        }
    }
    traffic.changesSize = !traffic.inputs.empty() && traffic.inputs.front() != work->writtenBytes;
    // What is only written, as by fill_, is the start of nothing.
    const bool reads = work->bytes > work->writtenBytes;
    return reads && !traffic.inputs.empty() ? std::optional(std::move(traffic)) : std::nullopt;
}

class ChainSearch {
public:
    ChainSearch(const Trace& trace, const LaunchIndex& launches, const OperatorClasses& operators,
                const FusibleLimits& limits)
        : m_trace(trace), m_launches(launches), m_operators(operators), m_limits(limits) {}

    void readTraffic(const InputsLookup& inputs) {
        m_traffic.resize(m_operators.classes.size());
        std::vector<std::uint32_t> chosen;
        for (std::size_t at = 0; at < m_traffic.size() && chosen.size() < m_limits.maxShapesRead;
             ++at) {
            const OperatorClass& calls = m_operators.classes[at];
            if (calls.time < m_limits.minClassTime) {
                break;
            }
            std::uint64_t kernels = 0;
            for (const ClassKernel& kernel : calls.kernels) {
                kernels += kernel.count;
            }
            if (kernels == calls.calls && mayHaveTraffic(m_trace.text(calls.op))) {
                chosen.push_back(static_cast<std::uint32_t>(at));
            }
        }
        // In the order of the source: a compressed one is then inflated once.
        std::sort(chosen.begin(), chosen.end(), [&](std::uint32_t a, std::uint32_t b) {
            return m_trace.slices().event(m_operators.classes[a].call) <
                   m_trace.slices().event(m_operators.classes[b].call);
        });
        for (const std::uint32_t at : chosen) {
            const OperatorClass& calls = m_operators.classes[at];
            m_traffic[at] = trafficOf(m_trace.text(calls.op), operatorInputsIn(inputs(calls.call)));
        }
    }

    // The activities of one stream, in turn.
    void take(ActivityId activity) {
        const GpuActivity& kernel = m_trace.gpuActivities()[activity.index()];
        const SliceId launch = m_launches.launchOf(activity);
        const std::uint32_t number = classOf(launch);
        Stream& stream = m_streams[m_trace.trackOf(kernel.slice)];
        if (number == OperatorClasses::kNone || !m_traffic[number] ||
            m_trace.kind(kernel.slice) != SliceKind::Kernel) {
            close(stream);
            return;
        }
        const bool isSameThread = stream.lastLaunch.isValid() &&
                                  m_trace.trackOf(launch) == m_trace.trackOf(stream.lastLaunch);
        const std::int64_t linked = stream.open.empty() || !isSameThread
                                        ? 0
                                        : linkedBytes(stream.open.back().classNumber, number);
        if (linked == 0) {
            close(stream);
        }
        stream.open.push_back({kernel.slice, number, linked});
        stream.lastLaunch = launch;
    }

    [[nodiscard]] std::vector<FusibleChain> finish() {
        for (auto& [track, stream] : m_streams) {
            close(stream);
        }
        std::sort(m_chains.begin(), m_chains.end(), [&](const auto& a, const auto& b) {
            return m_trace.slices().start(a.kernels.front().slice) <
                   m_trace.slices().start(b.kernels.front().slice);
        });
        return std::move(m_chains);
    }

private:
    struct OpenKernel {
        SliceId slice;
        std::uint32_t classNumber = 0;
        std::int64_t linked = 0;  // bytes that it reads of the one before
    };
    struct Stream {
        std::vector<OpenKernel> open;
        SliceId lastLaunch;
    };

    std::uint32_t classOf(SliceId launch) const {
        const std::span all = m_launches.launches();
        const auto at =
            launch.isValid() ? std::lower_bound(all.begin(), all.end(), launch) : all.end();
        return at == all.end() || *at != launch
                   ? OperatorClasses::kNone
                   : m_operators.classOfLaunch[static_cast<std::size_t>(at - all.begin())];
    }

    // The bytes of the result of a call of class `before`, if those of `next` read as many; else 0.
    std::int64_t linkedBytes(std::uint32_t before, std::uint32_t next) const {
        const ClassTraffic& from = *m_traffic[before];
        const ClassTraffic& to = *m_traffic[next];
        const std::int64_t bytes = from.work.writtenBytes;
        // A copy without a cast makes a view of some other tensor contiguous, and norms in turn are
        // those of several tensors, as of queries and keys.
        const bool areNorms =
            from.work.kind == WorkKind::Normalization && to.work.kind == WorkKind::Normalization;
        const bool reads = std::find(to.inputs.begin(), to.inputs.end(), bytes) != to.inputs.end();
        return reads && !to.isPlainCopy && !areNorms ? bytes : 0;
    }

    // The number of kernels after which a chain begins anew, as where a loop does the same to one
    // tensor after another; its length if it never does.
    [[nodiscard]] static std::size_t periodOf(std::span<const std::uint32_t> classes) {
        for (std::size_t period = 1; 2 * period <= classes.size(); ++period) {
            if (std::equal(classes.begin() + static_cast<std::ptrdiff_t>(period), classes.end(),
                           classes.begin())) {
                return period;
            }
        }
        return classes.size();
    }

    // Whether one of the kernels combines, narrows or normalizes: else they may well be
    // independent, such as the activations of several tensors of one size.
    bool areWoven(std::span<const OpenKernel> kernels) const {
        return std::any_of(kernels.begin(), kernels.end(), [&](const OpenKernel& kernel) {
            const ClassTraffic& traffic = *m_traffic[kernel.classNumber];
            return traffic.changesSize || traffic.inputs.size() > 1 ||
                   traffic.work.kind == WorkKind::Softmax;
        });
    }

    // The share of the bytes of kernels[at] that remains if these are one kernel.
    double remainingOf(std::span<const OpenKernel> kernels, std::size_t at) const {
        const OperatorWork& work = m_traffic[kernels[at].classNumber]->work;
        std::int64_t saved = at > 0 ? kernels[at].linked : 0;
        if (at + 1 < kernels.size()) {
            const OperatorWork& next = m_traffic[kernels[at + 1].classNumber]->work;
            saved += next.kind == WorkKind::Normalization ? 0 : work.writtenBytes;
        }
        return std::max(0.0, 1 - static_cast<double>(saved) / static_cast<double>(work.bytes));
    }

    void addChain(std::span<const OpenKernel> kernels) {
        if (kernels.size() < 2 || !areWoven(kernels)) {
            return;
        }
        FusibleChain chain;
        for (std::size_t at = 0; at < kernels.size(); ++at) {
            const double remaining = remainingOf(kernels, at);
            const Duration time = m_trace.slices().duration(kernels[at].slice);
            chain.kernels.push_back({kernels[at].slice, kernels[at].classNumber, remaining});
            chain.time += time;
            chain.saved +=
                Duration(std::llround(static_cast<double>(time.count()) * (1 - remaining)));
        }
        if (chain.time >= m_limits.minKernelTime * static_cast<std::int64_t>(kernels.size())) {
            m_chains.push_back(std::move(chain));
        }
    }

    void close(Stream& stream) {
        const std::vector<OpenKernel> kernels = std::exchange(stream.open, {});
        std::vector<std::uint32_t> classes(kernels.size());
        std::transform(kernels.begin(), kernels.end(), classes.begin(),
                       [](const OpenKernel& kernel) { return kernel.classNumber; });
        const std::size_t period = periodOf(classes);
        for (std::size_t at = 0; at < kernels.size(); at += period) {
            addChain(std::span(kernels).subspan(at, std::min(period, kernels.size() - at)));
        }
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    const OperatorClasses& m_operators;
    FusibleLimits m_limits;
    std::vector<std::optional<ClassTraffic>> m_traffic;  // by class
    std::map<TrackId, Stream> m_streams;
    std::vector<FusibleChain> m_chains;
};

}  // namespace

std::vector<FusibleChain> findFusibleChains(const Trace& trace, const LaunchIndex& launches,
                                            const OperatorClasses& operators,
                                            std::span<const ActivityId> byStart,
                                            const InputsLookup& inputs,
                                            const FusibleLimits& limits) {
    ChainSearch search(trace, launches, operators, limits);
    search.readTraffic(inputs);
    for (const ActivityId activity : byStart) {
        search.take(activity);
    }
    return search.finish();
}

}  // namespace gaplight
