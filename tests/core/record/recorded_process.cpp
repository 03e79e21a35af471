// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/record/recorded_process.h"

namespace gaplight::test {

using namespace record;

std::int64_t RecordedProcess::at(double microseconds) {
    return kRecordedSecond + 12'000'000 + static_cast<std::int64_t>(microseconds * 1000);
}

RecordedProcess::RecordedProcess(std::uint32_t pid, std::string_view program) {
    ProcessRecord process;
    process.pid = pid;
    process.time = at(0);
    process.cuptiVersion = 130001;
    process.driverVersion = 13000;
    add(process, program);
}

void RecordedProcess::device() {
    DeviceRecord gpu;
    gpu.totalMemory = 150'109'880'320;
    gpu.sms = 132;
    gpu.computeMajor = 9;
    gpu.maxThreadsPerBlock = 1024;
    gpu.maxThreadsPerSm = 2048;
    gpu.registersPerBlock = 65536;
    gpu.registersPerSm = 65536;
    gpu.sharedMemoryPerBlock = 49152;
    gpu.sharedMemoryPerSm = 233472;
    gpu.warpSize = 32;
    add(gpu, "NVIDIA H200");
    ContextRecord context;
    context.context = 1;
    add(context);
}

void RecordedProcess::text(std::uint32_t id, std::string_view text) {
    TextRecord record;
    record.id = id;
    add(record, text);
}

void RecordedProcess::call(std::uint32_t name, std::uint32_t correlation, double start, double end,
                           std::uint32_t thread) {
    CallRecord call;
    call.start = at(start);
    call.end = at(end);
    call.function = 211;
    call.name = name;
    call.thread = thread;
    call.correlation = correlation;
    add(call);
}

void RecordedProcess::kernel(std::uint32_t name, std::uint32_t correlation, double start,
                             double end, std::uint32_t stream) {
    KernelRecord kernel;
    kernel.start = at(start);
    kernel.end = at(end);
    kernel.place.context = 1;
    kernel.place.stream = stream;
    kernel.place.correlation = correlation;
    kernel.name = name;
    kernel.grid[0] = 4096;
    kernel.grid[1] = kernel.grid[2] = 1;
    kernel.block[0] = 256;
    kernel.block[1] = kernel.block[2] = 1;
    kernel.registersPerThread = 48;
    kernel.staticSharedMemory = 1024;
    add(kernel);
}

void RecordedProcess::sync(SyncKind kind, std::uint32_t correlation, double start, double end,
                           std::uint32_t stream, std::uint32_t event) {
    SyncRecord sync;
    sync.start = at(start);
    sync.end = at(end);
    sync.kind = kind;
    sync.context = 1;
    sync.stream = stream;
    sync.event = event;
    sync.correlation = correlation;
    add(sync);
}

void RecordedProcess::event(std::uint32_t event, std::uint32_t stream, std::uint32_t correlation) {
    EventRecordRecord record;
    record.context = 1;
    record.stream = stream;
    record.event = event;
    record.correlation = correlation;
    add(record);
}

void RecordedProcess::range(RangePhase phase, double time, std::string_view name,
                            std::uint64_t id) {
    RangeRecord range;
    range.time = at(time);
    range.id = id;
    range.phase = phase;
    range.thread = 4242;
    add(range, name);
}

namespace {

void addCopies(RecordedProcess& program) {
    CopyRecord copy;
    copy.start = RecordedProcess::at(20);
    copy.end = RecordedProcess::at(84);
    copy.bytes = 4'194'304;
    copy.place.context = 1;
    copy.place.stream = 13;
    copy.place.correlation = 3;
    copy.kind = CopyKind::HtoD;
    copy.source = MemoryKind::Pinned;
    copy.target = MemoryKind::Device;
    copy.isAsync = 1;
    program.add(copy);
    FillRecord fill;
    fill.start = RecordedProcess::at(90);
    fill.end = RecordedProcess::at(92);
    fill.bytes = 4096;
    fill.place.context = 1;
    fill.place.stream = 13;
    fill.place.correlation = 4;
    fill.place.graph = 2;
    fill.place.graphNode = 8'589'934'593;
    fill.target = MemoryKind::Device;
    program.add(fill);
}

void addMemory(RecordedProcess& program) {
    MemoryRecord memory;
    memory.time = RecordedProcess::at(1);
    memory.address = 0x7f00;
    memory.bytes = 4096;
    memory.kind = MemoryKind::Device;
    program.add(memory);
    memory.time = RecordedProcess::at(140);
    memory.bytes = 0;
    memory.isFree = 1;
    program.add(memory);
}

}  // namespace

RecordedProcess smallProgram() {
    RecordedProcess program;
    program.device();
    program.text(1, "cudaLaunchKernel_v7000");
    program.text(2, "_Z3addPfi");
    program.text(3, "cudaMemcpyAsync_v3020");
    program.text(4, "cudaGraphLaunch_v10000");
    program.text(5, "cudaStreamWaitEvent_v3020_ptsz");
    program.text(6, "cudaStreamSynchronize_v3020");
    program.text(7, "cudaEventRecord_v3020");
    program.text(8, "Buffer Flush");
    program.text(9, "main");
    NameRecord thread;
    thread.id = 4242;
    program.add(thread, "planted");
    program.range(RangePhase::Push, 2, "step \"0\"\n");
    program.range(RangePhase::Start, 3, std::string_view("load\0io", 7), 1);
    StackRecord stack;
    stack.correlation = 2;
    const std::uint32_t frames[] = {9};
    program.add(stack, {reinterpret_cast<const char*>(frames), sizeof(frames)});
    program.call(1, 2, 4, 9);
    program.kernel(2, 2, 12, 60);
    program.call(3, 3, 10, 14);
    program.call(7, 5, 15, 16);
    program.event(31, 13, 5);
    program.sync(SyncKind::StreamWait, 6, 17.2, 17.8, 7, 31);
    program.call(5, 6, 17, 18);
    program.call(4, 4, 19, 25);
    addCopies(program);
    program.call(6, 8, 30, 130);
    program.sync(SyncKind::Stream, 8, 30.5, 129.5, 7);
    program.range(RangePhase::End, 100, {}, 1);
    program.range(RangePhase::Mark, 101, "half");
    program.range(RangePhase::Pop, 135);
    addMemory(program);
    OverheadRecord overhead;
    overhead.start = RecordedProcess::at(150);
    overhead.end = RecordedProcess::at(155);
    overhead.name = 8;
    program.add(overhead);
    return program;
}

}  // namespace gaplight::test
