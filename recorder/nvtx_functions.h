// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#define NVTX_NO_IMPL
#include <nvtx3/nvToolsExt.h>

namespace gaplight::recorder {

// Puts our functions into the tables of an NVTX that has just been loaded. 0: it has none.
int takeNvtx(NvtxGetExportTableFunc_t getExportTable);

}  // namespace gaplight::recorder
