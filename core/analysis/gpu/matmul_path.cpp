// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/matmul_path.h"

#include <algorithm>
#include <array>
#include <span>

namespace gaplight {
namespace {

using Marks = std::span<const std::string_view>;

// Small products of cuBLAS and the parts of larger ones that only add up.
constexpr std::array<std::string_view, 6> kMatrixVector{
    "gemv", "gemmSN_", "gemmk1_", "dot_kernel", "splitKreduce", "ReduceSplitK"};

// The instruction or its shape: mma.m8n8k4 is 884, m16n8k8 1688, m16n8k16 16816, wgmma on Hopper.
// cuBLAS and CUTLASS put the accumulator before it (s1688, h884), xmma writes tensor16x8x8 or, on
// Hopper, the warp groups. TF32 exists on tensor cores only. nvjet is cuBLAS on Hopper and later.
// _MI16x16 and xdl are AMD's matrix instruction in Tensile and composable kernels.
constexpr std::array<std::string_view, 30> kTensorCore{
    "tensorop", "hmma",   "imma",     "wgmma",    "gmma",    "wmma",    "tcgen05",   "utcmma",
    "nvjet",    "s884",   "h884",     "d884",     "i8816",   "s8816",   "s1688",     "h1688",
    "s16816",   "h16816", "i16832",   "s16832",   "s161616", "h161616", "warpgroup", "tensor16x",
    "tensor8x", "tf32",   "_MI16x16", "_MI32x32", "xdl_",    "mfma"};

// xmma's own word is ffma, CUTLASS's simt; sgemm and scudnn are cuBLAS's and cuDNN's for fp32
// without tensor cores, which they name otherwise (s1688gemm); the engines are cuDNN's oldest.
constexpr std::array<std::string_view, 8> kCudaCore{
    "ffma", "simt", "sgemm", "scudnn", "dgrad_engine", "wgrad_alg0_engine", "wgrad_alg1_engine",
    "hgemm"};

constexpr std::array<std::string_view, 6> kHalf{"fp16",   "bf16",          "f16f16",
                                                "__half", "__nv_bfloat16", "hgemm"};

// The type of Tensile's kernels (AMD) stands after the layouts of the factors: S, SS for fp32, HB,
// BBS for 16 bits in "Cijk_Alik_Bljk_SB_MT64x64x16". Those on matrix cores have the instruction in
// their name (MI16x16); the others multiply element by element.
constexpr std::string_view kTensile = "Cijk_";

std::string_view tensileType(std::string_view name) {
    for (int part = 0; part < 3; ++part) {
        const auto at = name.find('_');
        if (at == std::string_view::npos) {
            return {};
        }
        name.remove_prefix(at + 1);
    }
    return name.substr(0, name.find('_'));
}

MatmulKind tensileKindOf(std::string_view name) {
    const std::string_view type = tensileType(name);
    if (type.starts_with("S")) {
        return {MatmulPath::CudaCore, MatmulFormat::Float32};
    }
    return type.starts_with("H") || type.starts_with("B")
               ? MatmulKind{MatmulPath::CudaCore, MatmulFormat::Half}
               : MatmulKind{};  // fp64, complex and whole numbers
}

// Libraries name kernels by architecture, or by compute capability.
struct Architecture {
    std::string_view mark;
    int major;
};
constexpr std::array kArchitectures{
    Architecture{"volta_", 7},      Architecture{"turing_", 7},     Architecture{"ampere_", 8},
    Architecture{"sm80_", 8},       Architecture{"sm90_", 9},       Architecture{"sm100_", 10},
    Architecture{"cutlass_70_", 7}, Architecture{"cutlass_75_", 7}, Architecture{"cutlass_80_", 8},
    Architecture{"cutlass_90_", 9},
};

bool hasAny(std::string_view name, Marks marks) {
    return std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) {
        return name.find(mark) != std::string_view::npos;
    });
}

}  // namespace

int capabilityIn(std::string_view name) {
    int major = 0;
    for (const Architecture& one : kArchitectures) {
        if (name.find(one.mark) != std::string_view::npos) {
            major = std::max(major, one.major);
        }
    }
    return major;
}

MatmulKind matmulKindOf(std::string_view name) {
    MatmulKind kind;
    if (hasAny(name, kMatrixVector)) {
        kind.path = MatmulPath::MatrixVector;
    } else if (hasAny(name, kTensorCore)) {
        kind.path = MatmulPath::TensorCore;
    } else if (hasAny(name, kCudaCore)) {
        kind.path = MatmulPath::CudaCore;
    }
    if (kind.path == MatmulPath::Unknown && name.starts_with(kTensile)) {
        return tensileKindOf(name);
    }
    if (hasAny(name, kHalf)) {
        kind.format = MatmulFormat::Half;
    } else if (kind.path == MatmulPath::CudaCore) {
        kind.format = MatmulFormat::Float32;
    }
    return kind;
}

}  // namespace gaplight
