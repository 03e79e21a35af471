// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Runs a fuzz target on kept inputs, built with any compiler:
//
//     fuzz_replay fuzz_reader FILE_OR_DIRECTORY...
//
// Targets are compiled with LLVMFuzzerTestOneInput renamed to the target; GAPLIGHT_FUZZ_TARGETS is
// TARGET(name) for each.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
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

}  // namespace

int main(int argc, char** argv) {
    for (const Target& target : kTargets) {
        if (argc > 2 && argv[1] == target.name) {
            return runAll(target, argc - 2, argv + 2);
        }
    }
    std::fputs("fuzz_replay TARGET FILE_OR_DIRECTORY...\n", stderr);
    return 2;
}
