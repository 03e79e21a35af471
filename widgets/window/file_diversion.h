// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight::ui {

class WindowModel;

// Opens files that are no traces where they belong, however they are opened: memory snapshots,
// kernel reports and logs of torch.compile, on the shown trace or alone. One file alone has the
// window; the tab of what was opened on a trace is shown.
void divertFiles(WindowModel& window);

}  // namespace gaplight::ui
