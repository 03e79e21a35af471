// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/idle_labels.h"

namespace gaplight {

std::string_view triggerLabel(GapTrigger trigger) {
    switch (trigger) {
        case GapTrigger::GpuSide:
            return "GPU had work queued already";
        case GapTrigger::AfterSync:
            return "after a blocking call";
        case GapTrigger::HostLate:
            return "host was late";
        case GapTrigger::Unknown:
        case GapTrigger::Count_:
            break;
    }
    return "no launch recorded";
}

std::string_view gapActivityLabel(GapActivity activity) {
    switch (activity) {
        case GapActivity::Sync:
            return "blocking call";
        case GapActivity::Launch:
            return "launch call";
        case GapActivity::Alloc:
            return "memory allocation call";
        case GapActivity::Copy:
            return "copy call";
        case GapActivity::Compile:
            return "compilation";
        case GapActivity::DataLoader:
            return "data loader";
        case GapActivity::Profiler:
            return "profiler";
        case GapActivity::Python:
            return "Python";
        case GapActivity::Op:
            return "operator";
        case GapActivity::Annotation:
            return "annotation only";
        case GapActivity::GpuSide:
            return "work queued on GPU";
        case GapActivity::Untraced:
        case GapActivity::Count_:
            break;
    }
    return "nothing recorded";
}

}  // namespace gaplight
