// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/tensor_loops.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/analysis/torch/compile_spans.h"
#include "core/analysis/torch/torch_names.h"

namespace gaplight {
namespace {

// Operators with a torch._foreach_ form (native_functions.yaml of PyTorch 2.11), sorted; all but
// the last group have one in place too, with a trailing underscore.
constexpr std::array<std::string_view, 40> kOperators{
    "abs",     "acos", "add",    "addcdiv", "addcmul",    "asin",  "atan",  "ceil",
    "cos",     "cosh", "div",    "erf",     "erfc",       "exp",   "expm1", "floor",
    "frac",    "lerp", "lgamma", "log",     "log10",      "log1p", "log2",  "maximum",
    "minimum", "mul",  "neg",    "pow",     "reciprocal", "round", "rsqrt", "sigmoid",
    "sign",    "sin",  "sinh",   "sqrt",    "sub",        "tan",   "tanh",  "trunc"};
constexpr std::array<std::string_view, 2> kInPlaceOnly{"copy", "zero"};

}  // namespace

bool isInPlace(std::string_view op) {
    return op.ends_with('_') && !op.ends_with("__");
}

std::string foreachEquivalent(std::string_view op) {
    if (!isAtenOperator(op)) {
        return {};
    }
    const std::string_view name = withoutAten(op);
    if (name == "linalg_vector_norm" || name == "norm") {
        return "torch._foreach_norm";
    }
    const bool inPlace = isInPlace(name);
    const std::string_view base = inPlace ? name.substr(0, name.size() - 1) : name;
    if (base == "clamp") {
        return std::string("torch._foreach_clamp_min") + (inPlace ? "_" : "");
    }
    const bool isKnown = std::binary_search(kOperators.begin(), kOperators.end(), base) ||
                         (inPlace && std::find(kInPlaceOnly.begin(), kInPlaceOnly.end(), base) !=
                                         kInPlaceOnly.end());
    return isKnown ? "torch._foreach_" + std::string(name) : std::string{};
}

namespace {

// What matters of a text that names an operator or annotation.
enum class NameRole : std::uint8_t { Other, PerTensor, InPlace, Compiled };

NameRole roleOf(std::string_view name) {
    if (isCompiledCode(name)) {
        return NameRole::Compiled;
    }
    if (foreachEquivalent(name).empty()) {
        return NameRole::Other;
    }
    return isInPlace(name) || name.ends_with("norm") ? NameRole::InPlace : NameRole::PerTensor;
}

// One call of an operator for one tensor.
struct TensorOp {
    SliceId op;  // invalid: the launch belongs to none
    SliceId annotation;
    SliceId enclosingOp;
    SliceId lastLaunch;
    std::uint64_t activities = 0;
    std::uint64_t small = 0;
    Duration gpuTime{};
};

class LoopFinder {
public:
    LoopFinder(const Trace& trace, const LaunchIndex& launches, const TensorLoopLimits& limits)
        : m_trace(trace),
          m_slices(trace.slices()),
          m_launches(launches),
          m_limits(limits),
          m_roles(trace.strings().size()) {
        for (std::size_t at = 0; at < m_roles.size(); ++at) {
            m_roles[at] = roleOf(trace.text(StringId(at)));
        }
    }

    std::vector<TensorLoop> find() {
        const std::span<const SliceId> calls = m_launches.launches();
        for (std::size_t at = 0; at < calls.size(); ++at) {
            const TensorOp op = opOf(at);
            if (!op.op.isValid()) {
                finishRun();
            } else if (!m_run.empty() && m_run.back().op == op.op) {
                merge(m_run.back(), op);
            } else {
                if (!m_run.empty() && !isSameRun(m_run.back(), op)) {
                    finishRun();
                }
                m_run.push_back(op);
            }
        }
        finishRun();
        return std::move(m_found);
    }

private:
    NameRole role(SliceId slice) const { return m_roles[m_slices.name(slice).index()]; }

    // The outermost of the operators directly around the launch that works on one tensor.
    TensorOp opOf(std::size_t position) const {
        TensorOp found;
        for (SliceId at = m_slices.parent(m_launches.launches()[position]); at.isValid();
             at = m_slices.parent(at)) {
            const SliceKind kind = m_trace.kind(at);
            if (role(at) == NameRole::Compiled) {
                return {};
            }
            if (kind == SliceKind::UserAnnotation) {
                found.annotation = at;
                break;
            }
            if (kind != SliceKind::CpuOp) {
                continue;
            }
            const bool isPerTensor = role(at) != NameRole::Other;
            if (isPerTensor && !found.enclosingOp.isValid()) {
                found.op = at;
            } else if (found.op.isValid() && !found.enclosingOp.isValid()) {
                found.enclosingOp = at;
            }
        }
        return found.op.isValid() && addActivities(position, found) ? found : TensorOp{};
    }

    // False for what no _foreach_ function does: copies to or from the host.
    bool addActivities(std::size_t position, TensorOp& op) const {
        op.lastLaunch = m_launches.launches()[position];
        for (const ActivityId id : m_launches.activitiesAt(position)) {
            const SliceId slice = m_trace.gpuActivities()[id.index()].slice;
            if (m_trace.kind(slice) == SliceKind::Memcpy &&
                m_trace.name(slice).find("DtoD") == std::string_view::npos) {
                return false;
            }
            ++op.activities;
            op.small += m_slices.duration(slice) < m_limits.smallActivity ? 1 : 0;
            op.gpuTime += m_slices.duration(slice);
        }
        return true;
    }

    static void merge(TensorOp& into, const TensorOp& more) {
        into.lastLaunch = more.lastLaunch;
        into.activities += more.activities;
        into.small += more.small;
        into.gpuTime += more.gpuTime;
    }

    bool isSameRun(const TensorOp& a, const TensorOp& b) const {
        return a.annotation == b.annotation && a.enclosingOp == b.enclosingOp &&
               (a.annotation.isValid() || m_trace.trackOf(a.op) == m_trace.trackOf(b.op));
    }

    // How many operators from `first` on repeat the one `length` before them.
    std::size_t repeats(std::size_t first, std::size_t length) const {
        std::size_t at = first + length;
        while (at < m_run.size() &&
               m_slices.name(m_run[at].op) == m_slices.name(m_run[at - length].op)) {
            ++at;
        }
        return at - first - length;
    }

    void finishRun() {
        for (std::size_t first = 0; first < m_run.size();) {
            std::size_t taken = 0;
            for (std::size_t length = 1; length <= m_limits.maxCycle && taken == 0; ++length) {
                const std::size_t turns = repeats(first, length) / length + 1;
                if (turns >= m_limits.minTurns) {
                    taken = turns * length;
                    addLoop(first, length, turns);
                }
            }
            first += std::max<std::size_t>(taken, 1);
        }
        m_run.clear();
    }

    void addLoop(std::size_t first, std::size_t length, std::size_t turns) {
        const std::span<const TensorOp> ops = std::span(m_run).subspan(first, length * turns);
        TensorLoop loop;
        TensorOp total;
        for (const TensorOp& op : ops) {
            merge(total, op);
        }
        bool inPlace = false;
        for (const TensorOp& op : ops.first(length)) {
            loop.cycle.push_back(m_slices.name(op.op));
            inPlace = inPlace || role(op.op) == NameRole::InPlace;
        }
        if (!inPlace || total.small * 100 < total.activities * m_limits.minSmallPercent) {
            return;
        }
        loop.track = m_trace.trackOf(ops.front().op);
        loop.firstOp = ops.front().op;
        loop.lastOp = ops.back().op;
        loop.lastLaunch = ops.back().lastLaunch;
        loop.enclosingOp = ops.front().enclosingOp;
        loop.host = {m_slices.start(loop.firstOp), m_slices.end(loop.lastOp)};
        loop.turns = turns;
        loop.activities = total.activities;
        loop.gpuTime = total.gpuTime;
        m_found.push_back(std::move(loop));
    }

    const Trace& m_trace;
    const SliceTable& m_slices;
    const LaunchIndex& m_launches;
    const TensorLoopLimits& m_limits;
    std::vector<NameRole> m_roles;  // per text
    std::vector<TensorOp> m_run;    // operators of one place so far, nothing else in between
    std::vector<TensorLoop> m_found;
};

}  // namespace

std::vector<TensorLoop> tensorLoops(const Trace& trace, const LaunchIndex& launches,
                                    const TensorLoopLimits& limits) {
    return LoopFinder(trace, launches, limits).find();
}

const TensorLoop* loopAround(std::span<const TensorLoop> loops, SliceId call) {
    const auto after = std::upper_bound(
        loops.begin(), loops.end(), call,
        [](SliceId value, const TensorLoop& loop) { return value < loop.firstOp; });
    if (after == loops.begin() || !std::prev(after)->contains(call)) {
        return nullptr;
    }
    return &*std::prev(after);
}

}  // namespace gaplight
