// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/trace/trace.h"

namespace gaplight {

// Class of a runtime or driver call, by its name. CUDA and HIP, and for launches and waits Level
// Zero, Unified Runtime and OpenCL; version suffixes (`_v2`, `_ptsz`) do not matter.
enum class ApiCall : std::uint8_t { Other, Blocking, Launch, Alloc, Copy };
[[nodiscard]] ApiCall apiCallOf(std::string_view name);

// "cudaLaunchKernel" of "cudaLaunchKernel_v7000": without version, and without the mark of the
// per-thread default stream (`_ptsz`).
[[nodiscard]] std::string_view plainCallName(std::string_view call);

// Role of a call for CUDA or HIP graphs, by its name: replay of a graph, begin or end of a capture,
// instantiation.
enum class GraphCall : std::uint8_t { None, Launch, BeginCapture, EndCapture, Instantiate };
[[nodiscard]] GraphCall graphCallOf(std::string_view name);

// Kind of work of an operator, annotation or Python frame; it holds for everything inside.
//   Compile     calls of a compiler: TorchDynamo, AOTAutograd, Inductor, Triton, XLA, or functions
//               named for compiling (`compileFusion`); not calls of the compiled code
//   DataLoader  fetching the next batch
//   Profiler    a frame of torch/profiler
//   RankWait    calls of MPI that return only once other ranks have done their part: `MPI_Recv`,
//               `MPI_Waitall`, `MPI_Allreduce`; not `MPI_Irecv`, `MPI_Test`
enum class HostWork : std::uint8_t { Ordinary, Compile, DataLoader, Profiler, RankWait };
[[nodiscard]] HostWork hostWorkOf(std::string_view name);
// Whether a name of HostWork::Compile belongs to a compiler other than PyTorch's: XLA's calls, and
// functions whose last part is `compile`, `compileX` or `CompileX` (`Nvrtc::CompileProgram`).
[[nodiscard]] bool isOtherCompiler(std::string_view name);

// Whether a name of an operator, Python frame, step or kernel occurs only in programs that use
// PyTorch.
[[nodiscard]] bool isTorchName(std::string_view name);

// ApiCall and HostWork of every text of a trace, computed once: one byte each.
class NameClasses {
public:
    [[nodiscard]] static NameClasses build(const Trace& trace);

    ApiCall apiCall(StringId name) const {
        return static_cast<ApiCall>(m_classes[name.index()] & 0x0FU);
    }
    HostWork hostWork(StringId name) const {
        return static_cast<HostWork>(m_classes[name.index()] >> 4U);
    }
    // Whether at least one name of the trace is of this work. O(names).
    bool has(HostWork work) const;
    // Whether isTorchName() is true for at least one name of the trace.
    bool usesTorch() const { return m_usesTorch; }

private:
    bool m_usesTorch = false;
    std::vector<std::uint8_t> m_classes;  // ApiCall | HostWork << 4
};

}  // namespace gaplight
