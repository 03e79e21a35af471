// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight::ui {

// Exit codes of the program; scripts rely on the numbers.
inline constexpr int kExitFine = 0;
inline constexpr int kExitGate = 1;        // a gate failed: --fail-on, --max-idle, --max-regression
inline constexpr int kExitUsage = 2;       // the command line is wrong, or not possible here
inline constexpr int kExitUnreadable = 3;  // the trace cannot be read
inline constexpr int kExitInterrupted = 4;
inline constexpr int kExitUnwritable = 5;  // an output could not be written
inline constexpr int kExitExhausted = 6;   // the system refused memory or a thread

}  // namespace gaplight::ui
