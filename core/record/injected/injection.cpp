// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include <pthread.h>

#include "core/record/injected/dying_signals.h"
#include "core/record/injected/nvtx_functions.h"
#include "core/record/injected/recorder.h"

// The two entry points, the only exported symbols: CUDA's driver calls the first when a program
// initializes it (CUDA_INJECTION64_PATH), NVTX the second at the program's first range
// (NVTX_INJECTION64_PATH).

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
    gaplight::recorder::Recorder& recorder = gaplight::recorder::recorder();
    recorder.start();
    if (recorder.mayRecord()) {
        std::atexit([] { gaplight::recorder::recorder().finish(); });
        ::pthread_atfork(nullptr, nullptr, [] { gaplight::recorder::recorder().abandon(); });
        gaplight::recorder::holdDyingSignals();
    }
    return 1;
}

extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtx2(
    NvtxGetExportTableFunc_t getExportTable) {
    if (std::getenv(gaplight::record::kSocketVariable) == nullptr) {
        return 0;
    }
    return gaplight::recorder::takeNvtx(getExportTable);
}
