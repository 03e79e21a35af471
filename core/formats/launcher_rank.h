// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace gaplight {

// A text as a JSON string, for a value of TraceFacts::metadata. Invalid UTF-8 becomes U+FFFD.
[[nodiscard]] std::string metadataJson(std::string_view text);
// Counts by name as a JSON object, for the same use.
[[nodiscard]] std::string metadataJson(const std::map<std::string, std::uint64_t>& counts);

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
