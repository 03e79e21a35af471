// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/session/session.h"

namespace gaplight {

// What is said about each gap, wherever it is shown: on the timeline, in its tip, on its card. A
// gap has one label, whichever of its findings is current: the note of the finding that explains it
// (IdleExplanations), else the name of what explains it (causeName), else what the host did in it.
class GapLabels {
public:
    struct Place {
        std::size_t device = 0;  // in Analysis::devices
        std::size_t gap = 0;     // in its gaps
    };

    // Refers to `session`. O(gaps + evidence × log gaps).
    explicit GapLabels(const Session& session);

    // "host: named_modules", "after cudaStreamSynchronize, host: step".
    [[nodiscard]] std::string of(Place place) const;
    // What recording costs in it.
    [[nodiscard]] Duration recordingIn(Place place) const {
        const IdleExplanations* explained = m_explained[place.device];
        return explained == nullptr ? Duration::zero()
                                    : Duration(explained->recordingOfGap[place.gap]);
    }
    // The gap of a GPU that overlaps a range first. O(log gaps).
    [[nodiscard]] std::optional<Place> find(GpuId gpu, TimeRange range) const;
    // Whether a rule other than that of `finding` explains a gap.
    [[nodiscard]] bool isExplainedByOther(Place place, const Finding& finding) const;

private:
    GapReason reasonOf(Place place) const;

    const Session& m_session;
    std::vector<const IdleExplanations*> m_explained;      // per device; null: rules did not run
    std::vector<std::vector<const std::string*>> m_notes;  // per device and gap; null: none
};

}  // namespace gaplight
