// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight::recorder {

// Installs handlers that let the recorder send its last records when a signal ends the program:
// SIGINT, SIGTERM and crash signals whose action is still the default. The signal is then raised
// again with its default action.
void holdDyingSignals();

}  // namespace gaplight::recorder
