// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/diff/compared_quantities.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/report/facts/idle_explanation_text.h"

namespace gaplight {
namespace {

constexpr const char* kMinus = "\u2212";
// From so many times as much on, percentages are harder to read than the factor.
constexpr std::int64_t kTimes = 10;

// Collects the quantities of one part.
class Quantities {
public:
    explicit Quantities(const ComparedPart& part)
        : m_a(part.a ? &part.a->measures : nullptr), m_b(part.b ? &part.b->measures : nullptr) {}

    template <class ValueOf>
    void add(std::string key, std::string label, QuantityUnit unit, const ValueOf& valueOf) {
        const auto of = [&](const Measures* side) -> std::optional<std::int64_t> {
            return side == nullptr ? std::nullopt : std::optional<std::int64_t>(valueOf(*side));
        };
        m_list.push_back({std::move(key), std::move(label), unit, of(m_a), of(m_b)});
    }
    void time(const char* key, const char* label, Duration Measures::*member) {
        add(key, label, QuantityUnit::Nanoseconds,
            [&](const Measures& side) { return (side.*member).count(); });
    }
    void count(const char* key, const char* label, std::uint64_t Measures::*member) {
        add(key, label, QuantityUnit::Count,
            [&](const Measures& side) { return static_cast<std::int64_t>(side.*member); });
    }

    void idle() {
        for (std::size_t at = 0; at < IdleByTrigger{}.size(); ++at) {
            const auto trigger = static_cast<GapTrigger>(at);
            add("idle_by_trigger_ns." + std::string(gapTriggerName(trigger)),
                "  " + std::string(triggerLabel(trigger)), QuantityUnit::Nanoseconds,
                [&](const Measures& side) { return side.idleByTrigger[at].count(); });
        }
        for (std::size_t at = 0; at < IdleByActivity{}.size(); ++at) {
            const auto activity = static_cast<GapActivity>(at);
            add("idle_by_filler_ns." + std::string(gapActivityName(activity)),
                "  meanwhile: " + std::string(gapActivityLabel(activity)),
                QuantityUnit::Nanoseconds,
                [&](const Measures& side) { return side.idleByActivity[at].count(); });
        }
    }
    void apis() {
        for (const std::string& name : keysOf(&Measures::launchApis)) {
            add("launch_apis." + name, "  " + name, QuantityUnit::Count, [&](const Measures& side) {
                const auto at = side.launchApis.find(name);
                return at == side.launchApis.end() ? 0 : static_cast<std::int64_t>(at->second);
            });
        }
    }
    void copies() {
        for (const std::string& kind : keysOf(&Measures::copies)) {
            const auto of = [&kind](const Measures& side) {
                const auto at = side.copies.find(kind);
                return at == side.copies.end() ? CopyTotals{} : at->second;
            };
            add("copies." + kind + ".count", "copies " + kind, QuantityUnit::Count,
                [&](const Measures& side) { return static_cast<std::int64_t>(of(side).count); });
            add("copies." + kind + ".bytes", "  bytes", QuantityUnit::Bytes,
                [&](const Measures& side) { return of(side).bytes; });
            add("copies." + kind + ".time_ns", "  time", QuantityUnit::Nanoseconds,
                [&](const Measures& side) { return of(side).time.count(); });
        }
    }
    void memory() {
        const auto of = [](const Measures* side) {
            return side == nullptr ? std::nullopt : side->memoryPeak;
        };
        m_list.push_back(
            {"memory_peak_bytes", "GPU memory, peak", QuantityUnit::Bytes, of(m_a), of(m_b)});
    }

    [[nodiscard]] std::vector<Quantity> take() { return std::move(m_list); }

private:
    template <class Value>
    std::set<std::string> keysOf(std::map<std::string, Value> Measures::*member) const {
        std::set<std::string> keys;
        for (const Measures* side : {m_a, m_b}) {
            if (side != nullptr) {
                for (const auto& [key, value] : side->*member) {
                    keys.insert(key);
                }
            }
        }
        return keys;
    }

    const Measures* m_a;
    const Measures* m_b;
    std::vector<Quantity> m_list;
};

// Without a sign.
std::string magnitudeText(QuantityUnit unit, std::int64_t value, std::int64_t divisor) {
    const std::int64_t magnitude = value < 0 ? -value : value;
    switch (unit) {
        case QuantityUnit::Nanoseconds:
            return durationText(Duration(magnitude / divisor));
        case QuantityUnit::Bytes:
            return bytesText(static_cast<std::uint64_t>(magnitude / divisor));
        case QuantityUnit::Count:
            break;
    }
    return perStepText(static_cast<std::uint64_t>(magnitude), divisor);
}

}  // namespace

std::optional<std::int64_t> Quantity::delta() const {
    return a && b ? std::optional(*b - *a) : std::nullopt;
}

std::vector<Quantity> quantitiesOf(const ComparedPart& part) {
    Quantities list(part);
    list.time("wall_ns", "host time", &Measures::wall);
    if (part.kind != PartKind::Annotation && part.kind != PartKind::Pin) {
        list.time("gpu_span_ns", "time on the GPU", &Measures::gpuSpan);
    }
    list.time("gpu_busy_ns", "GPU busy", &Measures::gpuBusy);
    list.time("gpu_time_ns.compute", "  compute", &Measures::compute);
    list.time("compute_beside_communication_ns", "    of it beside communication",
              &Measures::computeBesideCommunication);
    list.time("gpu_time_ns.communication_alone", "  communication alone",
              &Measures::communicationAlone);
    list.time("gpu_time_ns.copies_alone", "  copies alone", &Measures::copiesAlone);
    list.time("idle_ns", "GPU idle", &Measures::idle);
    list.idle();
    list.count("kernels", "kernels", &Measures::kernels);
    list.count("collectives", "  collectives", &Measures::collectives);
    list.count("launches", "launch calls", &Measures::launches);
    list.apis();
    list.count("graph_launches", "CUDA graph launches", &Measures::graphLaunches);
    list.count("compiled_regions", "compiled regions", &Measures::compiledRegions);
    list.count("blocking_calls", "blocking calls", &Measures::blockingCalls);
    list.time("blocking_ns", "  time in them", &Measures::blocking);
    list.add("blocking_exposed_ns", "  idle they expose", QuantityUnit::Nanoseconds,
             [](const Measures& side) {
                 return side.idleByTrigger[static_cast<std::size_t>(GapTrigger::AfterSync)].count();
             });
    list.count("allocation_calls", "calls of cudaMalloc, cudaFree", &Measures::allocations);
    list.time("allocation_ns", "  time in them", &Measures::allocating);
    list.copies();
    list.memory();
    return list.take();
}

std::vector<Quantity> displayedQuantities(const ComparedPart& part) {
    std::vector<Quantity> list = quantitiesOf(part);
    const auto computes = [](const std::optional<PartSide>& side) {
        return !side || side->measures.compute == side->measures.gpuBusy;
    };
    const bool onlyComputes = computes(part.a) && computes(part.b);
    std::erase_if(list, [&](const Quantity& one) {
        return one.key == "blocking_exposed_ns" ||
               (onlyComputes && one.key == "gpu_time_ns.compute") ||
               (one.a.value_or(0) == 0 && one.b.value_or(0) == 0);
    });
    return list;
}

std::optional<std::int64_t> judgedValue(const Quantity& quantity, const ComparedPart& part,
                                        const Verdict& verdict) {
    if (!quantity.b || !part.b || !verdict.clock) {
        return quantity.b;
    }
    if (quantity.key == "gpu_span_ns") {
        return verdict.spanAtClock(Duration(*quantity.b)).count();
    }
    if (quantity.key == "gpu_busy_ns" || quantity.key == "gpu_time_ns.compute") {
        const Duration compute = part.b->measures.compute;
        return *quantity.b - (compute - verdict.computeAtClock(compute)).count();
    }
    return quantity.b;
}

std::string quantityText(QuantityUnit unit, std::optional<std::int64_t> value,
                         std::int64_t divisor) {
    return value ? (*value < 0 ? kMinus : "") + magnitudeText(unit, *value, divisor) : "–";
}

std::string deltaText(const Quantity& quantity, std::int64_t divisor) {
    const auto delta = quantity.delta();
    if (!delta) {
        return "–";
    }
    return *delta == 0
               ? "0"
               : (*delta < 0 ? kMinus : "+") + magnitudeText(quantity.unit, *delta, divisor);
}

std::string changeText(std::optional<std::int64_t> a, std::optional<std::int64_t> b,
                       bool isComparable) {
    if (!isComparable || !a || !b || *a <= 0) {
        return {};
    }
    if (*b / kTimes >= *a) {
        return "×" + countText(static_cast<std::uint64_t>((*b + *a / 2) / *a));
    }
    return changePercentText(*a, *b);
}

std::string steadyHeading(const ComparedPart& part, const Comparison& comparison) {
    if (!comparison.verdict.kinds.empty()) {
        return "An iteration (the mean of its kinds' medians, by their shares of both runs)";
    }
    return "A steady step (the median of " + countText(comparison.kernelSteps) + ": " +
           part.a->name + " of A, " + part.b->name + " of B)";
}

PageTable changeTable(std::string_view what, std::size_t widest) {
    return {{{std::string(what), Align::Left, widest},
             {"A", Align::Right},
             {"B", Align::Right},
             {"difference", Align::Right},
             {"%", Align::Right}},
            {}};
}

std::vector<std::string> changeRow(std::string what, const KernelSum& a, const KernelSum& b,
                                   bool isComparable, std::int64_t divisor) {
    const auto text = [&](const KernelSum& side) {
        return side.count == 0 ? "–"
                               : durationText(side.time / divisor) + " (" +
                                     perStepText(side.count, divisor) + "×)";
    };
    const Quantity quantity{{}, {}, QuantityUnit::Nanoseconds, a.time.count(), b.time.count()};
    return {std::move(what), text(a), text(b), deltaText(quantity, divisor),
            changeText(quantity.a, quantity.b, isComparable && a.count > 0 && b.count > 0)};
}

}  // namespace gaplight
