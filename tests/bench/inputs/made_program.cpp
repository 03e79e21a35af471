// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/inputs/made_program.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/trace/trace_builder.h"

namespace gaplight::bench {
namespace {

constexpr std::size_t kShapes = 200;
constexpr std::size_t kKernelNames = 40;
constexpr std::size_t kModules = 300;
constexpr std::size_t kOperatorsInModule = 5;
constexpr std::size_t kModulesInStep = 500;
constexpr std::int64_t kOperatorNs = 10'000;

// Adds slices of a host thread and a stream to a batch.
class LaunchingProgram {
public:
    explicit LaunchingProgram(std::size_t frames) : m_frames(frames) {
        const BatchString process = m_batch.strings.intern("1");
        m_batch.tracks = {{process, process},
                          {m_batch.strings.intern("0"), m_batch.strings.intern("stream 7")}};
        for (std::size_t at = 0; at < kKernelNames; ++at) {
            m_kernels.push_back(
                m_batch.strings.intern(fmt::format("ampere_bf16_s16816gemm_{}", at)));
        }
        for (std::size_t at = 0; at < kModules; ++at) {
            m_modules.push_back(m_batch.strings.intern(fmt::format("nn.Module: Linear_{}", at)));
        }
    }

    void addStep(std::size_t number, std::size_t modules) {
        const std::string name = fmt::format("ProfilerStep#{}", number);
        const auto length = static_cast<std::int64_t>(modules * kOperatorsInModule) * kOperatorNs;
        addSlice(m_now, length, m_batch.strings.intern(name), m_annotation, 0);
        for (std::size_t at = 0; at < modules; ++at) {
            addModule(m_modules[(number * modules + at) % kModules]);
        }
    }

    [[nodiscard]] EventBatch take() {
        m_batch.events = m_batch.slices.start.size();
        return std::move(m_batch);
    }

private:
    std::uint32_t addSlice(std::int64_t start, std::int64_t duration, BatchString name,
                           BatchCategory category, std::size_t track) {
        SliceBatch& slices = m_batch.slices;
        slices.start.push_back(start);
        slices.duration.push_back(duration);
        slices.name.push_back(name);
        slices.category.push_back(category);
        slices.track.push_back(BatchTrack(track));
        slices.event.push_back(EventId(slices.event.size()));
        return static_cast<std::uint32_t>(slices.start.size() - 1);
    }

    void addModule(BatchString name) {
        addSlice(m_now, static_cast<std::int64_t>(kOperatorsInModule) * kOperatorNs, name, m_frame,
                 0);
        for (std::size_t at = 0; at < kOperatorsInModule; ++at) {
            addOperator();
        }
    }

    void addOperator() {
        for (std::size_t at = 0; at < m_frames; ++at) {
            addSlice(m_now, kOperatorNs - 50, m_function, m_frame, 0);
        }
        const std::uint32_t op = addSlice(m_now, kOperatorNs - 100, m_mm, m_operator, 0);
        m_batch.shapeKey.slice.push_back(op);
        m_batch.shapeKey.value.push_back(static_cast<std::uint32_t>(m_launches * 7 % kShapes));
        const std::uint32_t call = addSlice(m_now + 1000, 4000, m_launch, m_runtime, 0);
        const std::uint32_t kernel =
            addSlice(m_now + 6000, kOperatorNs - 200,
                     m_kernels[m_launches * 7 % kShapes % kKernelNames], m_kernel, 1);
        m_batch.gpu.push_back({kernel, 0, 7});
        for (const std::uint32_t slice : {call, kernel}) {
            m_batch.correlation.slice.push_back(slice);
            m_batch.correlation.value.push_back(m_launches + 1);
        }
        ++m_launches;
        m_now += kOperatorNs;
    }

    std::size_t m_frames;
    EventBatch m_batch;
    BatchCategory m_annotation = m_batch.category("user_annotation", SliceKind::UserAnnotation);
    BatchCategory m_frame = m_batch.category("python_function", SliceKind::PythonFunction);
    BatchCategory m_operator = m_batch.category("cpu_op", SliceKind::CpuOp);
    BatchCategory m_runtime = m_batch.category("cuda_runtime", SliceKind::Runtime);
    BatchCategory m_kernel = m_batch.category("kernel", SliceKind::Kernel);
    BatchString m_mm = m_batch.strings.intern("aten::mm");
    BatchString m_function = m_batch.strings.intern("model.py(12): forward");
    BatchString m_launch = m_batch.strings.intern("cudaLaunchKernel");
    std::vector<BatchString> m_kernels;
    std::vector<BatchString> m_modules;
    std::uint64_t m_launches = 0;
    std::int64_t m_now = 0;
};

}  // namespace

std::shared_ptr<const Trace> madeProgram(std::size_t kernels, std::size_t frames) {
    LaunchingProgram program(frames);
    constexpr std::size_t kInStep = kModulesInStep * kOperatorsInModule;
    for (std::size_t step = 0; step * kInStep < kernels; ++step) {
        const std::size_t left = kernels - step * kInStep;
        program.addStep(step, std::min(kModulesInStep, left / kOperatorsInModule + 1));
    }
    TraceBuilder builder;
    builder.add(program.take());
    return builder.finish({});
}

}  // namespace gaplight::bench
