// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

enum class ElementType : std::uint8_t {
    Unknown,
    Float64,
    Float32,
    Float16,
    BFloat16,
    Float8,  // e4m3, e5m2
    Int64,
    Int32,
    Int16,
    Int8,  // with uint8
    Bool,
    Complex64,
    Complex128,
};

// In bytes; 0 for Unknown. O(1).
[[nodiscard]] std::int64_t bytesOf(ElementType type);
// "bf16", "fp32"; empty for Unknown.
[[nodiscard]] std::string_view elementTypeName(ElementType type);
[[nodiscard]] bool isFloatingPoint(ElementType type);

// One input of an operator. Tensors of a list are inputs of their own in `list`, of unknown type:
// profilers record the shapes of a list, not its types.
struct OperatorInput {
    ElementType type = ElementType::Unknown;
    bool isTensor = false;  // false: a number, a list of numbers, a string, or nothing
    std::vector<std::int64_t> dims;
    std::vector<std::int64_t> strides;  // as many as dims, or empty: not recorded
    std::string value;                  // of what is no tensor: "2", "[1, 1]", "True"
    std::vector<OperatorInput> list;

    // Product of the dimensions; empty where it exceeds 2^62.
    std::optional<std::int64_t> elements() const;
    // elements() without those that a stride of 0 repeats (expand): what has to be read.
    std::optional<std::int64_t> storedElements() const;
    // The integers of a recorded value: "[1, 0]" → 1, 0; "2" → 2; empty if it has none.
    std::vector<std::int64_t> integers() const;
    // "True", "true" and "1".
    bool isTrue() const;
};

// The inputs of a call, in the order of the operator's parameters; from
// DetailField::OperatorInputs. Empty if no shapes were recorded, the text is longer than 64 KiB, or
// it is no such text. O(length).
[[nodiscard]] std::vector<OperatorInput> operatorInputsIn(std::string_view recorded);

}  // namespace gaplight
