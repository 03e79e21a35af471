// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// A program of CUDA's driver alone, so that it runs beside any version of CUPTI. See README.md.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda.h>

namespace {

constexpr unsigned kKernels = 200;
constexpr unsigned kCopies = 10;
constexpr std::size_t kBytes = 1U << 20;

constexpr const char* kModule = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry addOne(.param .u64 where) {
    .reg .b64 %rd<4>;
    .reg .b32 %r<3>;
    ld.param.u64 %rd1, [where];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd2, %rd2, %rd3;
    ld.global.u32 %r2, [%rd2];
    add.u32 %r2, %r2, 1;
    st.global.u32 [%rd2], %r2;
    ret;
}
)";

void check(CUresult result, const char* what) {
    if (result != CUDA_SUCCESS) {
        const char* name = nullptr;
        cuGetErrorName(result, &name);
        std::fprintf(stderr, "%s: %s\n", what, name == nullptr ? "?" : name);
        std::exit(1);
    }
}
#define CHECK(call) check((call), #call)

}  // namespace

int main() {
    CHECK(cuInit(0));
    CUdevice device = 0;
    CUcontext context = nullptr;
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CUmodule module = nullptr;
    CUfunction addOne = nullptr;
    CHECK(cuModuleLoadData(&module, kModule));
    CHECK(cuModuleGetFunction(&addOne, module, "addOne"));
    CUdeviceptr memory = 0;
    CHECK(cuMemAlloc(&memory, kBytes));
    CUstream stream = nullptr;
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    std::vector<char> host(kBytes);
    CHECK(cuMemsetD8Async(memory, 1, kBytes, stream));
    for (unsigned at = 0; at < kKernels; ++at) {
        void* arguments[] = {&memory};
        CHECK(cuLaunchKernel(addOne, 4, 1, 1, 128, 1, 1, 0, stream, arguments, nullptr));
        if (at < kCopies) {
            CHECK(cuMemcpyDtoHAsync(host.data(), memory, kBytes, stream));
        }
    }
    CHECK(cuStreamSynchronize(stream));
    std::printf("{\"kernels\": %u, \"copies\": %u, \"fills\": 1}\n", kKernels, kCopies);
    return 0;
}
