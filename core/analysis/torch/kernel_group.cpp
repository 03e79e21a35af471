// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/kernel_group.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace gaplight {
namespace {

constexpr std::array<std::string_view, 3> kUnnamedScopes{"(anonymous namespace)", "<unnamed>",
                                                         "{anonymous}"};
// Last parts that many unrelated kernels share.
constexpr std::array<std::string_view, 8> kEmptyWords{
    "kernel", "Kernel", "Kernel2", "device_kernel", "operator()", "run", "invoke", "kernel_impl"};

// One part of a qualified name, without its template arguments.
struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Reads a demangled name from the left and keeps the last two parts of the function's own name.
class NameReader {
public:
    explicit NameReader(std::string_view name) : m_name(name) {}

    std::string read() {
        while (m_at < m_name.size() && step()) {
        }
        closePart(m_at);
        if (m_last.begin == m_last.end) {
            return std::string(m_name);
        }
        const std::string_view last = part(m_last);
        const bool saysNothing =
            std::find(kEmptyWords.begin(), kEmptyWords.end(), last) != kEmptyWords.end();
        if (saysNothing && m_before.begin != m_before.end) {
            return std::string(part(m_before)).append("::").append(last);
        }
        return std::string(last);
    }

private:
    // Takes one character, or a group in brackets; false where the name ends.
    bool step() {
        const std::string_view rest = m_name.substr(m_at);
        for (const std::string_view scope : kUnnamedScopes) {
            if (rest.starts_with(scope)) {
                m_at += scope.size();
                return true;
            }
        }
        if (rest.starts_with("operator") && m_at == m_partBegin) {
            takeOperator();
            return true;
        }
        if (rest.starts_with("::")) {
            closePart(m_at);
            m_at += 2;
            m_partBegin = m_at;
            m_partEnd = 0;
            return true;
        }
        switch (rest.front()) {
            case '(':
                return false;  // the parameters
            case '<':
                m_partEnd = m_at;
                skipBrackets();
                return true;
            case ' ':
                return takeSpace();
            default:
                ++m_at;
                return true;
        }
    }

    // What stands before a space is a return type; what begins with a bracket ends the name
    // ("[clone .kd]").
    bool takeSpace() {
        if (m_at + 1 < m_name.size() && m_name[m_at + 1] == '[') {
            return false;
        }
        ++m_at;
        m_before = m_last = {};
        m_partBegin = m_at;
        m_partEnd = 0;
        return true;
    }

    void takeOperator() {
        m_at += std::string_view("operator").size();
        if (m_name.substr(m_at).starts_with("()")) {
            m_at += 2;
            return;
        }
        // Its signs may be brackets, but `operator+<int>` has template arguments.
        const bool isBracket = m_name.substr(m_at).find_first_of("<>") == 0;
        const std::string_view signs = isBracket ? "<>=" : "=!+-*/%&|^~";
        m_at = std::min(m_name.find_first_not_of(signs, m_at), m_name.size());
    }

    // A parenthesis closes what is still open inside it, and an angle bracket only an angle
    // bracket, so that `(a > b)` and `(a < b)` among template arguments do no harm.
    void skipBrackets() {
        m_open.clear();
        std::size_t parentheses = 0;
        for (; m_at < m_name.size(); ++m_at) {
            const char c = m_name[m_at];
            if (c == '<' || c == '(') {
                m_open += c;
                parentheses += c == '(' ? 1 : 0;
            } else if (c == '>' && m_open.back() == '<') {
                m_open.pop_back();
            } else if (c == ')' && parentheses > 0) {
                m_open.resize(m_open.rfind('('));
                --parentheses;
            }
            if (m_open.empty()) {
                ++m_at;
                return;
            }
        }
    }

    void closePart(std::size_t end) {
        const Part closed{m_partBegin, m_partEnd != 0 ? m_partEnd : end};
        if (closed.end > closed.begin) {
            m_before = m_last;
            m_last = closed;
        }
    }

    std::string_view part(Part part) const {
        return m_name.substr(part.begin, part.end - part.begin);
    }

    std::string_view m_name;
    std::size_t m_at = 0;
    std::size_t m_partBegin = 0;
    std::size_t m_partEnd = 0;  // 0: the part has no template arguments yet
    Part m_before;
    Part m_last;
    std::string m_open;  // brackets that are open
};

// Only what a demangler wrote has parameters or template arguments.
bool isDemangled(std::string_view name) {
    return name.find_first_of("(<") != std::string_view::npos;
}

}  // namespace

std::string shortKernelName(std::string_view name) {
    return isDemangled(name) ? NameReader(name).read() : std::string(name);
}

namespace {

struct Pattern {
    std::string_view text;  // in lower case, anywhere in the name
    KernelGroup group;
};

// The first that is found decides. Templates spell out what they are made of (CUTLASS's contain
// "copy" and "reduction"), so that the libraries which do that come before the words of others.
constexpr std::array kPatterns{
    // FBGEMM is about embeddings here, in spite of its name.
    Pattern{"rowwise_to_float", KernelGroup::Copy},
    Pattern{"fbgemm_gpu::", KernelGroup::Other},
    // NCCL and RCCL (ncclDevKernel_AllReduce_Sum_f32_RING_LL), MSCCL++, and the kernels that
    // vLLM, TensorRT-LLM and PyTorch's symmetric memory bring along.
    Pattern{"nccl", KernelGroup::Collective},
    Pattern{"rccl", KernelGroup::Collective},
    Pattern{"msccl", KernelGroup::Collective},
    Pattern{"nvshmem", KernelGroup::Collective},
    Pattern{"cross_device_reduce", KernelGroup::Collective},
    Pattern{"allreduce", KernelGroup::Collective},
    Pattern{"all_reduce", KernelGroup::Collective},
    Pattern{"all_gather", KernelGroup::Collective},
    Pattern{"reduce_scatter", KernelGroup::Collective},
    // Libraries for expert parallelism: DeepEP and its forks (deep_ep::intranode::dispatch,
    // dpsk::ep::internode::cached_notify, internode_ll::combine), MORI
    // (mori::moe::EpDispatchIntraNodeKernel), TensorRT-LLM (moeA2ADispatchKernel), pplx. Their
    // kernels that only count tokens (get_dispatch_layout, cdpsk::ep::CUB_...) do not communicate.
    Pattern{"intranode::", KernelGroup::Collective},
    Pattern{"internode::", KernelGroup::Collective},
    Pattern{"internode_ll::", KernelGroup::Collective},
    Pattern{"epdispatch", KernelGroup::Collective},
    Pattern{"epcombine", KernelGroup::Collective},
    Pattern{"moea2adispatch", KernelGroup::Collective},
    Pattern{"moea2acombine", KernelGroup::Collective},
    Pattern{"moealltoall", KernelGroup::Collective},
    Pattern{"::dispatchkernel<", KernelGroup::Collective},
    Pattern{"::combinekernel<", KernelGroup::Collective},
    // flash-attention (flash_fwd_kernel), xFormers and PyTorch (fmha_cutlassF), cuDNN (..._sdpa_),
    // FlashInfer, vLLM (paged_attention), Triton's and AITER's (attn_fwd).
    Pattern{"attention", KernelGroup::Attention},
    Pattern{"flash_fwd", KernelGroup::Attention},
    Pattern{"flash_bwd", KernelGroup::Attention},
    Pattern{"flash::", KernelGroup::Attention},
    Pattern{"flashattn", KernelGroup::Attention},
    Pattern{"fmha", KernelGroup::Attention},
    Pattern{"sdpa", KernelGroup::Attention},
    Pattern{"attn_fwd", KernelGroup::Attention},
    Pattern{"attn_bwd", KernelGroup::Attention},
    Pattern{"batchdecodewith", KernelGroup::Attention},
    Pattern{"batchprefillwith", KernelGroup::Attention},
    // CUTLASS, cuBLAS (nvjet, xmma, gemm), cuDNN (xmma, scudnn, cask), Tensile (Cijk).
    Pattern{"cutlass", KernelGroup::Matmul},
    Pattern{"xmma", KernelGroup::Matmul},
    Pattern{"nvjet", KernelGroup::Matmul},
    Pattern{"cijk_", KernelGroup::Matmul},
    Pattern{"scudnn", KernelGroup::Matmul},
    Pattern{"cask_", KernelGroup::Matmul},
    // Copies, casts and layouts: ATen (direct_copy_kernel_cuda, CatArrayBatchedCopy), cuDNN
    // (nchwToNhwcKernel, convertTensor_kernel), cuBLAS (transpose_...), MIOpen
    // (batched_transpose, SubTensorOpWithCastTensor), quantization libraries.
    Pattern{"nchwtonhwc", KernelGroup::Copy},
    Pattern{"nhwctonchw", KernelGroup::Copy},
    Pattern{"foldednhwc", KernelGroup::Copy},
    Pattern{"converttensor", KernelGroup::Copy},
    Pattern{"casttensor", KernelGroup::Copy},
    Pattern{"dequant", KernelGroup::Copy},
    Pattern{"transpose", KernelGroup::Copy},
    Pattern{"copy", KernelGroup::Copy},
    // ATen (vectorized_layer_norm_kernel, RowwiseMomentsCUDAKernel), cuDNN (bn_fw_tr_1C11...),
    // MIOpen, Apex, vLLM.
    Pattern{"layer_norm", KernelGroup::Norm},
    Pattern{"layernorm", KernelGroup::Norm},
    Pattern{"batch_norm", KernelGroup::Norm},
    Pattern{"batchnorm", KernelGroup::Norm},
    Pattern{"bn_fw", KernelGroup::Norm},
    Pattern{"bn_bw", KernelGroup::Norm},
    Pattern{"group_norm", KernelGroup::Norm},
    Pattern{"groupnorm", KernelGroup::Norm},
    Pattern{"rms_norm", KernelGroup::Norm},
    Pattern{"rmsnorm", KernelGroup::Norm},
    Pattern{"weight_norm", KernelGroup::Norm},
    Pattern{"rowwisemoments", KernelGroup::Norm},
    Pattern{"gammabeta", KernelGroup::Norm},
    Pattern{"computeinternalgradients", KernelGroup::Norm},
    Pattern{"fusedparams", KernelGroup::Norm},
    // What Triton's tutorial calls its fused attention, and many after it.
    Pattern{"_fwd_kernel", KernelGroup::Attention},
    Pattern{"_bwd_kernel", KernelGroup::Attention},
    // Matrix products and convolutions by the word: older cuBLAS (volta_sgemm), cuDNN
    // (implicit_convolve_sgemm, dgrad_engine, winograd), composable kernels, MIOpen, MAGMA.
    Pattern{"gemm", KernelGroup::Matmul},
    Pattern{"gemv", KernelGroup::Matmul},
    Pattern{"matmul", KernelGroup::Matmul},
    Pattern{"splitkreduce", KernelGroup::Matmul},
    Pattern{"convol", KernelGroup::Matmul},
    Pattern{"_conv_", KernelGroup::Matmul},
    Pattern{"conv2d", KernelGroup::Matmul},
    Pattern{"conv3d", KernelGroup::Matmul},
    Pattern{"conv_depthwise", KernelGroup::Matmul},
    Pattern{"asmconv", KernelGroup::Matmul},
    Pattern{"convbin", KernelGroup::Matmul},
    Pattern{"dgrad", KernelGroup::Matmul},
    Pattern{"wgrad", KernelGroup::Matmul},
    Pattern{"winograd", KernelGroup::Matmul},
    // ATen (reduce_kernel, cunn_SoftMaxForward), CUB, rocPRIM.
    Pattern{"reduce", KernelGroup::Reduction},
    Pattern{"reduction", KernelGroup::Reduction},
    Pattern{"softmax", KernelGroup::Reduction},
    Pattern{"logsumexp", KernelGroup::Reduction},
    Pattern{"nllcriterion", KernelGroup::Reduction},
    Pattern{"nll_loss", KernelGroup::Reduction},
    Pattern{"pool", KernelGroup::Reduction},
    Pattern{"sort", KernelGroup::Reduction},
    Pattern{"topk", KernelGroup::Reduction},
    Pattern{"scan", KernelGroup::Reduction},
    Pattern{"cumsum", KernelGroup::Reduction},
    Pattern{"lpnormfunctor", KernelGroup::Reduction},
    // ATen (vectorized_elementwise_kernel, multi_tensor_apply_kernel), Apex, vLLM, MIOpen.
    Pattern{"elementwise", KernelGroup::Elementwise},
    Pattern{"pointwise", KernelGroup::Elementwise},
    Pattern{"multi_tensor_apply", KernelGroup::Elementwise},
    Pattern{"dropout", KernelGroup::Elementwise},
    Pattern{"upsample", KernelGroup::Elementwise},
    Pattern{"act_and_mul", KernelGroup::Elementwise},
    Pattern{"gelu", KernelGroup::Elementwise},
    Pattern{"silu", KernelGroup::Elementwise},
    Pattern{"rotary", KernelGroup::Elementwise},
    Pattern{"fillfunctor", KernelGroup::Elementwise},
    Pattern{"optensor", KernelGroup::Elementwise},
    Pattern{"tensoropwithscalar", KernelGroup::Elementwise},
    Pattern{"scaletensor", KernelGroup::Elementwise},
    Pattern{"scalepackedtensor", KernelGroup::Elementwise},
};

// ATen's foreach kernels, and its kernel that only waits (torch.cuda._sleep); CUTLASS's and
// Triton's own words for kernels that stay on their SM; cuBLAS's since Hopper (nvjet, and segment-k
// of xmma), which are of that kind.
constexpr std::array<std::string_view, 8> kOwnGrid{
    "multi_tensor_apply", "spin_kernel", "persistent",   "streamk",
    "stream_k",           "nvjet",       "segment_k_on", "sdpa_sm90",
};

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return lower;
}

}  // namespace

std::string_view kernelGroupName(KernelGroup group) {
    constexpr std::array<std::string_view, kKernelGroups> kNames{
        "matmul", "attention",  "norm",   "elementwise", "reduction",
        "copy",   "collective", "triton", "other"};
    return kNames[static_cast<std::size_t>(group)];
}

KernelGroup kernelGroupOf(std::string_view name) {
    // TorchInductor names what it generates triton_<kind>_fused_<ops>_<number>.
    if (name.starts_with("triton_")) {
        return KernelGroup::Triton;
    }
    const std::string lower = lowerCase(name);
    const auto* found = std::find_if(
        kPatterns.begin(), kPatterns.end(),
        [&](const Pattern& pattern) { return lower.find(pattern.text) != std::string::npos; });
    return found == kPatterns.end() ? KernelGroup::Other : found->group;
}

KernelGroups::KernelGroups(const Trace& trace)
    : m_trace(&trace), m_groups(trace.strings().size(), KernelGroup::Count_) {}

KernelGroup KernelGroups::of(StringId name) {
    KernelGroup& group = m_groups[name.index()];
    if (group == KernelGroup::Count_) {
        group = kernelGroupOf(m_trace->text(name));
    }
    return group;
}

bool isLayoutTranspose(std::string_view name) {
    const std::string lower = lowerCase(name);
    return lower.find("nchwtonhwc") != std::string::npos ||
           lower.find("nhwctonchw") != std::string::npos;
}

bool choosesOwnGrid(std::string_view name) {
    const std::string lower = lowerCase(name);
    return std::any_of(kOwnGrid.begin(), kOwnGrid.end(), [&](std::string_view word) {
        return lower.find(word) != std::string::npos;
    });
}

}  // namespace gaplight
