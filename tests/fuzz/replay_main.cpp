// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Runs a fuzz target on kept inputs, built with any compiler:
//
//     fuzz_replay fuzz_reader FILE_OR_DIRECTORY...
//     fuzz_replay fuzz_query --random 1000000 7    as many random inputs, from a seed
//
// Targets are compiled with LLVMFuzzerTestOneInput renamed to the target; GAPLIGHT_FUZZ_TARGETS is
// TARGET(name) for each.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#define TARGET(name) extern "C" int name(const std::uint8_t* data, std::size_t size);
GAPLIGHT_FUZZ_TARGETS
#undef TARGET

namespace {

namespace fs = std::filesystem;

struct Target {
    std::string_view name;
    int (*run)(const std::uint8_t* data, std::size_t size);
};

#define TARGET(name) Target{#name, name},
constexpr std::array kTargets{GAPLIGHT_FUZZ_TARGETS};
#undef TARGET

void run(const Target& target, const fs::path& path, int& inputs) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    // Shown last if the target ends the program.
    std::fprintf(stderr, "%s\n", path.c_str());
    target.run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++inputs;
}

int runAll(const Target& target, int count, char** paths) {
    int inputs = 0;
    for (int at = 0; at < count; ++at) {
        if (!fs::is_directory(paths[at])) {
            run(target, paths[at], inputs);
            continue;
        }
        for (const fs::directory_entry& entry : fs::directory_iterator(paths[at])) {
            if (entry.is_regular_file()) {
                run(target, entry.path(), inputs);
            }
        }
    }
    std::printf("%d inputs\n", inputs);
    return inputs > 0 ? 0 : 1;
}

// Inputs of 1 to 64 bytes. A failure is within the inputs after the number shown last.
int runRandom(const Target& target, std::uint64_t count, std::uint64_t seed) {
    constexpr std::uint64_t kShown = 10'000;
    std::vector<std::uint8_t> bytes;
    for (std::uint64_t at = 0; at < count; ++at) {
        std::mt19937_64 random(seed * 1'000'003 + at);
        bytes.resize(1 + random() % 64);
        for (std::uint8_t& byte : bytes) {
            byte = static_cast<std::uint8_t>(random());
        }
        if (at % kShown == 0) {
            std::fprintf(stderr, "input %llu\n", static_cast<unsigned long long>(at));
        }
        target.run(bytes.data(), bytes.size());
    }
    std::printf("%llu inputs\n", static_cast<unsigned long long>(count));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    for (const Target& target : kTargets) {
        if (argc == 5 && argv[1] == target.name && argv[2] == std::string_view("--random")) {
            return runRandom(target, std::strtoull(argv[3], nullptr, 10),
                             std::strtoull(argv[4], nullptr, 10));
        }
        if (argc > 2 && argv[1] == target.name) {
            return runAll(target, argc - 2, argv + 2);
        }
    }
    std::fputs(
        "fuzz_replay TARGET FILE_OR_DIRECTORY...\n"
        "fuzz_replay TARGET --random COUNT SEED\n",
        stderr);
    return 2;
}
