// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/detectors/engine/finding_set.h"
#include "core/session/session.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {

// A trace opened and judged, as a user's would be. Fails the test where it cannot be opened.
class Detected {
public:
    // A recorded one: "wan_before_compile".
    explicit Detected(const std::string& recorded, const std::vector<std::string>& settings = {});
    explicit Detected(const TraceDsl& dsl, const std::vector<std::string>& settings = {});

    const Session& session() const { return *m_session; }
    const Trace& trace() const { return *m_session->trace; }
    const FindingSet& set() const { return m_session->findings; }
    // Of one rule, in the order of their rank.
    std::vector<Finding> of(std::string_view rule) const;
    // The rule's reason for not running; empty if it ran.
    std::string notApplicable(std::string_view rule) const;

    // What a person reads of the findings of one rule, for goldens and failure messages.
    std::string text(std::string_view rule) const;

private:
    std::shared_ptr<const Session> m_session;
};

// All texts of a finding, over several lines; evidence as counts per shape.
[[nodiscard]] std::string dump(const Finding& finding);

// The findings of a rule in some traces, as text, for the golden of its words.
[[nodiscard]] std::string textOf(std::string_view rule, const std::vector<std::string>& recorded);

// Every value of a finding is declared by its rule with this key, kind and case, and none that is
// not optional is missing.
[[nodiscard]] ::testing::AssertionResult valuesAreDeclared(const Finding& finding);

// Every interval of evidence exists in the trace, has a track, a note, lies in time order.
[[nodiscard]] ::testing::AssertionResult evidenceExists(const Session& session,
                                                        const Finding& finding);

}  // namespace gaplight::test
