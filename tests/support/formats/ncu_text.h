// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protozero/pbf_writer.hpp>

namespace gaplight::test {

// Reports of Nsight Compute by hand. Field numbers are written out, so that a wrong one in the
// reader is found.

[[nodiscard]] inline std::string ncuSized(std::string_view message) {
    std::string text;
    for (std::size_t at = 0; at < 4; ++at) {
        text += static_cast<char>((message.size() >> (8 * at)) & 0xffU);
    }
    return text.append(message);
}

struct NcuKernelText {
    std::string name;
    std::array<std::uint64_t, 3> grid{1, 1, 1};
    std::array<std::uint64_t, 3> block{32, 1, 1};
    std::vector<std::pair<std::uint32_t, double>> metrics;  // by index in the table of names
    std::string ruleText;
};

[[nodiscard]] inline std::string ncuKernel(const NcuKernelText& kernel) {
    std::string text;
    protozero::pbf_writer writer(text);
    writer.add_uint64(1, 434);
    writer.add_string(7, kernel.name);
    const auto addSize = [&](protozero::pbf_tag_type tag, const auto& size) {
        protozero::pbf_writer part(writer, tag);
        for (std::size_t at = 0; at < 3; ++at) {
            part.add_uint64(static_cast<protozero::pbf_tag_type>(at + 1), size[at]);
        }
    };
    addSize(10, kernel.grid);
    addSize(11, kernel.block);
    for (const auto& [name, value] : kernel.metrics) {
        protozero::pbf_writer metric(writer, 13);
        metric.add_uint32(1, name);
        protozero::pbf_writer(metric, 2).add_double(3, value);
    }
    if (!kernel.ruleText.empty()) {
        protozero::pbf_writer rule(writer, 19);
        rule.add_string(1, "MadeRule");
        rule.add_string(2, "Made Rule");
        protozero::pbf_writer body(rule, 3);
        protozero::pbf_writer item(body, 1);
        {
            protozero::pbf_writer message(item, 1);
            message.add_string(1, kernel.ruleText);
            message.add_uint64(2, 4);
        }
        protozero::pbf_writer speedup(item, 10);
        speedup.add_uint64(1, 2);
        speedup.add_double(2, 12.5);
    }
    writer.add_uint64(22, 1);
    writer.add_uint64(23, 7);
    return text;
}

// The file's beginning, and a block with the names of metrics and kernels.
[[nodiscard]] inline std::string ncuFile(const std::vector<std::string>& names,
                                         const std::vector<std::string>& kernels) {
    std::string payload;
    for (const std::string& kernel : kernels) {
        payload += ncuSized(kernel);
    }
    std::string header;
    protozero::pbf_writer writer(header);
    writer.add_uint64(2, kernels.size());
    {
        protozero::pbf_writer table(writer, 4);
        for (const std::string& name : names) {
            table.add_string(1, name);
        }
    }
    writer.add_uint64(5, payload.size());
    using namespace std::string_view_literals;
    return std::string("NVR\0"sv) + ncuSized("\x08\x07") + ncuSized(header) + payload;
}

}  // namespace gaplight::test
