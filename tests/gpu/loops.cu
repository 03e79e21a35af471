// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Loops whose time is taken: `loops time` or `loops alternate`. See README.md.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

#include "spin.cuh"

namespace {

constexpr int kBlocks = 12;

__global__ void scale(float* values) {
    const std::size_t at = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    values[at] = values[at] * 1.0001F + 1.0F;
}

__global__ void look(const float* values, float* found) {
    const std::size_t at = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    if (values[at] < 0.0F) {
        *found = values[at];
    }
}

double microseconds() {
    using Microseconds = std::chrono::duration<double, std::micro>;
    return Microseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void workOnHost(double duration) {
    const double end = microseconds() + duration;
    while (microseconds() < end) {
    }
}

struct Loop {
    const char* name;
    int operations;
    std::function<void()> operation;
    bool isLaunchOnly = false;
};

cudaGraphExec_t graphOf(cudaStream_t stream, int kernels, unsigned nanoseconds) {
    cudaGraph_t graph{};
    cudaGraphExec_t ready{};
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int at = 0; at < kernels; ++at) {
        spin<<<1, 32, 0, stream>>>(nanoseconds);
    }
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    return ready;
}

std::vector<Loop> loops() {
    constexpr std::size_t kFloats = std::size_t{224} << 18U;  // 224 MiB: more than a cache holds
    constexpr auto kGrid = static_cast<unsigned>(kFloats / 256);
    float* memory = nullptr;
    CHECK(cudaMalloc(&memory, kFloats * sizeof(float)));
    CHECK(cudaMemset(memory, 0, kFloats * sizeof(float)));
    cudaStream_t stream{};
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    cudaEvent_t event{};
    CHECK(cudaEventCreate(&event));
    cudaGraphExec_t graph = graphOf(stream, 20, 10'000);
    return {
        {"10 us kernel", 1'000, [] { spin<<<1, 32>>>(10'000); }},
        {"170 us kernel", 100, [] { spin<<<132, 1024>>>(170'000); }},
        {"1 ms kernel", 20, [] { spin<<<132, 1024>>>(1'000'000); }},
        {"reading 224 MiB", 100, [=] { look<<<kGrid, 256>>>(memory, memory); }},
        {"changing 224 MiB", 100, [=] { scale<<<kGrid, 256>>>(memory); }},
        {"changing 224 MiB, a timing event behind", 100,
         [=] {
             scale<<<kGrid, 256>>>(memory);
             CHECK(cudaEventRecord(event));
         }},
        {"graph of 20 kernels of 10 us", 50, [=] { CHECK(cudaGraphLaunch(graph, stream)); }},
        {"12 us of host, 10 us kernel", 500,
         [] {
             workOnHost(12);
             spin<<<1, 32>>>(10'000);
         }},
        // Fewer than the queue holds, or the launches would wait for the GPU.
        {"launch", 500, [] { nothing<<<1, 32>>>(); }, true},
    };
}

double pass(const Loop& loop) {
    const double begin = microseconds();
    for (int at = 0; at < loop.operations; ++at) {
        loop.operation();
    }
    const double launched = microseconds();
    CHECK(cudaDeviceSynchronize());
    return (loop.isLaunchOnly ? launched : microseconds()) - begin;
}

// Microseconds per operation, of the second of two passes: a GPU that has rested runs faster.
double run(const Loop& loop) {
    pass(loop);
    return pass(loop) / loop.operations;
}

// One line of JSON: the fastest of each loop's blocks. Whatever else the machine does can make a
// process half as slow again for seconds (see README.md), and nothing makes it faster.
void tellTimes(const std::vector<Loop>& loops) {
    const char* before = "{";
    for (const Loop& loop : loops) {
        std::vector<double> times(kBlocks);
        std::generate(times.begin(), times.end(), [&] { return run(loop); });
        std::printf("%s\"%s\": %.4f", before, loop.name, *std::ranges::min_element(times));
        before = ", ";
    }
    std::printf("}\n");
}

void tellList(const char* name, const std::vector<double>& values) {
    const char* before = "";
    std::printf("\"%s\": [", name);
    for (const double value : values) {
        std::printf("%s%.4f", before, value);
        before = ", ";
    }
    std::printf("]");
}

// One line of JSON: the blocks of each loop, outside and inside of cudaProfilerStart and -Stop in
// turn, with one more outside than inside.
void tellBlocks(const std::vector<Loop>& loops, int blocks) {
    const char* before = "{";
    for (const Loop& loop : loops) {
        std::vector<double> off;
        std::vector<double> on;
        for (int at = -1; at < blocks; ++at) {  // the first pair warms up
            off.push_back(run(loop));
            CHECK(cudaProfilerStart());
            on.push_back(run(loop));
            CHECK(cudaProfilerStop());
        }
        off.push_back(run(loop));
        off.erase(off.begin());
        on.erase(on.begin());
        std::printf("%s\"%s\": {", before, loop.name);
        tellList("off", off);
        std::printf(", ");
        tellList("on", on);
        std::printf("}");
        before = ", ";
    }
    std::printf("}\n");
}

}  // namespace

int main(int argc, char** argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    const std::string wanted = argc > 3 ? argv[3] : "";
    std::vector<Loop> all = loops();
    std::erase_if(all, [&](const Loop& loop) {
        return std::string(loop.name).find(wanted) == std::string::npos;
    });
    if (mode == "time") {
        tellTimes(all);
    } else if (mode == "alternate") {
        tellBlocks(all, argc > 2 ? std::atoi(argv[2]) : kBlocks);
    } else {
        std::fprintf(stderr, "loops time|alternate [BLOCKS [PART OF A NAME]]\n");
        return 2;
    }
    return 0;
}
