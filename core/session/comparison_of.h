// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/compare/comparison.h"
#include "core/provenance/origin_changes.h"
#include "core/provenance/provenance.h"
#include "core/session/session.h"

namespace gaplight {

// Compares two loaded traces; `a` is the baseline.
[[nodiscard]] Comparison compareSessions(const Session& a, const Session& b,
                                         const CompareOptions& options = {});

// GPU time of both by the modules and operators that it comes from; empty where nothing is known of
// either but what the trace itself says of its launches.
[[nodiscard]] std::optional<OriginChanges> compareOrigins(const Session& a,
                                                          const Provenance* knownOfA,
                                                          const Session& b,
                                                          const Provenance* knownOfB);

// Adds a pin, a correspondence between the traces that the user states as text: two ranges
// (rangeFromText: step:3, annotation:NAME#2, T0..T1), two slices (slice:NAME@TIME, slice_text.h),
// else two names of annotations. Errors: BadArgument.
[[nodiscard]] Result<void> addPin(const Session& a, const Session& b, const std::string& partOfA,
                                  const std::string& partOfB, Pins& pins);

// Adds a pin of two slices: their time ranges correspond. Of two annotations, all annotations of
// these names correspond.
void addSlicePin(const Session& a, const Session& b, SliceId sliceOfA, SliceId sliceOfB,
                 Pins& pins);

// The text of such a pin, for addPin(): "slice:NAME@TIME=slice:NAME@TIME".
[[nodiscard]] std::string slicePinText(const Session& a, const Session& b, SliceId sliceOfA,
                                       SliceId sliceOfB);

}  // namespace gaplight
