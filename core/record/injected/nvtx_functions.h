// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#define NVTX_NO_IMPL
#include <nvtx3/nvToolsExt.h>

namespace gaplight::recorder {

// Installs the recorder's functions in the tables of a newly loaded NVTX. Returns 0 if it has no
// tables, else 1.
int takeNvtx(NvtxGetExportTableFunc_t getExportTable);

}  // namespace gaplight::recorder
