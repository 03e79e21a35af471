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

std::string_view fillerLabel(Filler filler) {
    switch (filler) {
        case Filler::Sync:
            return "blocking call";
        case Filler::Launch:
            return "launch call";
        case Filler::Alloc:
            return "memory allocation call";
        case Filler::Copy:
            return "copy call";
        case Filler::Compile:
            return "compilation";
        case Filler::DataLoader:
            return "data loader";
        case Filler::Profiler:
            return "profiler";
        case Filler::Python:
            return "Python";
        case Filler::Op:
            return "operator";
        case Filler::Annotation:
            return "annotation only";
        case Filler::GpuSide:
            return "work queued on GPU";
        case Filler::Untraced:
        case Filler::Count_:
            break;
    }
    return "nothing recorded";
}

}  // namespace gaplight
