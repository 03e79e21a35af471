// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/torch/name_classes.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Kind of statement that makes the host wait for the GPU.
enum class SyncSource : std::uint8_t {
    Item,             // a GPU scalar read: .item(), float(), int()
    SizeArgument,     // the same, as a size or index that a tensor function was given
    Condition,        // `if tensor:`, bool()
    ErrorCheck,       // torch.linalg reading its error code
    Nonzero,          // nonzero, also under boolean indexing: the result's size is on the GPU
    ReadBack,         // a tensor copied to the host: .cpu(), .numpy(), .tolist()
    ExchangeSizes,    // one of these right before an all-to-all, which is given its sizes
    ListToTensor,     // torch.tensor([...], device=...) of numbers
    ScalarsToTensor,  // the same of tensors, which it reads one by one
    Upload,           // any other host→device copy from pageable memory
    Copy,             // a copy of another kind
    Synchronize,      // torch.cuda.synchronize(), stream.synchronize()
    EventWait,        // event.synchronize(), elapsed_time()
    Operator,         // another operator that contains a wait
    Unknown,          // nothing recorded around the call
};

// The statement of the program that makes one blocking call.
struct SyncOrigin {
    SyncSource source = SyncSource::Unknown;
    // The outermost slice that exists only to make the call (`aten::item`, the frame of
    // torch.cuda.synchronize); the call itself if there is none.
    SliceId whole;
    SliceId copy;                 // the copy call before it in the same operator, or invalid
    bool whileCompiling = false;  // under TorchDynamo, Inductor or Triton compiling something
};

// Whether the thread of a copy to the host goes on to launch within `pause`: if not, it reads what
// was copied. O(log launches).
[[nodiscard]] bool launchesSoonAfter(const Trace& trace, const LaunchIndex& launches, SliceId copy,
                                     Duration pause);
// The pause of a thread that does nothing but issue work is shorter.
inline constexpr Duration kIssuingPause = std::chrono::milliseconds(1);

// Finds the origin of a blocking call by the slices around it on its thread and the copy before it.
// Immutable; safe from many threads.
class SyncOrigins {
public:
    // O(texts).
    SyncOrigins(const Trace& trace, const LaunchIndex& launches, const NameClasses& names);

    // O(depth).
    SyncOrigin originOf(SliceId blockingCall) const;

private:
    // Whether what its thread launches next, within kIssuingPause, is an all-to-all.
    bool exchangesSoonAfter(SliceId call) const;
    enum class Role : std::uint8_t;
    struct EnclosingFrames;

    [[nodiscard]] static Role roleOf(std::string_view name);
    Role role(SliceId slice) const { return m_roles[m_trace.slices().name(slice).index()]; }
    void addEnclosing(SliceId slice, EnclosingFrames& frames) const;
    SliceId copyBefore(SliceId blockingCall) const;
    SyncSource sourceOfCopy(SliceId copy, SliceId builtIn) const;
    bool readsItems(SliceId builtIn) const;

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    const NameClasses& m_names;
    std::vector<Role> m_roles;  // per text
};

}  // namespace gaplight
