// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/io/output_writer.h"
#include "core/record/record_splitter.h"
#include "core/record/trace_events.h"

namespace gaplight::record {

// The trace file of one recorded process, written in bounded memory while records arrive. The file
// is created with the first event. Without finish() its closing brackets are missing, which
// Gaplight accepts.
class ProcessTrace {
public:
    // `maxBytes`: hard limit of the file size; 0: none.
    explicit ProcessTrace(std::string path, std::uint64_t maxBytes = 0)
        : m_path(std::move(path)), m_maxBytes(maxBytes) {}

    // Errors: Corrupt (the recorder's bytes), WriteFailed.
    [[nodiscard]] Result<void> take(std::span<const std::byte> bytes);
    // Writes everything received so far to the file. Cheap without new records.
    [[nodiscard]] Result<void> flush();
    // Closes the file, if there is one.
    [[nodiscard]] Result<void> finish();

    const std::string& path() const { return m_path; }
    const TraceEvents& events() const { return m_events; }
    // True once the size limit is reached: further records are dropped.
    bool isFull() const { return m_isFull; }
    // Size of the file; 0 before it is created.
    std::uint64_t bytesWritten() const { return m_file == nullptr ? 0 : m_file->bytesInFile(); }

private:
    bool hasRoom() const;
    [[nodiscard]] Result<void> makeRoom();
    [[nodiscard]] Result<void> writeEvents();
    [[nodiscard]] Result<void> begin();
    std::string deviceProperties() const;

    std::string m_path;
    std::uint64_t m_maxBytes;
    std::uint64_t m_unflushed = 0;  // bytes of text that the file may not have yet
    bool m_isFull = false;
    RecordSplitter m_splitter;
    TraceEvents m_events;
    std::unique_ptr<OutputWriter> m_file;
    bool m_hasDevices = false;  // they are in the file
    bool m_hasEvents = false;   // so that a comma is needed before the next
};

// Receives what one recorder sends, in pieces of any length. The first record names the recorded
// process, which decides the path of its trace; all bytes, including the first record, are then
// written to that trace.
class ProcessIntake {
public:
    using PathOf = std::function<std::string(std::uint32_t pid)>;

    // `maxBytes`: as for ProcessTrace.
    ProcessIntake(PathOf pathOf, std::uint64_t maxBytes)
        : m_pathOf(std::move(pathOf)), m_maxBytes(maxBytes) {}

    // Errors: Corrupt (also if the first record is not one of a recorder of this build),
    // WriteFailed.
    [[nodiscard]] Result<void> take(std::span<const std::byte> bytes);

    // Null until the process is known.
    ProcessTrace* trace() const { return m_trace.get(); }
    std::uint32_t pid() const { return m_pid; }  // 0: not known yet

private:
    PathOf m_pathOf;
    std::uint64_t m_maxBytes;
    std::uint32_t m_pid = 0;
    std::vector<std::byte> m_first;  // what has arrived of the first record
    std::unique_ptr<ProcessTrace> m_trace;
};

}  // namespace gaplight::record
