// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/torch/name_classes.h"
#include "core/trace/trace.h"

namespace gaplight {

enum class CopyDirection : std::uint8_t {
    Unknown,
    HostToDevice,
    DeviceToHost,
    DeviceToDevice,  // within one GPU
    PeerToPeer,
    HostToHost,
};
// Memory of the host that a copy reads or writes. Only pinned (page-locked) memory can be copied
// asynchronously.
enum class HostMemory : std::uint8_t { Unknown, Pageable, Pinned };

struct CopyKind {
    CopyDirection direction = CopyDirection::Unknown;
    HostMemory host = HostMemory::Unknown;

    friend bool operator==(const CopyKind&, const CopyKind&) = default;
};

// From an event's name: "Memcpy HtoD (Pageable -> Device)", "Memcpy DtoH", "CopyHostToDevice".
// Unknown where the name does not give it ("Host" may be pageable or pinned).
[[nodiscard]] CopyKind copyKindOfName(std::string_view name);

// Kinds of the copies of a trace: from the name, and where that is incomplete from the args
// `copy kind`, `src kind` and `dst kind`.
class CopyKinds {
public:
    // O(texts).
    explicit CopyKinds(const Trace& trace);

    // `copy`: a slice of kind Memcpy. O(log copies).
    CopyKind of(SliceId copy) const;

private:
    const Trace& m_trace;
    std::vector<CopyKind> m_ofName;  // per text
};

// The wait that PyTorch makes right after a copy that must not be asynchronous, in the same
// operator; invalid if there is none. O(1).
[[nodiscard]] SliceId waitBehindCopy(const Trace& trace, const NameClasses& names,
                                     SliceId copyCall);

}  // namespace gaplight
