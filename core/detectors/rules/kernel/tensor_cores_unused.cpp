// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// On NVIDIA GPUs of compute capability >= capability (where it was not recorded: that of a kernel's
// name) and AMD's CDNA GPUs with matrix cores, where the time reaches busy_share of the GPU's busy
// time, and min_time:
//   fp32 products and convolutions whose kernel names say CUDA cores (TF32 off, or there is none)
//   fp16/bf16 ones on NVIDIA's whose kernel names say CUDA cores
//   fp16/bf16 ones on NVIDIA's tensor cores with dimensions that are no multiples of 8: the name
//   says an alignment below 8 elements, or the recorded shapes do, at the first, the middle and the
//   last of launches that are alike
// A matrix times a few vectors is bound by memory and never meant, nor are launches alike that take
// less than min_duration on average: so small a product fills no tensor core.
// edits, products on CUDA cores: kernel / kFaster, a floor of what tensor cores gain
// edits, alignment a < 8 in the name: kernel / kUnaligned1 (a = 1) or kUnaligned2, an upper
//        bound; none where the shapes alone say it
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "core/analysis/gpu/kernel_totals.h"
#include "core/analysis/gpu/matmul_path.h"
#include "core/analysis/gpu/occupancy.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/rules/kernel/matmul_dims.h"
#include "core/detectors/shared/kernel_rule.h"

namespace gaplight {
namespace {

constexpr std::string_view kTensorCoresUnusedId = "tensor-cores-unused";
constexpr int kAmpere = 8;  // compute capability from which on there is TF32
constexpr int kWarpSize = 32;
constexpr int kWavefrontSize = 64;  // of AMD's CDNA
// AMD's matrix cores: CDNA 1 and 2 (gfx908, gfx90a) have the number of older GPUs, 9.0; CDNA 3 and
// 4 have 9.4 and 9.5.
constexpr int kCdnaMajor = 9;
constexpr int kCdna3Minor = 4;
// The smallest ratio of the dense peak rate in TF32 or 16 bits to that of fp32 on CUDA cores among
// GPUs with tensor cores (NVIDIA's data sheets, TFLOP/s): L4 60 : 30, A10 62 : 31, L40S 183 : 92,
// GeForce RTX 4090 165 (fp16, sums in fp32) : 83. Data-center GPUs have more: V100 125 (fp16) : 16,
// A100 156 : 20, H100 495 : 67; MI300X (matrix cores, bf16) 1,307 : 163. A product that is bound by
// memory moves half of the bytes in 16 bits. Measured on an H100, 8 products from 128 x 768 x 768
// to 4096^3: 3.1 to 15.3 times as fast in bf16, 1.7 to 7.7 times in TF32.
constexpr int kFaster = 2;
// Products with rows of one element's alignment, and of two or four, took at most 6.3 and 3.5 times
// as long as the next smaller aligned ones on an H100 (36 products in bf16 and fp16), where cuBLAS
// takes kernels of Turing and Ampere for them. A load moves at most eight times as many elements.
constexpr int kUnaligned1 = 8;
constexpr int kUnaligned2 = 4;
// Reading the shapes of an op is a read of the file.
constexpr std::size_t kMaxShapesRead = 48;
constexpr std::size_t kMaxNames = 3;

constexpr std::array kTensorCoresUnusedThresholds{
    Threshold{"busy_share", ThresholdUnit::Share, percent(10),
              "of the GPU's busy time, in products that could be faster",
              "below, even four times faster products save little"},
    Threshold{"capability", ThresholdUnit::Count, 7,
              "major compute capability from which on GPUs have tensor cores", "NVIDIA Volta"},
    Threshold{"min_duration", ThresholdUnit::Nanoseconds, microseconds(10),
              "mean duration, below which a product is too small for another kernel to matter",
              "the limit of tiny kernels in the diffusers profiling guide"},
    Threshold{"min_time", ThresholdUnit::Nanoseconds, microseconds(100),
              "of the kernels together, below which nothing is reported",
              "as for idle gaps, diffusers profiling guide"},
};

constexpr auto kTensorCoresUnusedValues =
    joinValues(kKernelValues,
               std::array{
                   DeclaredValue{"title", QuantityKind::Case, false, "float32 half unaligned"},
                   DeclaredValue{"note", QuantityKind::Case, false, "cuda-cores unaligned"},
                   DeclaredValue{"confidence", QuantityKind::Case, false, "cuda-cores unaligned"},
                   DeclaredValue{"price", QuantityKind::Case, false, "floor bound none"},
                   DeclaredValue{"fix", QuantityKind::Case, false,
                                 "pad half no-tf32 geforce convolution matmul matrix-cores"},
                   DeclaredValue{"units", QuantityKind::Text},
                   DeclaredValue{"busy", QuantityKind::Nanoseconds},
                   DeclaredValue{"gpu_name", QuantityKind::Text, true},
                   DeclaredValue{"compute_major", QuantityKind::Count, true},
                   DeclaredValue{"compute_minor", QuantityKind::Count, true},
                   DeclaredValue{"names", QuantityKind::List},
                   DeclaredValue{"dims", QuantityKind::List, true},
               });

enum class Miss : std::uint8_t { Float32, Half, Unaligned, Count_ };

// Kernels that miss the tensor cores, or part of what they could do, in one way.
struct Missed : ReportedKernels {
    Miss miss = Miss::Float32;
    Duration priced{};               // of the kernels that the edits shorten
    std::vector<std::string> names;  // as texts; a few with most time
    std::set<std::int64_t> dims;     // that are no multiples
};
using AllMissed = std::array<Missed, static_cast<std::size_t>(Miss::Count_)>;

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// What is known of a GPU.
struct GpuModel {
    std::string name;  // empty: not recorded
    int major = 0;     // compute capability; without a name: at least this
    int minor = 0;
    int warpSize = kWarpSize;
};

// The properties, else what the names of its kernels say. Turing's names do not count: its GTX 16
// GPUs have no tensor cores. They run Volta's kernels too, which is accepted as rare.
GpuModel modelOf(const GpuInput& gpu) {
    const DeviceProperties* known = gpu.properties;
    if (known != nullptr && known->computeMajor != 0) {
        return {known->name, known->computeMajor, known->computeMinor, known->warpSize};
    }
    GpuModel model;
    const Trace& trace = gpu.input.trace;
    for (const KernelTotal& total :
         kernelTotals(trace, gpu.device.byStart, gpu.input.analysis.range)) {
        const std::string_view name = trace.text(total.name);
        if (!has(name, "turing_")) {
            model.major = std::max(model.major, capabilityIn(name));
        }
    }
    return model;
}

bool isAmd(const GpuModel& model) {
    return model.warpSize == kWavefrontSize || has(model.name, "AMD");
}

bool hasMatrixCores(const GpuModel& amd) {
    const bool isNamed = has(amd.name, "MI100") || has(amd.name, "MI2");
    return amd.major == kCdnaMajor && (amd.minor >= kCdna3Minor || isNamed);
}

bool hasTensorCores(const RuleSettings& settings, const GpuModel& model) {
    if (isAmd(model)) {
        return hasMatrixCores(model);
    }
    // The only ones of Turing without.
    const bool isGtx = has(model.name, "GTX 16");
    return model.major >= settings.value("capability") && model.warpSize == kWarpSize && !isGtx;
}

// `factor`: of the kernels' time that is left; 1: not known.
void add(Missed& missed, const Trace& trace, const KernelVariant& variant, double factor) {
    missed.time += variant.time;
    if (factor < 1) {
        missed.priced += variant.time;
        const std::vector<ReplayEdit> edits = scaledActivities(variant.slices, factor);
        missed.edits.insert(missed.edits.end(), edits.begin(), edits.end());
    }
    missed.slices.insert(missed.slices.end(), variant.slices.begin(), variant.slices.end());
    std::string name = kernelText(trace.text(variant.name));
    if (missed.names.size() < kMaxNames &&
        std::find(missed.names.begin(), missed.names.end(), name) == missed.names.end()) {
        missed.names.push_back(std::move(name));
    }
}

// The dimensions of what launched some of the kernels, if all of these have one that is no
// multiple of 8.
std::vector<std::int64_t> unalignedDims(const DetectorInput& input,
                                        std::span<const SliceId> kernels, std::size_t& reads) {
    std::vector<std::int64_t> dims;
    const std::set<std::size_t> samples{0, kernels.size() / 2, kernels.size() - 1};
    for (const std::size_t at : samples) {
        const SliceId launch = input.launches.launchOf(kernels[at]);
        const SliceId op = launch.isValid() ? opAround(input.trace, launch) : SliceId{};
        if (!op.isValid() || reads == kMaxShapesRead) {
            return {};
        }
        ++reads;
        const std::vector<std::int64_t> found =
            unalignedHalfDims(input.trace.name(op), input.args(op, DetailField::InputDims),
                              input.args(op, DetailField::InputTypes));
        if (found.empty()) {
            return {};
        }
        dims.insert(dims.end(), found.begin(), found.end());
    }
    return dims;
}

// Shapes are read while `reads` is below kMaxShapesRead.
struct ProductSorting {
    const GpuInput& gpu;
    bool isNvidia = true;  // what AMD's kernels need in 16 bits is not known
    std::size_t reads = 0;
};

void sortIn(ProductSorting& sorting, const KernelVariant& variant, AllMissed& all) {
    const DetectorInput& input = sorting.gpu.input;
    const std::string_view name = input.trace.text(variant.name);
    const MatmulKind kind = matmulKindOf(name);
    if (kind.format == MatmulFormat::Half && !sorting.isNvidia) {
        return;
    }
    if (kind.path == MatmulPath::CudaCore) {
        const Miss miss = kind.format == MatmulFormat::Half ? Miss::Half : Miss::Float32;
        add(all[static_cast<std::size_t>(miss)], input.trace, variant, 1.0 / kFaster);
        return;
    }
    if (kind.path != MatmulPath::TensorCore || !sorting.isNvidia) {
        return;
    }
    Missed& unaligned = all[static_cast<std::size_t>(Miss::Unaligned)];
    const std::int64_t alignment = alignmentInName(name);
    const bool saysSo =
        kind.format == MatmulFormat::Half && alignment > 0 && alignment < kTensorCoreMultiple;
    std::vector<std::int64_t> dims;
    const bool isLong = variant.time * 100 >= sorting.gpu.device.totals.busy;
    if (isLong && input.trace.facts().recordShapes.value_or(true)) {
        dims = unalignedDims(input, variant.slices, sorting.reads);
    }
    if (saysSo || !dims.empty()) {
        const double shorter = 1.0 / (alignment == 1 ? kUnaligned1 : kUnaligned2);
        add(unaligned, input.trace, variant, saysSo ? shorter : 1);
        unaligned.isBound = true;
        unaligned.dims.insert(dims.begin(), dims.end());
    }
}

AllMissed findMissed(const GpuInput& gpu, const GpuModel& model) {
    const DetectorInput& input = gpu.input;
    KernelGroups groups(input.trace);
    AllMissed all;
    ProductSorting sorting{gpu, !isAmd(model)};
    for (const KernelVariant& variant :
         kernelVariants(input.trace, gpu.activities, input.analysis.range,
                        [&](StringId name) { return groups.of(name) == KernelGroup::Matmul; })) {
        if (variant.time < input.settings.time("min_duration") *
                               static_cast<std::int64_t>(variant.slices.size())) {
            continue;
        }
        sortIn(sorting, variant, all);
    }
    return all;
}

bool isMostlyConvolution(const DetectorInput& input, std::span<const SliceId> kernels) {
    Duration convolutions{};
    Duration all{};
    for (const KernelPlace& place : placesOf(input, kernels)) {
        all += place.time;
        if (input.trace.text(place.place.op).find("conv") != std::string_view::npos) {
            convolutions += place.time;
        }
    }
    return convolutions * 2 > all;
}

std::string_view fixOf(const GpuInput& gpu, const Missed& missed) {
    if (missed.miss == Miss::Unaligned) {
        return "pad";
    }
    if (missed.miss == Miss::Half) {
        return "half";
    }
    const GpuModel model = modelOf(gpu);
    if (isAmd(model)) {
        return "matrix-cores";
    }
    if (model.major < kAmpere) {
        return "no-tf32";
    }
    if (has(model.name, "GeForce")) {
        return "geforce";
    }
    return isMostlyConvolution(gpu.input, missed.slices) ? "convolution" : "matmul";
}

std::string_view titleOf(Miss miss) {
    switch (miss) {
        case Miss::Float32:
            return "float32";
        case Miss::Half:
            return "half";
        default:
            return "unaligned";
    }
}

std::string_view priceOf(const Missed& missed) {
    if (missed.priced == Duration::zero()) {
        return "none";
    }
    return missed.isBound ? "bound" : "floor";
}

void describeMissed(const GpuInput& gpu, const Missed& missed, Finding& finding) {
    const CaseName kind{missed.miss == Miss::Unaligned ? "unaligned" : "cuda-cores"};
    FindingValues& values = finding.values;
    values.set("title", CaseName{titleOf(missed.miss)});
    values.set("note", kind);
    values.set("confidence", kind);
    values.set("price", CaseName{priceOf(missed)});
    const GpuModel model = modelOf(gpu);
    values.set("units", std::string(isAmd(model) ? "matrix cores" : "tensor cores"));
    values.set("fix", CaseName{fixOf(gpu, missed)});
    values.set("busy", gpu.device.totals.busy);
    if (!model.name.empty()) {
        values.set("gpu_name", model.name);
        values.set("compute_major", std::int64_t{model.major});
        values.set("compute_minor", std::int64_t{model.minor});
    }
    values.set("names", missed.names);
    TextList dims;
    for (const std::int64_t dim : missed.dims) {
        dims.push_back(std::to_string(dim));
    }
    values.set("dims", std::move(dims));
    values.set("ops", opsOf(gpu.input, missed.slices, kMaxNames));
}

bool hasCapability(const GpuInput& gpu) {
    return modelOf(gpu).major != 0;
}

std::vector<Missed> findProducts(const GpuInput& gpu) {
    std::vector<Missed> found;
    const GpuModel model = modelOf(gpu);
    if (!hasTensorCores(gpu.input.settings, model)) {
        return found;
    }
    AllMissed all = findMissed(gpu, model);
    for (std::size_t miss = 0; miss < all.size(); ++miss) {
        if (gpu.isLong(all[miss].time)) {
            found.push_back(std::move(all[miss]));
            found.back().miss = static_cast<Miss>(miss);
        }
    }
    return found;
}

DetectorResult detectTensorCoresUnused(const DetectorInput& input) {
    return runKernelRule<Missed>(
        {kTensorCoresUnusedId, "the GPU's compute capability was not recorded", hasCapability,
         findProducts, describeMissed},
        input);
}

}  // namespace

const Detector& tensorCoresUnusedRule() {
    static const Detector kRule{{.id = kTensorCoresUnusedId,
                                 .name = "Tensor cores unused",
                                 .question = "Do matrix products and convolutions run on the "
                                             "tensor cores, with sizes that suit them?",
                                 .thresholds = kTensorCoresUnusedThresholds,
                                 .values = kTensorCoresUnusedValues},
                                detectTensorCoresUnused};
    return kRule;
}

}  // namespace gaplight
