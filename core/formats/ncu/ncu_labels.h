// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

// The metric that a label of a section stands for on the details page of Nsight Compute
// ("GPU Speed Of Light Throughput", "Memory Throughput"); "SECTION: LABEL" where it is not known.
[[nodiscard]] std::string metricOfLabel(std::string_view section, std::string_view label);

}  // namespace gaplight
