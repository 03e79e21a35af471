// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/steps/annotation_forest.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/base/text_hash.h"
#include "core/compare/compared_trace.h"

namespace gaplight {

// Ways of dividing a run into parts. `of(host, visit)` calls visit(part) for each part that an item
// launched by the slice `host` belongs to (invalid id: unknown); `at(time, visit)` for items with a
// time only.

// The whole run as one part; items without a launch belong to it too.
class WholeRun {
public:
    std::size_t size() const { return 1; }
    template <class Visit>
    void of(SliceId /*host*/, const Visit& visit) {
        visit(std::size_t{0});
    }
    template <class Visit>
    void at(Time /*time*/, const Visit& visit) {
        visit(std::size_t{0});
    }
};

// Disjoint intervals of host time, in order.
class StepParts {
public:
    StepParts(const ComparedTrace& run, std::span<const TimeRange> steps)
        : m_trace(run.trace), m_steps(steps) {}

    std::size_t size() const { return m_steps.size(); }
    template <class Visit>
    void of(SliceId host, const Visit& visit) {
        if (host.isValid()) {
            at(m_trace.slices().start(host), visit);
        }
    }
    template <class Visit>
    void at(Time time, const Visit& visit) {
        const auto after = std::upper_bound(
            m_steps.begin(), m_steps.end(), time,
            [](Time wanted, const TimeRange& step) { return wanted < step.begin; });
        if (after != m_steps.begin() && time < (after - 1)->end) {
            visit(static_cast<std::size_t>(after - m_steps.begin()) - 1);
        }
    }

private:
    const Trace& m_trace;
    std::span<const TimeRange> m_steps;
};

// One part per annotation group; an item inside several slices of a group counts once.
class AnnotationParts {
public:
    explicit AnnotationParts(const ComparedTrace& run)
        : m_trace(run.trace), m_forest(run.trace, run.analysis.annotationSlices) {
        std::unordered_map<std::string, std::size_t, TextHash> numberOf;
        for (const StringId name : m_forest.names()) {
            std::string group = annotationGroup(m_trace.text(name));
            const auto [at, isNew] = numberOf.try_emplace(group, m_groups.size());
            m_groupOfName.push_back(at->second);
            if (isNew) {
                m_groups.push_back(std::move(group));
            }
        }
        m_lastVisit.resize(m_groups.size());
    }

    std::size_t size() const { return m_groups.size(); }
    const std::vector<std::string>& groups() const { return m_groups; }
    std::size_t groupOf(std::size_t position) const {
        return m_groupOfName[m_forest.nameOf(position)];
    }
    template <class Visit>
    void of(SliceId host, const Visit& visit) {
        if (!host.isValid()) {
            return;
        }
        ++m_visit;
        m_forest.around(m_forest.nodeOf(host), m_trace.slices().start(host),
                        [&](std::uint32_t name) {
                            const std::size_t group = m_groupOfName[name];
                            if (m_lastVisit[group] != m_visit) {
                                m_lastVisit[group] = m_visit;
                                visit(group);
                            }
                        });
    }
    // Items without a slice (memory events) belong to no annotation.
    template <class Visit>
    void at(Time /*time*/, const Visit& /*visit*/) {}

private:
    const Trace& m_trace;
    AnnotationForest m_forest;
    std::vector<std::string> m_groups;
    std::vector<std::size_t> m_groupOfName;
    std::vector<std::uint64_t> m_lastVisit;
    std::uint64_t m_visit = 0;
};

}  // namespace gaplight
