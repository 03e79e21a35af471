// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/strange/strange_files.h"

#include <cstddef>

#include "tests/support/formats/documents_format.h"
#include "tests/support/strange/strange_trace.h"

namespace gaplight::test {

std::string strangeFile(std::span<const std::uint8_t> bytes) {
    constexpr std::size_t kOneIn = 8;  // files of several sources
    if (bytes.empty() || bytes.back() % kOneIn != 0) {
        return strangeTrace(bytes);
    }
    const std::size_t sources = 2 + bytes.back() / kOneIn % 2;
    std::vector<std::string> documents;
    for (std::size_t at = 0; at < sources; ++at) {
        const std::size_t begin = bytes.size() * at / sources;
        const std::size_t end = bytes.size() * (at + 1) / sources;
        documents.push_back(strangeTrace(bytes.subspan(begin, end - begin)));
    }
    return textOfDocuments(documents);
}

std::vector<std::string> strangeRanks(std::span<const std::uint8_t> bytes) {
    constexpr std::size_t kSame = 12;  // decisions on times, threads and GPUs come first
    constexpr std::size_t kEach = 32;
    const std::uint32_t ranks = 2 + (bytes.empty() ? 0 : bytes[bytes.size() / 2]) % 3;
    std::vector<std::string> traces;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        std::vector<std::uint8_t> own(bytes.begin(), bytes.end());
        for (std::size_t at = kSame + rank; at < own.size(); at += kEach) {
            own[at] = static_cast<std::uint8_t>(own[at] + rank);
        }
        traces.push_back(strangeRank(own, {rank, ranks}));
    }
    return traces;
}

ExercisedTraces strangeRuns(std::span<const std::uint8_t> bytes) {
    const std::vector<std::uint8_t> reversed(bytes.rbegin(), bytes.rend());
    return {strangeFile(bytes), strangeFile(reversed), strangeRanks(bytes)};
}

}  // namespace gaplight::test
