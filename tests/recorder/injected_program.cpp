// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// What CUDA's driver does in a program that initializes it, without CUDA: it loads the library that
// CUDA_INJECTION64_PATH names and calls its entrance. Then an NVTX range, "wanted".
//   injected_program [EXIT_CODE | crash]
#include <csignal>
#include <cstdlib>
#include <string_view>

#include <dlfcn.h>

#include <nvtx3/nvToolsExt.h>

int main(int argc, char** argv) {
    constexpr int kNothingLoaded = 99;
    const char* path = std::getenv("CUDA_INJECTION64_PATH");
    void* library = path == nullptr ? nullptr : ::dlopen(path, RTLD_NOW);
    using Entrance = int (*)();
    const auto enter = library == nullptr
                           ? nullptr
                           : reinterpret_cast<Entrance>(::dlsym(library, "InitializeInjection"));
    if (enter == nullptr || enter() != 1) {
        return kNothingLoaded;
    }
    nvtxRangePushA("wanted");
    const std::string_view end = argc > 1 ? argv[1] : "0";
    if (end == "crash") {
        std::raise(SIGSEGV);
    }
    const int code = std::atoi(end.data());
    if (end != "inside") {
        nvtxRangePop();
    }
    return code;
}
