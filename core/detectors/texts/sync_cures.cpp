// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/texts/sync_cures.h"

#include <algorithm>
#include <array>

namespace gaplight {
namespace {

constexpr std::string_view kTuningGuide =
    "PyTorch performance tuning guide, \"Avoid unnecessary CPU-GPU synchronization\"";
constexpr std::string_view kPinnedTutorial =
    "PyTorch tutorial \"A guide on good usage of non_blocking and pin_memory()\"";
constexpr std::string_view kBeginIndex = "huggingface/diffusers pull request 11696";
constexpr std::string_view kDiffusersGuide = "diffusers profiling guide";

constexpr std::string_view kSetBeginIndex =
    "Call `scheduler.set_begin_index(0)` before the loop: the scheduler then counts its steps "
    "itself and need not search its timesteps on the GPU with `nonzero` and `.item()`.";

constexpr std::array kSyncCures{
    SyncCure{SyncSource::Nonzero, "index_for_timestep", "`nonzero`", kSetBeginIndex, kBeginIndex},
    SyncCure{SyncSource::Nonzero, "_init_step_index", "`nonzero`", kSetBeginIndex, kBeginIndex},
    SyncCure{SyncSource::Item, "index_for_timestep", "`.item()`", kSetBeginIndex, kBeginIndex},
    SyncCure{SyncSource::Item, "_init_step_index", "`.item()`", kSetBeginIndex, kBeginIndex},
    SyncCure{SyncSource::Nonzero, "", "`nonzero`",
             "`nonzero`, boolean indexing and `torch.where(condition)` must know on the host how "
             "many elements there are. Keep the mask and use `torch.where(mask, a, b)` or multiply "
             "by it, or give the size: `torch.nonzero_static(mask, size=n)`.",
             kTuningGuide},
    SyncCure{SyncSource::SizeArgument, "", "sizes read by `.item()`",
             "The sizes are read back from the GPU by `.item()` (a tensor, such as `x.max() + 1`, "
             "given as a size). Pass sizes that the host knows already, such as the height and "
             "width that the tensors were made from, as Python integers.",
             kDiffusersGuide},
    SyncCure{
        SyncSource::Condition, "", "`if tensor`",
        "`if tensor:` reads a boolean back from the GPU. Decide from values that the host has, "
        "keep the choice on the GPU with `torch.where`, or look only every few steps.",
        kTuningGuide},
    SyncCure{SyncSource::ErrorCheck, "", "error check of `torch.linalg`",
             "`torch.linalg` functions read their error code back. Use the `_ex` variant without "
             "the check, `torch.linalg.solve_ex(A, B, check_errors=False)`, or solve small "
             "systems on the CPU.",
             "PyTorch documentation of torch.linalg.solve_ex"},
    SyncCure{SyncSource::Item, "", "`.item()`",
             "`.item()`, `float()` and `int()` of a GPU tensor wait for all work before it. Keep "
             "the value on the GPU (accumulate `loss.detach()`), read it every n steps, or copy it "
             "with `to(\"cpu\", non_blocking=True)` and read it one step later.",
             kTuningGuide},
    SyncCure{SyncSource::ReadBack, "", "copy to the host",
             "`.cpu()`, `.numpy()` and `.tolist()` wait for all work before them. Copy once after "
             "the loop, or into pinned memory with `to(\"cpu\", non_blocking=True)` and read it "
             "after an event, while the next step runs.",
             kTuningGuide},
    SyncCure{SyncSource::ListToTensor, "", "`torch.tensor`",
             "`torch.tensor(values, device=…)` copies from pageable memory, so the host waits for "
             "all work before it. Make constants on the GPU, `torch.ones(n, device=device) * c`, "
             "or once before the loop.",
             kDiffusersGuide},
    SyncCure{SyncSource::ScalarsToTensor, "", "`torch.tensor`",
             "Use `torch.stack(values)` instead of `torch.tensor(values, device=…)` for a list of "
             "GPU scalars: it neither reads them one by one nor copies from the host. Make "
             "constants on the GPU, `torch.ones(n, device=device) * c`.",
             kDiffusersGuide},
    SyncCure{SyncSource::Upload, "", "copy from pageable memory",
             "A copy from pageable memory makes the host wait for the stream. Pin the source "
             "(`pin_memory=True` in the DataLoader, or `tensor.pin_memory()` once) and copy with "
             "`non_blocking=True`, or keep the tensor on the GPU.",
             kPinnedTutorial},
    SyncCure{SyncSource::Copy, "", "waiting copy",
             "Copy with `non_blocking=True` between pinned memory and the GPU, and wait on an "
             "event only where the host reads the result.",
             kPinnedTutorial},
    SyncCure{SyncSource::Synchronize, "", "`synchronize()`",
             "Remove the explicit `synchronize()`: work on a stream runs in order without it. To "
             "time, record `torch.cuda.Event`s and synchronise once after the loop.",
             kTuningGuide},
    SyncCure{SyncSource::EventWait, "DistributedDataParallel", "statistics of DDP",
             "DistributedDataParallel times itself with events in its first 10 iterations and in "
             "every 100th after that, which is most likely what waits here. Capture later "
             "iterations before judging; the program needs no change.",
             "torch/csrc/distributed/c10d/logger.cpp, reducer_cuda.cpp", true},
    SyncCure{SyncSource::EventWait, "", "event wait",
             "Let the GPU wait instead of the host: `stream.wait_event(event)`. For timing, call "
             "`elapsed_time` once after the loop.",
             kTuningGuide},
    SyncCure{SyncSource::Operator, "aten::repeat_interleave", "`repeat_interleave`",
             "Pass `output_size=` to `repeat_interleave`: without it the size is read back from "
             "the GPU.",
             "PyTorch documentation of torch.repeat_interleave"},
    SyncCure{SyncSource::Operator, "aten::equal", "`torch.equal`",
             "`torch.equal` gives a Python boolean and so waits. Compare with `(a == b).all()` and "
             "keep the result on the GPU, or leave the check out of the loop.",
             kTuningGuide},
    SyncCure{SyncSource::Operator, "", "an operator that waits",
             "This operator waits for the GPU inside, mostly because the size of its result "
             "depends on the data. Look for a variant with a fixed size, or do it outside the "
             "loop.",
             kTuningGuide},
    SyncCure{SyncSource::Unknown, "", "cause not recorded",
             "Nothing was recorded around the call. Capture with `with_stack=True` to see the line "
             "that makes it; `torch.cuda.set_sync_debug_mode(\"warn\")` also names it.",
             "PyTorch documentation of torch.cuda.set_sync_debug_mode"},
};

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace

std::span<const SyncCure> syncCures() {
    return kSyncCures;
}

std::uint32_t syncCureOf(SyncSource source, std::string_view function, std::string_view annotation,
                         std::string_view op) {
    const auto* at = std::find_if(kSyncCures.begin(), kSyncCures.end(), [&](const SyncCure& cure) {
        return cure.source == source &&
               (cure.inside.empty() || contains(function, cure.inside) ||
                contains(annotation, cure.inside) || contains(op, cure.inside));
    });
    return static_cast<std::uint32_t>((at == kSyncCures.end() ? at - 1 : at) - kSyncCures.begin());
}

}  // namespace gaplight
