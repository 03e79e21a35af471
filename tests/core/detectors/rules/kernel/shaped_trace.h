// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/core/detectors/detected.h"
#include "tests/support/traces/gpu_facts.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {

// One call of an operator, as recorded with shapes.
struct ShapedOperator {
    std::string name;
    std::string dims;
    std::string types;
    std::string kernel = "vectorized_elementwise_kernel";
    std::int64_t length = 200'000;  // ns, of its kernel
    std::string values{};           // of what is no tensor; empty: not recorded
};

// Calls of such operators on one thread, whose kernels run on one stream.
class ShapedTrace {
public:
    explicit ShapedTrace(const GpuFacts& gpu = {}) {
        gpu.addTo(m_dsl);
        m_host = m_dsl.thread("main");
        m_stream = m_dsl.stream(0, 7);
    }

    // Ten calls of each, one after the other.
    Detected detect(const std::vector<ShapedOperator>& operators, const Launched& launched,
                    bool isBeside = false) {
        const auto beside = m_dsl.stream(0, 8);
        std::int64_t at = 0;
        for (std::int64_t call = 0; call < 10; ++call) {
            for (const ShapedOperator& one : operators) {
                add(one, at, launched);
                if (isBeside) {
                    m_dsl.kernel(beside, {at + 12'000, at + 12'000 + one.length},
                                 m_dsl.launch(m_host, {at + 6'000, at + 7'000}), "other");
                }
                at += one.length + 20'000;
            }
        }
        return Detected(m_dsl);
    }

private:
    void add(const ShapedOperator& one, std::int64_t at, const Launched& launched) {
        m_dsl.op(m_host, {at, at + 5'000}, one.name);
        m_dsl.arg("Input Dims", one.dims);
        m_dsl.arg("Input type", one.types);
        if (!one.values.empty()) {
            m_dsl.arg("Concrete Inputs", one.values);
        }
        m_dsl.kernel(m_stream, {at + 12'000, at + 12'000 + one.length},
                     m_dsl.launch(m_host, {at + 1'000, at + 4'000}), one.kernel);
        launched.addTo(m_dsl);
    }

    TraceDsl m_dsl;
    TraceDsl::Track m_host;
    TraceDsl::Track m_stream;
};

}  // namespace gaplight::test
