// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernels/operator_inputs.h"

#include <algorithm>
#include <array>
#include <utility>

#include <nlohmann/json.hpp>

namespace gaplight {
namespace {

using InputJson = nlohmann::json;

constexpr std::size_t kMaxInputText = std::size_t{64} << 10U;
constexpr std::int64_t kMaxElements = std::int64_t{1} << 62U;
constexpr std::size_t kMaxListedTensors = 4096;

struct TypeRow {
    std::string_view recorded;  // as PyTorch writes it, without "c10::"
    ElementType type;
};
// caffe2::TypeMeta names of C++ types (c10/util/typeid.cpp), and the names of unsigned and 8-bit
// ones (c10/core/ScalarType.h).
constexpr std::array kTypes{
    TypeRow{"double", ElementType::Float64},
    TypeRow{"float", ElementType::Float32},
    TypeRow{"Half", ElementType::Float16},
    TypeRow{"BFloat16", ElementType::BFloat16},
    TypeRow{"Float8_e4m3fn", ElementType::Float8},
    TypeRow{"Float8_e5m2", ElementType::Float8},
    TypeRow{"Float8_e4m3fnuz", ElementType::Float8},
    TypeRow{"Float8_e5m2fnuz", ElementType::Float8},
    TypeRow{"long int", ElementType::Int64},
    TypeRow{"long", ElementType::Int64},
    TypeRow{"unsigned long", ElementType::Int64},
    TypeRow{"int", ElementType::Int32},
    TypeRow{"unsigned int", ElementType::Int32},
    TypeRow{"short", ElementType::Int16},
    TypeRow{"short int", ElementType::Int16},
    TypeRow{"unsigned short", ElementType::Int16},
    TypeRow{"signed char", ElementType::Int8},
    TypeRow{"unsigned char", ElementType::Int8},
    TypeRow{"bool", ElementType::Bool},
    TypeRow{"complex<float>", ElementType::Complex64},
    TypeRow{"complex<double>", ElementType::Complex128},
};

ElementType typeNamed(std::string_view name) {
    constexpr std::string_view kNamespace = "c10::";
    if (name.starts_with(kNamespace)) {
        name.remove_prefix(kNamespace.size());
    }
    const auto* found = std::find_if(kTypes.begin(), kTypes.end(),
                                     [&](const TypeRow& row) { return row.recorded == name; });
    return found == kTypes.end() ? ElementType::Unknown : found->type;
}

// A flat array of integers; false for anything else.
bool readIntegers(const InputJson& json, std::vector<std::int64_t>& into) {
    if (!json.is_array()) {
        return false;
    }
    for (const InputJson& value : json) {
        if (!value.is_number_integer()) {
            into.clear();
            return false;
        }
        into.push_back(value.get<std::int64_t>());
    }
    return true;
}

void readShape(const InputJson& dims, OperatorInput& input) {
    if (readIntegers(dims, input.dims) || !dims.is_array() || dims.size() > kMaxListedTensors) {
        return;
    }
    for (const InputJson& one : dims) {
        OperatorInput& tensor = input.list.emplace_back();
        tensor.isTensor = readIntegers(one, tensor.dims);
    }
}

// Of "Tensor" parameters; others are recorded as Scalar, ScalarList, TensorList or nothing. A
// number in place of a tensor has a C++ type too, and no dimensions.
void readType(const InputJson& types, std::size_t at, OperatorInput& input) {
    if (!types.is_array() || at >= types.size() || !types[at].is_string()) {
        return;
    }
    input.type = typeNamed(types[at].get_ref<const std::string&>());
    input.isTensor = input.type != ElementType::Unknown && input.list.empty();
}

std::string valueText(const InputJson& values, std::size_t at) {
    if (!values.is_array() || at >= values.size()) {
        return {};
    }
    return values[at].is_string() ? values[at].get<std::string>() : values[at].dump();
}

}  // namespace

std::int64_t bytesOf(ElementType type) {
    switch (type) {
        case ElementType::Complex128:
            return 16;
        case ElementType::Float64:
        case ElementType::Int64:
        case ElementType::Complex64:
            return 8;
        case ElementType::Float32:
        case ElementType::Int32:
            return 4;
        case ElementType::Float16:
        case ElementType::BFloat16:
        case ElementType::Int16:
            return 2;
        case ElementType::Float8:
        case ElementType::Int8:
        case ElementType::Bool:
            return 1;
        case ElementType::Unknown:
            break;
    }
    return 0;
}

std::string_view elementTypeName(ElementType type) {
    static constexpr std::array<std::string_view, 13> kNames{
        "",      "fp64",  "fp32", "fp16", "bf16",      "fp8",       "int64",
        "int32", "int16", "int8", "bool", "complex64", "complex128"};
    return kNames.at(static_cast<std::size_t>(type));
}

bool isFloatingPoint(ElementType type) {
    return type >= ElementType::Float64 && type <= ElementType::Float8;
}

std::optional<std::int64_t> OperatorInput::elements() const {
    std::int64_t product = 1;
    for (const std::int64_t dim : dims) {
        if (dim < 0 || (dim > 0 && product > kMaxElements / dim)) {
            return std::nullopt;
        }
        product *= dim;
    }
    return product;
}

std::optional<std::int64_t> OperatorInput::storedElements() const {
    if (strides.size() != dims.size()) {
        return elements();
    }
    OperatorInput stored;
    for (std::size_t at = 0; at < dims.size(); ++at) {
        if (strides[at] != 0 || dims[at] == 0) {
            stored.dims.push_back(dims[at]);
        }
    }
    return stored.elements();
}

std::vector<std::int64_t> OperatorInput::integers() const {
    const InputJson json = InputJson::parse(value, nullptr, false);
    std::vector<std::int64_t> found;
    if (json.is_number_integer()) {
        found.push_back(json.get<std::int64_t>());
    } else {
        readIntegers(json, found);
    }
    return found;
}

bool OperatorInput::isTrue() const {
    return value == "True" || value == "true" || value == "1";
}

std::vector<OperatorInput> operatorInputsIn(std::string_view recorded) {
    if (recorded.size() > kMaxInputText) {
        return {};
    }
    std::array<std::string_view, 4> parts{};
    for (std::size_t part = 0; part + 1 < parts.size(); ++part) {
        const std::size_t end = std::min(recorded.find(';'), recorded.size());
        parts.at(part) = recorded.substr(0, end);
        recorded.remove_prefix(std::min(end + 1, recorded.size()));
    }
    parts.back() = recorded;
    std::array<InputJson, 4> json;
    std::transform(parts.begin(), parts.end(), json.begin(),
                   [](std::string_view text) { return InputJson::parse(text, nullptr, false); });
    const auto& [dims, types, strides, values] = json;
    std::vector<OperatorInput> inputs;
    for (std::size_t at = 0; dims.is_array() && at < dims.size(); ++at) {
        OperatorInput& input = inputs.emplace_back();
        readShape(dims[at], input);
        readType(types, at, input);
        if (strides.is_array() && at < strides.size()) {
            readIntegers(strides[at], input.strides);
        }
        input.value = valueText(values, at);
    }
    return inputs;
}

}  // namespace gaplight
