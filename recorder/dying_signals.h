// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight::recorder {

// Gives the recorder a moment to send its last records when a signal ends the program: those of
// SIGINT, SIGTERM and of crashes that the program leaves at their default. The signal then does
// what it would have done.
void holdDyingSignals();

}  // namespace gaplight::recorder
