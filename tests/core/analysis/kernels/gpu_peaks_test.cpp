// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernels/gpu_peaks.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(GpuPeaks, EachHasADocumentAndABandwidth) {
    std::set<std::string> names;
    for (const GpuPeaks& one : knownGpuPeaks()) {
        EXPECT_FALSE(one.source.empty()) << one.name;
        EXPECT_GT(one.bytes, 1e11) << one.name;
        EXPECT_GT(one.fp32, 1e12) << one.name;
        EXPECT_GE(one.fp16, one.fp32) << one.name;
        EXPECT_TRUE(one.tf32 == 0 || one.tf32 <= one.fp16) << one.name;
        EXPECT_TRUE(one.fp8 == 0 || one.fp8 >= one.fp16) << one.name;
        EXPECT_EQ(one.link.empty(), one.linkBytes == 0) << one.name;
        EXPECT_LE(one.peerBytes, one.linkBytes) << one.name;
        EXPECT_LT(one.linkBytes, one.bytes) << one.name;
        EXPECT_TRUE(names.insert(one.name + one.source).second) << one.name;
    }
    EXPECT_GE(names.size(), 30U);
}

double memoryOf(std::string_view name) {
    const GpuPeaks* peaks = gpuPeaksOf(name);
    return peaks == nullptr ? 0 : peaks->bytes / 1e9;
}

TEST(GpuPeaks, AreFoundByTheNameOfTheDriver) {
    EXPECT_EQ(memoryOf("NVIDIA H200"), 4800);
    EXPECT_EQ(memoryOf("NVIDIA H100 80GB HBM3"), 3350);
    EXPECT_EQ(memoryOf("NVIDIA H100 PCIe"), 2000);
    EXPECT_EQ(memoryOf("NVIDIA A100-SXM4-80GB"), 2039);
    EXPECT_EQ(memoryOf("NVIDIA A100 80GB PCIe"), 1935);
    EXPECT_EQ(memoryOf("Tesla V100-SXM2-16GB"), 900);
    EXPECT_EQ(memoryOf("NVIDIA GeForce RTX 4090"), 1008);
    EXPECT_EQ(memoryOf("NVIDIA L40S"), 864);
    EXPECT_EQ(memoryOf("AMD Instinct MI300X"), 5300);
    // Others, and parts of a GPU.
    for (const std::string_view name :
         {"", "NVIDIA A10G", "NVIDIA GeForce RTX 4090 Laptop GPU", "NVIDIA GeForce RTX 3090 Ti",
          "NVIDIA H100 80GB HBM3 MIG 1g.10gb", "NVIDIA L400", "GPU"}) {
        EXPECT_EQ(gpuPeaksOf(name), nullptr) << name;
    }
}

TEST(GpuPeaks, BelongToTheTypeOfTheFactors) {
    const GpuPeaks& h200 = *gpuPeaksOf("NVIDIA H200");
    EXPECT_EQ(h200.flopsOf(ElementType::BFloat16, true), 989.5e12);
    EXPECT_EQ(h200.flopsOf(ElementType::Float32, false), 67e12);
    EXPECT_EQ(h200.flopsOf(ElementType::Float32, true), 494.5e12);
    EXPECT_EQ(h200.flopsOf(ElementType::Int64, false), 0);
    // Volta has no TF32 and no bf16.
    const GpuPeaks& v100 = *gpuPeaksOf("Tesla V100-SXM2-16GB");
    EXPECT_EQ(v100.flopsOf(ElementType::Float32, true), 15.7e12);
    EXPECT_EQ(v100.flopsOf(ElementType::BFloat16, true), 0);
}

TEST(GpuPeaks, HaveALinkToTheOtherGpusOfAHost) {
    EXPECT_EQ(gpuPeaksOf("NVIDIA H200")->linkBytesIn(2), 450e9) << "through a switch";
    EXPECT_EQ(gpuPeaksOf("NVIDIA H200 NVL")->linkBytesIn(2), 0) << "depends on a bridge";
    EXPECT_EQ(gpuPeaksOf("AMD Instinct MI300X")->linkBytesIn(2), 64e9);
    EXPECT_EQ(gpuPeaksOf("AMD Instinct MI300X")->linkBytesIn(8), 448e9);
}

TEST(GpuPeaks, AreEmptyForAnotherFile) {
    EXPECT_TRUE(parseGpuPeaks("[[gpu]\nname=").empty());
    EXPECT_TRUE(parseGpuPeaks("gpu = 3").empty());
}

}  // namespace
}  // namespace gaplight
