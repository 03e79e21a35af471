// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// out-of-memory: every oom event. One finding for each GPU, about the last one: what was requested,
// what the driver had left, what the allocator held unused and in which holes, and who held the
// rest. Case "fragmented": unused >= requested.
#include <array>

#include "core/memory/rules/memory_rules.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxOomHolders = 4;

constexpr std::array kOutOfMemoryValues{
    DeclaredValue{"gpu", QuantityKind::Text},
    DeclaredValue{"requested", QuantityKind::Bytes},
    DeclaredValue{"left", QuantityKind::Bytes},
    DeclaredValue{"reserved", QuantityKind::Bytes},
    DeclaredValue{"allocated", QuantityKind::Bytes},
    DeclaredValue{"unused", QuantityKind::Bytes},
    DeclaredValue{"hole", QuantityKind::Bytes},
    DeclaredValue{"times", QuantityKind::Count},
    DeclaredValue{"line", QuantityKind::Text, true},
    DeclaredValue{"holders", QuantityKind::Rows, true},
    DeclaredValue{"held", QuantityKind::Bytes, true},
    DeclaredValue{"holder", QuantityKind::Text, true},
    DeclaredValue{"fix", QuantityKind::Case, false, "fragmented full"},
};

MemoryRuleResult findOutOfMemory(const MemoryRuleInput& input) {
    const MemoryModel& model = input.model;
    MemoryFinding finding;
    std::uint64_t times = 0;
    std::size_t last = 0;
    for (std::size_t at = 0; at < model.events.size(); ++at) {
        if (model.events[at].action == AllocatorAction::OutOfMemory) {
            ++times;
            last = at;
            finding.moments.push_back(static_cast<Moment>(at + 1));
        }
    }
    if (times == 0) {
        return {};
    }
    const AllocatorEvent& event = model.events[last];
    const auto moment = static_cast<Moment>(last + 1);
    const Fragmentation state = fragmentationAt(model, moment);
    const std::int64_t unused = state.reserved - state.active;
    finding.severity = Severity::Critical;
    finding.bytes = event.size;
    finding.frame = input.frames.of(event.stack);
    FindingValues& values = finding.values;
    values.set("requested", ByteCount{event.size});
    values.set("left", ByteCount{static_cast<std::int64_t>(event.address)});
    values.set("reserved", ByteCount{state.reserved});
    values.set("allocated", ByteCount{state.allocated});
    values.set("unused", ByteCount{unused});
    values.set("hole", ByteCount{state.largestHole});
    values.setCount("times", times);
    values.set("fix", CaseName{unused >= event.size ? "fragmented" : "full"});
    if (finding.frame.isValid()) {
        values.set("line", input.frames.text(finding.frame));
    }
    ValueRows rows;
    for (const MemoryHolder& holder : holdersAt(model, input.frames, moment)) {
        if (rows.size() == kMaxOomHolders) {
            break;
        }
        FindingValues& row = rows.emplace_back();
        row.set("held", ByteCount{holder.bytes});
        row.set("holder", input.frames.text(holder.frame));
        finding.allocations.push_back(holder.example);
    }
    values.set("holders", std::move(rows));
    return {{std::move(finding)}, {}};
}

}  // namespace

const MemoryRule& outOfMemoryRule() {
    static const MemoryRule kRule{
        {.id = "out-of-memory",
         .name = "Out of memory",
         .question = "Did an allocation fail, how much was free, and who held the rest?",
         .values = kOutOfMemoryValues},
        findOutOfMemory};
    return kRule;
}

}  // namespace gaplight
