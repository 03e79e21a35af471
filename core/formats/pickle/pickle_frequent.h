// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/formats/pickle/pickle_bytes.h"
#include "core/formats/pickle/pickle_heap.h"
#include "core/formats/pickle/pickle_stack.h"

namespace gaplight {

// Executes opcodes as long as they are among the ten that nearly all of a large snapshot consists
// of (the keys and values of events), without an error, and within what is buffered; at most
// `limit`, up to 8192. Returns how many it executed. Whatever is unusual about one is left, with
// nothing of it executed, to the caller.
//
// Why: position and stack stay in registers; with a call and a check of each step's outcome the
// same opcodes take about twice as long.
[[nodiscard]] std::uint64_t executeFrequentOpcodes(PickleBytes& bytes, PickleHeap& heap,
                                                   PickleStack& stack, std::uint64_t limit);

}  // namespace gaplight
