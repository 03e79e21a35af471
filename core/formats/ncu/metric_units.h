// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gaplight {

// What a value printed by Nsight Compute in `unit` is multiplied by to be in base units (ns, byte,
// hz, per second), as a report stores it: "Gbyte/s" 1e9, "us" 1000, "sector/ns" 1e9, "%" 1. Nsight
// Compute divides by 1000 also where Kbyte stands below the line ("%/Kbyte"), which is undone
// alike.
[[nodiscard]] double baseUnitFactor(std::string_view unit);

}  // namespace gaplight
