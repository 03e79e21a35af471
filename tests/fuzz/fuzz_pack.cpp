// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Bytes as a pack: an error that says something, or a trace that everything behind the reader
// accepts. Checksums would refuse nearly all bytes, so the first byte decides: 0, the others are
// the file; else they change the values of a whole pack (mutatedPack()).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "tests/support/byte_choices.h"
#include "tests/support/exercise_session.h"
#include "tests/support/packed.h"
#include "tests/support/strange_trace.h"

namespace {

using namespace gaplight;
using namespace gaplight::test;

// One of some packs of strange traces.
const std::string& packOfSeed(std::uint8_t seed) {
    constexpr std::size_t kPacks = 16;
    static const std::vector<std::string> kAll = [] {
        std::vector<std::string> all;
        for (std::size_t at = 0; at < kPacks; ++at) {
            all.push_back(packOfText(strangeTrace(bytesOfSeed(at))));
        }
        return all;
    }();
    return kAll[seed % kPacks];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kMaxChoices = 256;
    const std::span bytes(data, size);
    if (bytes.empty()) {
        return 0;
    }
    const bool isFile = bytes.front() == 0;
    const std::string pack = isFile ? std::string(reinterpret_cast<const char*>(data) + 1, size - 1)
                                    : mutatedPack(packOfSeed(bytes.front()), bytes.subspan(1));
    const auto read = readPacked(pack);
    if (!read && read.error().message.empty()) {
        std::abort();
    }
    Problems problems;
    exerciseSession(pack, bytes.last(std::min(size / 4, kMaxChoices)), false, problems);
    if (!problems.isEmpty()) {
        std::fputs(problems.text().c_str(), stderr);
        std::abort();
    }
    return 0;
}
