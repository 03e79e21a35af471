// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// A CUDA program that knows what it does: `work MODE` runs it and writes one line of JSON with what
// a recorder must have seen. See README.md.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "spin.cuh"

namespace {

constexpr std::size_t kMiB = 1U << 20;

__global__ void scale(float* values, std::size_t count) {
    const std::size_t at = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    if (at < count) {
        values[at] = values[at] * 1.0001F + 1.0F;
    }
}

__global__ void write(int* where) {
    *where = 1;
}

struct Done {
    unsigned kernels = 0;
    unsigned copies = 0;
    unsigned fills = 0;
};

double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void workOnHost(double microseconds) {
    const double end = seconds() + microseconds * 1e-6;
    while (seconds() < end) {
    }
}

void launchSpin(Done& done, unsigned nanoseconds, cudaStream_t stream) {
    spin<<<1, 32, 0, stream>>>(nanoseconds);
    ++done.kernels;
}

void pageableCopies(Done& done, cudaStream_t stream) {
    std::vector<float> host(4 * kMiB);
    float* device = nullptr;
    CHECK(cudaMalloc(&device, host.size() * sizeof(float)));
    for (int step = 0; step < 10; ++step) {
        nvtxRangePushA("pageable step");
        CHECK(cudaMemcpyAsync(device, host.data(), host.size() * sizeof(float),
                              cudaMemcpyHostToDevice, stream));
        ++done.copies;
        scale<<<static_cast<unsigned>(host.size() / 256), 256, 0, stream>>>(device, host.size());
        ++done.kernels;
        nvtxRangePop();
    }
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaFree(device));
}

void syncInTheLoop(Done& done, cudaStream_t stream) {
    for (int step = 0; step < 40; ++step) {
        nvtxRangePushA("sync step");
        for (int at = 0; at < 4; ++at) {
            launchSpin(done, 100'000, stream);
            CHECK(cudaStreamSynchronize(stream));
            workOnHost(50);
        }
        nvtxRangePop();
    }
}

void tinyKernels(Done& done, cudaStream_t stream) {
    for (int step = 0; step < 10; ++step) {
        nvtxRangePushA("tiny step");
        for (int at = 0; at < 150; ++at) {
            launchSpin(done, 1'000, stream);
            workOnHost(15);
        }
        nvtxRangePop();
    }
    CHECK(cudaStreamSynchronize(stream));
}

// Two streams that wait for each other by events, with pinned copies.
void overlap(Done& done, cudaStream_t first, cudaStream_t second) {
    float* host = nullptr;
    float* device = nullptr;
    CHECK(cudaMallocHost(&host, 4 * kMiB));
    CHECK(cudaMalloc(&device, 4 * kMiB));
    cudaEvent_t copied{};
    cudaEvent_t computed{};
    CHECK(cudaEventCreateWithFlags(&copied, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&computed, cudaEventDisableTiming));
    for (int step = 0; step < 10; ++step) {
        nvtxRangePushA("overlap step");
        CHECK(cudaMemsetAsync(device, 0, kMiB, first));
        CHECK(cudaMemcpyAsync(device, host, 4 * kMiB, cudaMemcpyHostToDevice, first));
        CHECK(cudaEventRecord(copied, first));
        CHECK(cudaStreamWaitEvent(second, copied));
        launchSpin(done, 200'000, second);
        launchSpin(done, 150'000, first);
        CHECK(cudaEventRecord(computed, second));
        CHECK(cudaStreamWaitEvent(first, computed));
        CHECK(cudaMemcpyAsync(host, device, 4 * kMiB, cudaMemcpyDeviceToHost, first));
        done.copies += 2;
        ++done.fills;
        nvtxRangePop();
    }
    CHECK(cudaEventSynchronize(computed));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(host));
}

void graphs(Done& done, cudaStream_t stream) {
    cudaGraph_t graph{};
    cudaGraphExec_t ready{};
    float* device = nullptr;
    CHECK(cudaMalloc(&device, kMiB));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK(cudaMemsetAsync(device, 0, kMiB, stream));
    for (int at = 0; at < 20; ++at) {
        spin<<<1, 32, 0, stream>>>(5'000);
    }
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    for (int step = 0; step < 10; ++step) {
        nvtxRangePushA("graph step");
        CHECK(cudaGraphLaunch(ready, stream));
        done.kernels += 20;
        ++done.fills;
        nvtxRangePop();
    }
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaFree(device));
}

void bottlenecks(Done& done) {
    cudaStream_t first{};
    cudaStream_t second{};
    CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    pageableCopies(done, first);
    syncInTheLoop(done, first);
    tinyKernels(done, first);
    overlap(done, first, second);
    graphs(done, first);
    CHECK(cudaDeviceSynchronize());
}

void threads(Done& done) {
    constexpr int kThreads = 8;
    constexpr int kLaunches = 500;
    std::vector<std::thread> launchers;
    for (int thread = 0; thread < kThreads; ++thread) {
        launchers.emplace_back([] {
            cudaStream_t stream{};
            CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
            Done own;
            for (int at = 0; at < kLaunches; ++at) {
                launchSpin(own, 5'000, stream);
            }
            CHECK(cudaStreamSynchronize(stream));
        });
    }
    for (std::thread& launcher : launchers) {
        launcher.join();
    }
    done.kernels += kThreads * kLaunches;
}

void crash(Done& done, bool onHost) {
    for (int at = 0; at < 500; ++at) {
        launchSpin(done, 5'000, nullptr);
    }
    CHECK(cudaDeviceSynchronize());
    std::printf("{\"kernels\": %u, \"copies\": 0, \"fills\": 0}\n", done.kernels);
    std::fflush(stdout);
    if (onHost) {
        volatile int* nowhere = nullptr;
        *nowhere = 1;
    }
    write<<<1, 1>>>(nullptr);
    CHECK(cudaDeviceSynchronize());
}

// Processes that are forked before CUDA is used: 100 and 200 kernels in the children, 50 in this
// one.
void forks(Done& done) {
    for (int child = 1; child <= 2; ++child) {
        const pid_t pid = fork();
        if (pid == 0) {
            for (int at = 0; at < 100 * child; ++at) {
                launchSpin(done, 5'000, nullptr);
            }
            CHECK(cudaDeviceSynchronize());
            std::exit(0);
        }
        waitpid(pid, nullptr, 0);
    }
    for (int at = 0; at < 50; ++at) {
        launchSpin(done, 5'000, nullptr);
    }
    CHECK(cudaDeviceSynchronize());
}

// The most memory that this process has held, in kB.
long peakMemory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

// As many kernels as one likes, as fast as they can be launched.
void many(Done& done, unsigned count) {
    for (; done.kernels < count; ++done.kernels) {
        nothing<<<1, 32>>>();
    }
    CHECK(cudaDeviceSynchronize());
    std::fprintf(stderr, "peak of the program: %ld kB\n", peakMemory());
}

// Until it is ended. Says so once it is at work.
[[noreturn]] void forever(Done& done) {
    for (;;) {
        for (int at = 0; at < 100; ++at) {
            launchSpin(done, 5'000, nullptr);
        }
        CHECK(cudaDeviceSynchronize());
        if (done.kernels == 1'000) {
            std::printf("at work\n");
            std::fflush(stdout);
        }
    }
}

struct Gpu {
    cudaStream_t stream{};
    cudaEvent_t written{};
    float* memory = nullptr;
};

// 40 kernels on the first GPU, 60 on the second, and so on; each GPU sends memory to the next one,
// which waits for it, first through the host, then directly where that can be.
void peers(Done& done) {
    int count = 0;
    CHECK(cudaGetDeviceCount(&count));
    std::vector<Gpu> gpus(static_cast<std::size_t>(count));
    for (int at = 0; at < count; ++at) {
        Gpu& gpu = gpus[static_cast<std::size_t>(at)];
        CHECK(cudaSetDevice(at));
        CHECK(cudaStreamCreateWithFlags(&gpu.stream, cudaStreamNonBlocking));
        nvtxNameCudaStreamA(gpu.stream, ("work " + std::to_string(at)).c_str());
        CHECK(cudaEventCreateWithFlags(&gpu.written, cudaEventDisableTiming));
        CHECK(cudaMalloc(&gpu.memory, 16 * kMiB));
    }
    for (int round = 0; round < 2; ++round) {
        for (int at = 0; at < count; ++at) {
            const int next = (at + 1) % count;
            Gpu& gpu = gpus[static_cast<std::size_t>(at)];
            Gpu& target = gpus[static_cast<std::size_t>(next)];
            CHECK(cudaSetDevice(at));
            for (int kernel = 0; kernel < 20 + 10 * at; ++kernel) {
                launchSpin(done, 20'000, gpu.stream);
            }
            CHECK(cudaMemsetAsync(gpu.memory, at, kMiB, gpu.stream));
            ++done.fills;
            if (next != at) {
                CHECK(cudaMemcpyPeerAsync(target.memory + 2 * kMiB, next, gpu.memory, at, 8 * kMiB,
                                          gpu.stream));
                ++done.copies;
            }
            CHECK(cudaEventRecord(gpu.written, gpu.stream));
            CHECK(cudaStreamWaitEvent(target.stream, gpu.written));
            int canReach = 0;
            CHECK(cudaDeviceCanAccessPeer(&canReach, at, next));
            if (round == 0 && canReach != 0) {
                CHECK(cudaDeviceEnablePeerAccess(next, 0));
            }
        }
    }
    for (int at = 0; at < count; ++at) {
        CHECK(cudaSetDevice(at));
        CHECK(cudaStreamSynchronize(gpus[static_cast<std::size_t>(at)].stream));
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    Done done;
    if (mode == "bottlenecks") {
        bottlenecks(done);
    } else if (mode == "threads") {
        threads(done);
    } else if (mode == "crash" || mode == "crash-on-gpu") {
        crash(done, mode == "crash");
    } else if (mode == "forks") {
        forks(done);
    } else if (mode == "many") {
        many(done, argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 100'000);
    } else if (mode == "forever") {
        forever(done);
    } else if (mode == "peers") {
        peers(done);
    } else {
        std::fprintf(
            stderr,
            "work bottlenecks|threads|crash|crash-on-gpu|forks|many [COUNT]|forever|peers\n");
        return 2;
    }
    std::printf("{\"kernels\": %u, \"copies\": %u, \"fills\": %u}\n", done.kernels, done.copies,
                done.fills);
    return 0;
}
