// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernels/operator_work.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

// "aten::mm" with dims, types and values as a profiler records them; no strides.
std::optional<OperatorWork> workFor(std::string_view op, std::string_view dims,
                                    std::string_view types, std::string_view values = "[]") {
    std::string recorded(dims);
    recorded.append(";").append(types).append(";;").append(values);
    return workOf(op, operatorInputsIn(recorded));
}

struct FlopCase {
    std::string_view op;
    std::string_view dims;
    std::string_view values;
    std::int64_t flops;  // by the formulas of torch.utils.flop_counter, for outputs of these inputs
    std::int64_t needed;  // that the result depends on
};

constexpr std::string_view kFloats =
    R"(["float","float","float","float","float","float","float","float","float","float","float"])";

// mm_flop: 2 m n k; sdpa_flop_count: two bmm; sdpa_backward_flop_count: five bmm; conv_flop_count:
// 2 × prod(spatial) × prod(filter) × batch × c_out × c_in.
const std::vector<FlopCase> kFlopCases{
    {"aten::mm", "[[64,32],[32,16]]", "[]", 65'536, 65'536},
    {"aten::addmm", "[[16],[64,32],[32,16],[],[]]", "[]", 65'536, 65'536},
    {"aten::_addmm_activation", "[[16],[64,32],[32,16],[],[],[]]", "[]", 65'536, 65'536},
    {"aten::bmm", "[[4,64,32],[4,32,16]]", "[]", 262'144, 262'144},
    {"aten::baddbmm", "[[4,64,16],[4,64,32],[4,32,16],[],[]]", "[]", 262'144, 262'144},
    {"aten::_scaled_mm", "[[64,32],[32,16],[],[],[],[],[],[]]", "[]", 65'536, 65'536},
    // A grouped product has as many rows as its factor, whichever matrix each is for.
    {"aten::_grouped_mm", "[[64,32],[4,32,16],[4]]", "[]", 65'536, 65'536},
    {"aten::mv", "[[64,32],[32]]", "[]", 4'096, 4'096},
    {"aten::linear", "[[2,32,32],[16,32],[16]]", "[]", 65'536, 65'536},
    // Output 8 x 8, then 4 x 4.
    {"aten::convolution", "[[2,3,8,8],[4,3,3,3],[4],[],[],[],[],[],[]]",
     R"(["","","","[1, 1]","[1, 1]","[1, 1]","False","[0, 0]","1"])", 27'648, 27'648},
    {"aten::cudnn_convolution", "[[2,3,8,8],[4,3,3,3],[],[],[],[],[],[],[]]",
     R"(["","","[1, 1]","[2, 2]","[1, 1]","1","False","False","True"])", 6'912, 6'912},
    // Two groups: weight [4, 4 / 2, 3, 3].
    {"aten::convolution", "[[2,4,8,8],[4,2,3,3],[],[],[],[],[],[],[]]",
     R"(["","","","[1, 1]","[1, 1]","[1, 1]","False","[0, 0]","2"])", 18'432, 18'432},
    // Transposed: once for each input pixel, whatever the stride.
    {"aten::convolution", "[[2,4,8,8],[4,3,3,3],[],[],[],[],[],[],[]]",
     R"(["","","","[2, 2]","[1, 1]","[1, 1]","True","[1, 1]","1"])", 27'648, 27'648},
    // One and three dimensions.
    {"aten::convolution", "[[2,3,16],[4,3,5],[],[],[],[],[],[],[]]",
     R"(["","","","[1]","[0]","[1]","False","[0]","1"])", 2'880, 2'880},
    {"aten::convolution", "[[1,2,4,4,4],[3,2,2,2,2],[],[],[],[],[],[],[]]",
     R"(["","","","[1, 1, 1]","[0, 0, 0]","[1, 1, 1]","False","[0, 0, 0]","1"])", 2'592, 2'592},
    {"aten::convolution_backward", "[[2,4,8,8],[2,3,8,8],[4,3,3,3],[],[],[],[],[],[],[],[]]",
     R"(["","","","[4]","[1, 1]","[1, 1]","[1, 1]","False","[0, 0]","1","[True, True, True]"])",
     55'296, 55'296},
    {"aten::convolution_backward", "[[2,4,8,8],[2,3,8,8],[4,3,3,3],[],[],[],[],[],[],[],[]]",
     R"(["","","","[0]","[1, 1]","[1, 1]","[1, 1]","False","[0, 0]","1","[False, True, False]"])",
     27'648, 27'648},
    // flop_counter counts the gradient of a grouped weight as that of one group.
    {"aten::convolution_backward", "[[2,4,8,8],[2,4,8,8],[4,2,3,3],[],[],[],[],[],[],[],[]]",
     R"(["","","","[0]","[1, 1]","[1, 1]","[1, 1]","False","[0, 0]","2","[True, True, False]"])",
     55'296, 36'864},
    {"aten::_scaled_dot_product_flash_attention", "[[2,4,16,8],[2,4,32,8],[2,4,32,8],[],[],[],[]]",
     R"(["","","","0.","False","False",""])", 131'072, 131'072},
    // A causal mask leaves 136 of 256 pairs.
    {"aten::_scaled_dot_product_flash_attention", "[[2,4,16,8],[2,4,16,8],[2,4,16,8],[],[],[],[]]",
     R"(["","","","0.","True","False",""])", 65'536, 34'816},
    {"aten::_scaled_dot_product_efficient_attention",
     "[[2,4,16,8],[2,4,32,8],[2,4,32,8],[],[],[],[],[]]", R"(["","","","","True","0.","False",""])",
     131'072, 131'072},
    {"aten::_scaled_dot_product_cudnn_attention",
     "[[2,4,16,8],[2,4,32,8],[2,4,32,8],[],[],[],[],[],[]]",
     R"(["","","","","True","0.","False","False",""])", 131'072, 131'072},
    // Below these, lengths come before heads.
    {"aten::_flash_attention_forward", "[[2,16,4,8],[2,32,4,8],[2,32,4,8],[],[],[],[],[],[],[]]",
     R"(["","","","","","16","32","0.","False","False"])", 131'072, 131'072},
    {"aten::_efficient_attention_forward",
     "[[2,16,4,8],[2,32,4,8],[2,32,4,8],[],[],[],[],[],[],[],[],[]]",
     R"(["","","","","","","","","0.","0","True",""])", 131'072, 131'072},
    {"aten::_scaled_dot_product_flash_attention_backward",
     "[[2,4,16,8],[2,4,16,8],[2,4,32,8],[2,4,32,8],[2,4,16,8],[2,4,16],[],[],[],[],[],[]]",
     R"(["","","","","","","","","16","32","0.","False"])", 327'680, 327'680},
    {"aten::_efficient_attention_backward",
     "[[2,16,4,8],[2,16,4,8],[2,32,4,8],[2,32,4,8],[],[2,16,4,8],[],[],[],[],[2,4,16],[],[],[],[]]",
     R"(["","","","","","","","","16","32","","0.","","","0"])", 327'680, 327'680},
};

TEST(OperatorWork, CountsFlopsAsPyTorch) {
    for (const FlopCase& one : kFlopCases) {
        const auto work = workFor(one.op, one.dims, kFloats, one.values);
        ASSERT_TRUE(work) << one.op << " " << one.dims;
        EXPECT_EQ(work->flops, one.flops) << one.op << " " << one.dims;
        EXPECT_EQ(work->neededFlops, one.needed) << one.op << " " << one.dims;
    }
}

struct ByteCase {
    std::string_view op;
    std::string_view dims;
    std::string_view types;
    std::string_view values;
    std::int64_t bytes;  // counted by hand
};

const std::vector<ByteCase> kByteCases{
    // 64 x 32 + 32 x 16 + 64 x 16 elements of 2 bytes.
    {"aten::mm", "[[64,32],[32,16]]", R"(["c10::BFloat16","c10::BFloat16"])", "[]", 7'168},
    // The bias has 16.
    {"aten::addmm", "[[16],[64,32],[32,16]]", R"(["float","float","float"])", "[]", 14'400},
    // fp8 in, bf16 out.
    {"aten::_scaled_mm", "[[64,32],[32,16],[],[],[],[],[],[]]",
     R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","","","Scalar","Scalar"])",
     R"(["","","","","","","15","True"])", 64 * 32 + 32 * 16 + 2 * 64 * 16},
    // 384 + 108 + 4 + 512 elements.
    {"aten::convolution", "[[2,3,8,8],[4,3,3,3],[4],[],[],[],[],[],[]]",
     R"(["float","float","float","","","","","",""])",
     R"(["","","","[1, 1]","[1, 1]","[1, 1]","False","[0, 0]","1"])", 4 * (384 + 108 + 4 + 512)},
    // Gradient, input and weight are read, three gradients written.
    {"aten::convolution_backward", "[[2,4,8,8],[2,3,8,8],[4,3,3,3],[],[],[],[],[],[],[],[]]",
     R"(["float","float","float","","","","","","","",""])",
     R"(["","","","[4]","[1, 1]","[1, 1]","[1, 1]","False","[0, 0]","1","[True, True, True]"])",
     4 * (512 + 384 + 108 + 384 + 108 + 4)},
    // q, k, v, output; 4 bytes for each of 2 x 4 x 16 rows.
    {"aten::_scaled_dot_product_flash_attention", "[[2,4,16,8],[2,4,32,8],[2,4,32,8],[],[],[],[]]",
     R"(["c10::Half","c10::Half","c10::Half","","","",""])",
     R"(["","","","0.","False","False",""])", 2 * (1'024 + 2'048 + 2'048 + 1'024) + 4 * 128},
    {"aten::native_layer_norm", "[[4,8,16],[],[16],[16],[]]",
     R"(["c10::BFloat16","ScalarList","c10::BFloat16","c10::BFloat16","Scalar"])",
     R"(["","[16]","","","1e-05"])", 2 * (512 + 16 + 16 + 512) + 2 * 4 * 32},
    {"aten::_fused_rms_norm", "[[4,8,16],[],[16],[]]",
     R"(["c10::BFloat16","ScalarList","c10::BFloat16","Scalar"])", R"(["","[16]","","1e-06"])",
     2 * (512 + 16 + 512) + 4 * 32},
    // Gradient, input, mean, deviation, weight and bias are read, three gradients written.
    {"aten::native_layer_norm_backward", "[[4,8,16],[4,8,16],[],[4,8,1],[4,8,1],[16],[16],[]]",
     R"(["float","float","ScalarList","float","float","float","float","ScalarList"])",
     R"(["","","[16]","","","","","[True, True, True]"])",
     4 * (512 + 512 + 32 + 32 + 16 + 16 + 512 + 16 + 16)},
    {"aten::native_group_norm", "[[2,8,4,4],[8],[8],[],[],[],[],[]]",
     R"(["float","float","float","","","","",""])", R"(["","","","2","8","16","4","1e-05"])",
     4 * (256 + 8 + 8 + 256) + 2 * 4 * 2 * 4},
    // Running mean and variance are read and written, the batch's are written.
    {"aten::cudnn_batch_norm", "[[2,8,4,4],[8],[8],[8],[8],[],[],[]]",
     R"(["float","float","float","float","float","","",""])",
     R"(["","","","","","True","0.1","1e-05"])", 4 * (256 + 4 * 8 + 256) + 4 * 16 + 4 * 16},
    {"aten::_softmax", "[[4,100],[],[]]", R"(["c10::Half","Scalar","Scalar"])",
     R"(["","-1","True"])", 400 * 2 + 400 * 4},
    {"aten::_softmax_backward_data", "[[4,100],[4,100],[],[]]", R"(["float","float","",""])",
     R"(["","","-1","6"])", 400 * 3 * 4},
    {"aten::gelu", "[[4,100],[]]", R"(["c10::BFloat16",""])", "[]", 400 * 2 * 2},
    // A bias is broadcast; a number widens nothing.
    {"aten::add", "[[4,100],[100],[]]", R"(["c10::BFloat16","c10::BFloat16","Scalar"])", "[]",
     2 * (400 + 100 + 400)},
    {"aten::mul", "[[4,100],[]]", R"(["c10::BFloat16","double"])", "[]", 2 * 800},
    {"aten::mul", "[[4,100],[4,100]]", R"(["c10::BFloat16","float"])", "[]", 400 * (2 + 4 + 4)},
    // Whole numbers divide to fp32.
    {"aten::div", "[[4,100],[4,100]]", R"(["long int","long int"])", "[]", 400 * (8 + 8 + 4)},
    {"aten::eq", "[[4,100],[]]", R"(["float","double"])", "[]", 400 * (4 + 1)},
    {"aten::where", "[[4,100],[4,100],[]]", R"(["bool","float","float"])", "[]", 400 * (1 + 4 + 4)},
    {"aten::add_", "[[4,100],[4,100],[]]", R"(["float","c10::BFloat16","Scalar"])", "[]",
     400 * (4 + 2 + 4)},
    {"aten::fill_", "[[4,100],[]]", R"(["float","Scalar"])", "[]", 400 * 4},
    {"aten::native_dropout", "[[4,100],[],[]]", R"(["float","Scalar","Scalar"])", "[]",
     400 * (4 + 4 + 1)},
    {"aten::sum", "[[4,100],[],[],[]]", R"(["float","ScalarList","Scalar",""])",
     R"(["","[1]","False",""])", 4 * (400 + 4)},
    {"aten::sum", "[[4,100],[]]", R"(["bool",""])", R"(["",""])", 400 + 8},
    {"aten::mean", "[[4,100],[],[],[]]", R"(["float","ScalarList","Scalar",""])",
     R"(["","[-2]","False",""])", 4 * (400 + 100)},
    {"aten::argmax", "[[4,100],[],[]]", R"(["float","Scalar","Scalar"])", R"(["","1","False"])",
     400 * 4 + 4 * 8},
    {"aten::max", "[[4,100],[],[]]", R"(["float","Scalar","Scalar"])", R"(["","1","False"])",
     400 * 4 + 4 * (4 + 8)},
    {"aten::cumsum", "[[4,100],[],[]]", R"(["float","Scalar",""])", R"(["","1",""])", 400 * 8},
    // 6 rows of 16, read and written, and 6 indexes.
    {"aten::embedding", "[[1000,16],[2,3]]", R"(["c10::BFloat16","long int"])", "[]",
     6 * 8 + 2 * 6 * 16 * 2},
    {"aten::index_select", "[[1000,16],[],[6]]", R"(["float","Scalar","long int"])",
     R"(["","0",""])", 6 * 8 + 2 * 6 * 16 * 4},
    {"aten::gather", "[[4,100],[],[4,1],[]]", R"(["float","Scalar","long int","Scalar"])", "[]",
     4 * 8 + 2 * 4 * 4},
    // 6 of 8 rows; with `accumulate` what is there is read too.
    {"aten::index_put_", "[[8,16],[],[6,16],[]]",
     R"(["c10::BFloat16","","c10::BFloat16","Scalar"])", R"(["","","","False"])", 2 * 6 * 16 * 2},
    {"aten::_index_put_impl_", "[[8,16],[],[6,16],[],[]]",
     R"(["float","","float","Scalar","Scalar"])", R"(["","","","True","False"])", 3 * 6 * 16 * 4},
    {"aten::embedding_dense_backward", "[[2,3,16],[2,3],[],[],[]]",
     R"(["float","long int","Scalar","Scalar","Scalar"])", R"(["","","1000","-1","False"])",
     96 * 4 + 6 * 8 + 1000 * 16 * 4},
    {"aten::copy_", "[[4,100],[4,100],[]]", R"(["float","c10::BFloat16","Scalar"])", "[]",
     400 * (4 + 2)},
    {"aten::mse_loss", "[[4,100],[4,100],[]]", R"(["float","float","Scalar"])", R"(["","","1"])",
     4 * (400 + 400 + 1)},
    {"aten::mse_loss", "[[4,100],[4,100],[]]", R"(["float","float","Scalar"])", R"(["","","0"])",
     4 * (400 + 400 + 400)},
    {"aten::mse_loss_backward", "[[],[4,100],[4,100],[]]", R"(["float","float","float","Scalar"])",
     R"(["","","","1"])", 4 * (400 + 400 + 400)},
    // 112 x 112 to 56 x 56, with the index of each maximum.
    {"aten::max_pool2d_with_indices", "[[2,64,112,112],[],[],[],[],[]]",
     R"(["c10::Half","ScalarList","ScalarList","ScalarList","ScalarList","Scalar"])",
     R"(["","[3, 3]","[2, 2]","[1, 1]","[1, 1]","False"])",
     2 * 64 * (112 * 112 * 2 + 56 * 56 * (2 + 8))},
    // The stride is the kernel's size; 5 rows give 3 when rounded up.
    {"aten::avg_pool2d", "[[1,1,5,8],[],[],[],[],[],[]]",
     R"(["float","ScalarList","ScalarList","ScalarList","Scalar","Scalar",""])",
     R"(["","[2, 2]","[]","[0, 0]","True","True",""])", 4 * (40 + 3 * 4)},
    {"aten::max_pool2d_with_indices_backward",
     "[[2,64,56,56],[2,64,112,112],[],[],[],[],[],[2,64,56,56]]",
     R"(["float","float","ScalarList","ScalarList","ScalarList","ScalarList","Scalar","long int"])",
     "[]", 2 * 64 * (56 * 56 * (4 + 8) + 112 * 112 * 4)},
    {"aten::_adaptive_avg_pool2d", "[[2,64,7,7],[]]", R"(["float","ScalarList"])",
     R"(["","[1, 1]"])", 2 * 64 * (49 + 1) * 4},
    {"aten::upsample_bilinear2d", "[[1,3,256,256],[],[],[],[]]",
     R"(["float","ScalarList","Scalar","Scalar","Scalar"])", R"(["","[1024, 1024]","False","",""])",
     4 * 3 * (256 * 256 + 1024 * 1024)},
    {"aten::upsample_nearest2d_backward", "[[1,3,64,64],[],[],[],[]]",
     R"(["float","ScalarList","ScalarList","",""])", R"(["","[64, 64]","[1, 3, 32, 32]","",""])",
     4 * 3 * (64 * 64 + 32 * 32)},
    // Every tensor once; numbers are none.
    {"triton_poi_fused_add_0", "[[4,100],[4,100],[]]", R"(["c10::BFloat16","float","Scalar"])",
     R"(["","","400"])", 400 * (2 + 4)},
};

TEST(OperatorWork, CountsCompulsoryBytes) {
    for (const ByteCase& one : kByteCases) {
        const auto work = workFor(one.op, one.dims, one.types, one.values);
        ASSERT_TRUE(work) << one.op << " " << one.dims;
        EXPECT_EQ(work->bytes, one.bytes) << one.op << " " << one.dims;
    }
}

TEST(OperatorWork, ReadsWhatAnExpandedTensorStores) {
    const auto inputs =
        operatorInputsIn(R"([[4,100],[4,100]];["float","float"];[[100,1],[0,1]];["",""])");
    EXPECT_EQ(workOf("aten::mul", inputs)->bytes, 4 * (400 + 100 + 400));
}

TEST(OperatorWork, SaysNothingAboutWhatItCannotKnow) {
    // No formula, no shapes, shapes that do not fit, an unknown type, lists of tensors.
    EXPECT_FALSE(workFor("aten::sort", "[[4]]", R"(["float"])"));
    EXPECT_FALSE(workFor("aten::mm", "", ""));
    EXPECT_FALSE(workFor("aten::mm", "[[64,32],[31,16]]", kFloats));
    EXPECT_FALSE(workFor("aten::mm", "[[64,32],[32,16]]", R"(["quint4x2","quint4x2"])"));
    EXPECT_FALSE(workFor("aten::mul", "[[4,100],[3,100]]", kFloats));
    EXPECT_FALSE(workFor("aten::add", "[[[4,100],[4,100]],[]]", R"(["TensorList",""])"));
    // A window larger than the image, no stride, no sizes.
    EXPECT_FALSE(workFor("aten::avg_pool2d", "[[1,1,5,8],[],[],[]]", kFloats,
                         R"(["","[9, 9]","[1, 1]","[0, 0]"])"));
    EXPECT_FALSE(workFor("aten::avg_pool2d", "[[1,1,5,8],[],[],[]]", kFloats,
                         R"(["","[2, 2]","[0, 0]","[0, 0]"])"));
    EXPECT_FALSE(workFor("aten::upsample_bilinear2d", "[[1,3,256,256],[]]", kFloats));
    // Sequences packed into one: their lengths are in a tensor.
    EXPECT_FALSE(workFor("aten::_flash_attention_forward",
                         "[[1,16,4,8],[1,32,4,8],[1,32,4,8],[3],[3],[],[],[],[],[]]", kFloats));
}

TEST(OperatorWork, SurvivesHostileShapes) {
    const std::string_view huge =
        "[[4611686018427387904,4611686018427387904],"
        "[4611686018427387904,4611686018427387904]]";
    EXPECT_FALSE(workFor("aten::mm", huge, kFloats));
    EXPECT_FALSE(workFor("aten::add", huge, kFloats));
    EXPECT_FALSE(workFor("aten::mm", "[[-64,-32],[-32,-16]]", kFloats));
    EXPECT_FALSE(workFor("aten::convolution", "[[2,3,8,8],[4,3,3,3],[],[],[],[],[],[],[]]", kFloats,
                         R"(["","","","[0, 0]","[1, 1]","[1, 1]","False","[0, 0]","1"])"));
    EXPECT_TRUE(operatorInputsIn(std::string(100'000, '[')).empty());
    EXPECT_TRUE(operatorInputsIn("[[1e400]];{};;").size() <= 1);
    EXPECT_TRUE(operatorInputsIn("not json").empty());
}

}  // namespace
}  // namespace gaplight
