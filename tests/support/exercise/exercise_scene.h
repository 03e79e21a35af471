// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/timeline/replay_scene.h"
#include "core/session/scene_data.h"
#include "tests/support/checks/problems.h"
#include "tests/support/strange/byte_choices.h"

namespace gaplight::test {

// Builds the display lists of some views of a session, with `choices` for zoom, place, selection,
// notes and size, looks up what is under the pointer and beside a slice, and draws `replayed` over
// them. Coordinates must be finite, and sizes not negative.
void exerciseScene(const SceneData& data, const ReplayIntervals& replayed, ByteChoices& choices,
                   Problems& problems);

}  // namespace gaplight::test
