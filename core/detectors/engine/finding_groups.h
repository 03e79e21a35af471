// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/analysis/steps/steps.h"
#include "core/analysis/torch/place.h"
#include "core/detectors/engine/finding.h"
#include "core/trace/trace.h"

namespace gaplight {

// Occurrences with equal keys are one finding.
struct GroupKey {
    Place place;
    GpuId gpu;                  // invalid: of any GPU
    std::uint32_t variant = 0;  // what else the rule distinguishes by (a trigger, a name)

    friend auto operator<=>(const GroupKey&, const GroupKey&) = default;
};

// The occurrences at one place.
struct FindingGroup {
    GroupKey key;
    std::uint64_t count = 0;
    Duration gpuIdle{};
    Duration host{};
    std::vector<Evidence> evidence;
    std::vector<ReplayEdit> edits;
};

// Occurrences gathered by place, in the order in which places were first seen.
class FindingGroups {
public:
    // The group of a key, added if it is new. Valid until the next call. O(log groups).
    FindingGroup& at(const GroupKey& key);

    [[nodiscard]] std::span<FindingGroup> all() { return m_groups; }
    // The most exposed idle first, then the most host time.
    void sortByCost();

private:
    std::map<GroupKey, std::size_t> m_position;
    std::vector<FindingGroup> m_groups;
};

// A finding of rule `detector` with the cost, count, place and evidence of a group (moved out of
// it, evidence sorted by time); the rule adds its values. `perStep` is the median of the evidence
// per steady step: a rule that keeps less evidence than occurrences sets it itself.
[[nodiscard]] Finding findingOf(std::string_view detector, const PlaceFinder& places,
                                const StepIndex& steps, FindingGroup& group);

// A place within a sentence: "`scheduler_step` (diffusers/x.py(12): step)", the part of it that is
// known, or "outside any annotation".
[[nodiscard]] std::string placeText(const FindingPlace& where);

// A rule marks an occurrence on the GPU and on the host that caused it: a gap and the code that
// filled it, the kernels of an interval and their launches. A place is one of both.
//
//   evidence   host [0, 9)   GPU [2, 10)   host [20, 29)
//   places                   GPU [2, 10)   host [20, 29)
//
// Positions in Finding::evidence, in its order: all evidence of a GPU, and that of the host which
// overlaps none of it. O(evidence log evidence).
[[nodiscard]] std::vector<std::size_t> findingPlaces(const Finding& finding);

// The position in `places` of the place that a piece of evidence belongs to: itself, or the
// evidence of a GPU that it overlaps first. `places`: findingPlaces(finding). O(places).
[[nodiscard]] std::size_t placeOfEvidence(const Finding& finding,
                                          std::span<const std::size_t> places,
                                          std::size_t evidence);

}  // namespace gaplight
