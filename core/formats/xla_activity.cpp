// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla_activity.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

#include "core/trace/ids.h"

namespace gaplight {
namespace {

constexpr std::uint64_t kMaxCorrelation = std::numeric_limits<std::uint32_t>::max();

// The number after `key` in texts such as "regs:168 grid:2,66,1"; `index` counts within a list.
std::optional<double> detailOf(std::string_view text, std::string_view key, int index = 0) {
    for (std::size_t at = text.find(key); at != std::string_view::npos;
         at = text.find(key, at + 1)) {
        if (at > 0 && text[at - 1] != ' ') {
            continue;
        }
        std::string_view value = text.substr(at + key.size());
        value = value.substr(0, value.find(' '));
        for (; index > 0; --index) {
            const std::size_t comma = value.find(',');
            value = comma == std::string_view::npos ? std::string_view() : value.substr(comma + 1);
        }
        double number = 0;
        const auto result = std::from_chars(value.data(), value.data() + value.size(), number);
        return result.ec == std::errc{} ? std::optional(number) : std::nullopt;
    }
    return std::nullopt;
}

template <class Target>
Target detailAs(std::string_view text, std::string_view key, int index = 0) {
    const double number = detailOf(text, key, index).value_or(0);
    if (!(number > 0)) {
        return 0;  // also for NaN
    }
    constexpr Target kLargest = std::numeric_limits<Target>::max();
    return number < static_cast<double>(kLargest) ? static_cast<Target>(number) : kLargest;
}

// The word after `key`: "pinned".
std::string_view wordOf(std::string_view text, std::string_view key) {
    const std::size_t at = text.find(key);
    return at == std::string_view::npos
               ? std::string_view()
               : text.substr(at + key.size(), text.find(' ', at) - at - key.size());
}

bool isCallOf(std::string_view name, std::string_view library) {
    return name.size() > library.size() && name.starts_with(library) &&
           std::isupper(static_cast<unsigned char>(name[library.size()])) != 0;
}

}  // namespace

SliceKind xlaStreamKind(std::string_view name) {
    const auto isOne = [&](std::string_view a, std::string_view b) {
        return name.starts_with(a) || name.starts_with(b);
    };
    // The last of each are the kernels by which ROCm copies and fills.
    const bool isCopy = isOne("Memcpy", "MEMCPY") || isOne("CopyDevice", "CopyHost") ||
                        name.starts_with("__amd_rocclr_copyBuffer");
    const bool isFill = isOne("Memset", "MEMSET") || name.starts_with("__amd_rocclr_fillBuffer");
    return isCopy ? SliceKind::Memcpy : isFill ? SliceKind::Memset : SliceKind::Kernel;
}

SliceKind xlaHostKind(std::string_view name, bool hasCorrelation, bool isStep) {
    if (isCallOf(name, "cuda") || isCallOf(name, "hip")) {
        return SliceKind::Runtime;
    }
    if (hasCorrelation || isCallOf(name, "cu")) {
        return SliceKind::Driver;
    }
    if (isStep) {
        return SliceKind::UserAnnotation;
    }
    return name.starts_with('$') ? SliceKind::PythonFunction : SliceKind::CpuOp;
}

std::string_view xlaCallName(std::string_view name) {
    return name.substr(0, name.find(" ("));
}

std::optional<std::uint64_t> xlaCorrelation(std::uint64_t correlation, std::int64_t device) {
    const bool isOne = correlation > 0 && correlation <= kMaxCorrelation &&
                       device <= std::numeric_limits<std::int32_t>::max() &&
                       GpuId(SourceId(), static_cast<std::int32_t>(device)).isValid();
    return isOne ? std::optional(static_cast<std::uint64_t>(device) << 32U | correlation)
                 : std::nullopt;
}

KernelBatchRow xlaKernelRow(std::uint32_t slice, std::string_view details) {
    KernelBatchRow row;
    row.slice = slice;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        row.grid.at(at) = detailAs<std::uint32_t>(details, "grid:", axis);
        row.block.at(at) = detailAs<std::uint16_t>(details, "block:", axis);
    }
    row.registersPerThread = detailAs<std::uint16_t>(details, "regs:");
    row.sharedMemoryBytes = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(std::uint64_t{detailAs<std::uint32_t>(details, "static_shared:")} +
                                    detailAs<std::uint32_t>(details, "dynamic_shared:") +
                                    detailAs<std::uint32_t>(details, "group_mem:"),
                                std::numeric_limits<std::uint32_t>::max()));
    row.occupancyPercent = static_cast<float>(detailOf(details, "occ_pct:").value_or(-1));
    return row;
}

CopyBatchRow xlaCopyRow(std::uint32_t slice, std::string_view details,
                        StringPool<struct BatchStringTag>& strings) {
    const auto optionalText = [&](std::string_view text) {
        return text.empty() ? BatchString() : strings.intern(text);
    };
    const auto bytes = detailOf(details, "size:");
    return {slice,
            bytes ? detailAs<std::int64_t>(details, "size:") : -1,
            optionalText(wordOf(details, "kind_src:")),
            optionalText(wordOf(details, "kind_dst:")),
            {}};
}

}  // namespace gaplight
