// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/session/session.h"

namespace gaplight::test {

// The names of all traces in tests/data, without ".json.zst", sorted.
[[nodiscard]] std::vector<std::string> recordedTraces();

// The session of a recorded trace with default settings. The last one stays open: tests of one
// trace that run in one process load it once (gaplight_recorded_test). Null, and a failure of the
// test, if it cannot be opened.
[[nodiscard]] std::shared_ptr<const Session> recordedSession(const std::string& name);

}  // namespace gaplight::test
