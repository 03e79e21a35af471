// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/session/session.h"

namespace gaplight {

// Origin of a figure: its trace, GPUs and range.

[[nodiscard]] std::string figureFileName(const Session& session);
// "2× NVIDIA H200": the used GPUs; empty if the trace does not name them.
[[nodiscard]] std::string figureGpus(const Session& session);
// "20.5 ms from 1.20 s on, of 3.00 s"
[[nodiscard]] std::string figureRangeText(const Session& session, TimeRange range);
// File, date of the trace, GPUs.
[[nodiscard]] std::string figureSource(const Session& session);
// Lines below a figure: figureSource with Gaplight's version, then the command that makes it.
[[nodiscard]] std::vector<std::string> figureProvenance(const Session& session,
                                                        const std::string& command);

}  // namespace gaplight
