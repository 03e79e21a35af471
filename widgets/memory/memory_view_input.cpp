// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_view_input.h"

namespace gaplight::ui {

MemoryViewInput viewInputOf(const MemorySelection& selection, const MemoryView& view,
                            const Viewport& viewport) {
    const MemoryData& shown = *selection.memory().data();
    const std::size_t device = selection.memory().deviceIndex();
    const MemoryData::DeviceView& views = shown.view(device);
    MemoryViewInput input{shown.model(device), views.index, shown.assessment().frames,
                          views.addresses, viewport};
    input.clockNs = shown.clockNs();
    input.originNs = shown.originNs();
    input.bytes = view.bytes();
    input.bottom = view.bottom();
    input.order = selection.stackOrder();
    input.steps = views.steps;
    input.ticks = views.ticks;
    input.matches = selection.matches();
    input.peak = shown.facts(device).peak.moment;
    input.moment = selection.moment();
    input.selected = selection.selectedAllocation();
    return input;
}

}  // namespace gaplight::ui
