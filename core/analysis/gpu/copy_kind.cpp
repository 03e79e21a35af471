// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/copy_kind.h"

#include <array>
#include <utility>

namespace gaplight {
namespace {

using Spelling = std::pair<std::string_view, CopyDirection>;

// Kineto's short forms (libkineto/src/CuptiActivity.cpp, memcpyKindString) and roctracer's names.
constexpr std::array<Spelling, 9> kDirections{{
    {"HtoD", CopyDirection::HostToDevice},
    {"DtoH", CopyDirection::DeviceToHost},
    {"DtoD", CopyDirection::DeviceToDevice},
    {"PtoP", CopyDirection::PeerToPeer},
    {"HtoH", CopyDirection::HostToHost},
    {"HostToDevice", CopyDirection::HostToDevice},
    {"DeviceToHost", CopyDirection::DeviceToHost},
    {"DeviceToDevice", CopyDirection::DeviceToDevice},
    {"PeerToPeer", CopyDirection::PeerToPeer},
}};

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

CopyDirection directionIn(std::string_view text) {
    for (const auto& [spelling, direction] : kDirections) {
        if (has(text, spelling)) {
            return direction;
        }
    }
    return CopyDirection::Unknown;
}

// Kineto writes "Pageable" in names and "pageable" in args, in the order of CUPTI's enum.
HostMemory hostMemoryIn(std::string_view text) {
    if (has(text, "ageable")) {
        return HostMemory::Pageable;
    }
    return has(text, "inned") ? HostMemory::Pinned : HostMemory::Unknown;
}

}  // namespace

CopyKind copyKindOfName(std::string_view name) {
    return {directionIn(name), hostMemoryIn(name)};
}

CopyKinds::CopyKinds(const Trace& trace) : m_trace(trace), m_ofName(trace.strings().size()) {
    for (std::size_t at = 0; at < m_ofName.size(); ++at) {
        m_ofName[at] = copyKindOfName(trace.text(StringId(at)));
    }
}

CopyKind CopyKinds::of(SliceId copy) const {
    CopyKind kind = m_ofName[m_trace.slices().name(copy).index()];
    if (kind.direction != CopyDirection::Unknown && kind.host != HostMemory::Unknown) {
        return kind;
    }
    const CopyFacts* facts = m_trace.copyFacts().find(copy);
    if (facts == nullptr) {
        return kind;
    }
    if (kind.direction == CopyDirection::Unknown) {
        kind.direction = directionIn(m_trace.text(facts->copyKind));
    }
    if (kind.host == HostMemory::Unknown) {
        const bool toHost = kind.direction == CopyDirection::DeviceToHost;
        kind.host = hostMemoryIn(m_trace.text(toHost ? facts->destinationKind : facts->sourceKind));
    }
    return kind;
}

SliceId waitBehindCopy(const Trace& trace, const NameClasses& names, SliceId copyCall) {
    constexpr std::size_t kMaxDistance = 4;
    const SliceTable& slices = trace.slices();
    const std::size_t end = std::min(slices.size(), copyCall.index() + 1 + kMaxDistance);
    for (std::size_t at = copyCall.index() + 1; at < end; ++at) {
        const SliceId next(at);
        if (slices.parent(next) == slices.parent(copyCall) && slices.parent(copyCall).isValid() &&
            isApiCall(trace.kind(next))) {
            return names.apiCall(slices.name(next)) == ApiCall::Blocking ? next : SliceId{};
        }
    }
    return {};
}

}  // namespace gaplight
