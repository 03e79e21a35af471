// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/session/session.h"

namespace gaplight {

// Facts about the trace shown in a figure.

[[nodiscard]] std::string figureFileName(const Session& session);
// "2× NVIDIA H200"; those that were used. Empty where the trace does not name them.
[[nodiscard]] std::string figureGpus(const Session& session);
// "20.5 ms from 1.20 s on, of 3.00 s"
[[nodiscard]] std::string figureRangeText(const Session& session, TimeRange range);
// File, date of the trace, GPUs.
[[nodiscard]] std::string figureSource(const Session& session);
// Lines that tell where a figure comes from: the source with Gaplight's version, then the command.
[[nodiscard]] std::vector<std::string> figureProvenance(const Session& session,
                                                        const std::string& command);

}  // namespace gaplight
