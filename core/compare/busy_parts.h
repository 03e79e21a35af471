// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/base/time.h"
#include "core/compare/measures.h"

namespace gaplight {

// The length of a union of ranges added in the order of their starts.
struct CoveredTime {
    Time until = Time::min();
    Duration length{};

    void add(TimeRange range) {
        length += std::max(Duration::zero(), range.end - std::max(range.begin, until));
        until = std::max(until, range.end);
    }
};

// The parts of one GPU's busy time in one part of a run; each of the first three covers what the
// one before covers.
struct CoveredParts {
    CoveredTime compute;
    CoveredTime withCommunication;
    CoveredTime busy;
    CoveredTime communication;  // with or without anything beside it

    void addTo(Measures& row) const {
        row.compute += compute.length;
        row.communicationAlone += withCommunication.length - compute.length;
        row.copiesAlone += busy.length - withCommunication.length;
        row.gpuBusy += busy.length;
        row.computeBesideCommunication +=
            compute.length + communication.length - withCommunication.length;
    }
};

}  // namespace gaplight
