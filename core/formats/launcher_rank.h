// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace gaplight {

// The rank of a process in its job, from the environment variables that its launcher set. Known
// launchers, the first of which counts where several set theirs: torchrun (RANK, WORLD_SIZE), Open
// MPI, MVAPICH, PMI (MPICH, Intel MPI), Slurm.
class LauncherRank {
public:
    // A variable and its value, with or without quotes: RANK="2". Others are ignored.
    void add(std::string_view assignment);

    // The rank according to the first launcher that gives a job size of at least two and a rank
    // below it; empty: none does.
    std::optional<int> rank() const;
    std::optional<int> worldSize() const;

private:
    static constexpr std::size_t kLaunchers = 5;
    struct Numbers {
        std::optional<int> rank;
        std::optional<int> size;
    };
    const Numbers* find() const;

    std::array<Numbers, kLaunchers> m_numbers;
};

}  // namespace gaplight
