// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/critical_path.h"

namespace gaplight {

std::string_view pathKindName(PathKind kind) {
    switch (kind) {
        case PathKind::Host:
            return "host";
        case PathKind::Launch:
            return "launch";
        case PathKind::Kernel:
            return "kernel";
        case PathKind::Copy:
            return "copy";
        case PathKind::Sync:
            return "sync";
        case PathKind::Collective:
            return "collective";
        case PathKind::GpuWait:
            return "gpu_wait";
        case PathKind::Count_:
            break;
    }
    return "";
}

}  // namespace gaplight
