// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/formats/sqlite/database.h"

namespace gaplight {

// What an .rpd trace says of the calls that launched operations of GPUs. Some 16 bytes per
// operation and 50 per kernel launch or copy, needed while the trace is read.
class RpdLaunches {
public:
    struct Kernel {
        std::int64_t call = 0;                 // rowid in rocpd_api
        std::int64_t nameId = 0;               // rowid in rocpd_string
        std::array<std::uint32_t, 3> grid{};   // workgroups
        std::array<std::uint16_t, 3> block{};  // work-items
        std::uint32_t sharedMemoryBytes = 0;
    };
    struct Copy {
        std::int64_t call = 0;
        std::int64_t bytes = -1;  // -1: not recorded
        std::int64_t kind = -1;   // hipMemcpyKind; -1: not recorded
    };

    // O(rows log rows) at most. Errors: Corrupt, Cancelled.
    [[nodiscard]] static Result<RpdLaunches> read(const Database& database);

    // The call that launched the operation of this rowid in rocpd_op; the first of several.
    [[nodiscard]] std::optional<std::int64_t> callOf(std::int64_t operation) const;
    // Null where the call launched none, or nothing of it was recorded.
    [[nodiscard]] const Kernel* kernelOf(std::int64_t call) const;
    [[nodiscard]] const Copy* copyOf(std::int64_t call) const;
    // Whether the operations were recorded through CUPTI: they have the context as their queue and
    // the stream as their number in it.
    [[nodiscard]] bool isOfCupti() const { return m_isOfCupti; }

private:
    Result<void> readRecorder(const Database& database);
    Result<void> readCalls(const Database& database);
    Result<void> readKernels(const Database& database);
    Result<void> readCopies(const Database& database);

    std::vector<std::pair<std::int64_t, std::int64_t>> m_callOfOperation;  // ascending
    std::vector<Kernel> m_kernels;                                         // by call
    std::vector<Copy> m_copies;
    bool m_isOfCupti = false;
    bool m_hasGridsOfHsa = false;  // recorded through rocprofiler-sdk: all grids are work-items
};

}  // namespace gaplight
