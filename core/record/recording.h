// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/types.h>

#include "core/base/result.h"
#include "core/io/file_descriptor.h"
#include "core/io/output_writer.h"
#include "core/record/process_trace.h"
#include "core/record/program_run.h"
#include "core/record/recorder_settings.h"

namespace gaplight::record {

// Listening socket for recorders, in a folder that only this user can enter. The destructor removes
// both; listen() removes the folders of processes that were killed (TemporaryFolder).
class RecorderSocket {
public:
    // Errors: WriteFailed.
    [[nodiscard]] static Result<std::unique_ptr<RecorderSocket>> listen();
    RecorderSocket(const RecorderSocket&) = delete;
    RecorderSocket& operator=(const RecorderSocket&) = delete;

    const std::string& path() const { return m_path; }
    // Waits for the next connection; null after close().
    [[nodiscard]] std::unique_ptr<FileDescriptor> accept();
    // Accepts no more connections and ends a waiting accept(). Thread-safe.
    void close();

private:
    RecorderSocket(std::unique_ptr<TemporaryFolder> folder, int listener, int wakeRead,
                   int wakeWrite);

    std::unique_ptr<TemporaryFolder> m_folder;  // never null
    std::string m_path;
    FileDescriptor m_listener;
    FileDescriptor m_wakeRead;
    FileDescriptor m_wakeWrite;
};

// Sends the settings to a connected recorder; empty text: it does not record. False if the recorder
// has closed the connection.
[[nodiscard]] bool sendSettings(const FileDescriptor& recorder, std::string_view settings);

struct RecordPlan {
    ProgramCall program;
    std::string recorderPath;  // the shared library that is loaded into the program
    // File for the first process that uses CUDA. The files of others have a number before the
    // suffix.
    std::string outPath;
    RecorderSettings settings;
    std::string range;           // record only inside NVTX ranges of this name; empty: always
    bool hasChildren = false;    // record every process that uses CUDA, not only the first
    std::uint64_t maxBytes = 0;  // limit of each trace file, at which its recording stops; 0: none
};

struct RecordedProcess {
    std::uint32_t pid = 0;
    std::string path;         // of the trace; empty: no trace was written
    std::uint64_t bytes = 0;  // size of the trace file
    RecordCounts counts;
    std::string failure;        // why the recorder could not record, or why the trace is cut
    bool isUnwritable = false;  // the failure is one of writing the trace
    bool hasEnded = false;      // the program exited normally
    bool isAtLimit = false;     // maxBytes was reached
};

// Progress of a running recording.
struct RecordingCounters {
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
    std::uint32_t processes = 0;
};

// Runs a program with the injected recorder and writes its traces, one thread per recorded process.
// The destructor ends the recording, not the program.
class Recording {
public:
    // Errors: those of startProgram; WriteFailed where there can be no socket.
    [[nodiscard]] static Result<std::unique_ptr<Recording>> start(RecordPlan plan);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    pid_t program() const { return m_program; }
    RecordingCounters counters() const;
    // Stops recording in all processes; the programs continue unrecorded.
    void stop();
    // Call after the program ended: waits for all recorded processes, closes their files and
    // returns the results in order of appearance.
    [[nodiscard]] std::vector<RecordedProcess> finish();

private:
    struct Connection;

    Recording(RecordPlan plan, std::unique_ptr<RecorderSocket> socket);
    void acceptConnections();
    void takeConnection(std::unique_ptr<FileDescriptor> caller);
    void receive(Connection& connection);
    [[nodiscard]] Result<void> receiveUntilClosed(Connection& connection, ProcessIntake& intake);
    static void conclude(ProcessTrace* trace, const Result<void>& good, RecordedProcess& outcome);

    RecordPlan m_plan;
    std::unique_ptr<RecorderSocket> m_socket;
    pid_t m_program = 0;
    mutable std::mutex m_mutex;  // protects m_connections and m_refusal
    std::vector<std::unique_ptr<Connection>> m_connections;
    std::string m_refusal;  // why a process could not be recorded at all
    std::atomic<bool> m_isStopped{false};
    std::thread m_acceptor;
};

// "run.json.gz" and 123 → "run.123.json.gz".
[[nodiscard]] std::string pathOfProcess(const std::string& outPath, std::uint32_t pid);

// Messages about a recording, shared by the command line and the window.

// Whether CUDA would find a driver and a GPU on this machine, or in this container.
enum class DriverPresence : std::uint8_t { NoDriver, NoGpu, Gpu };

// Reads a few names below /proc and /dev of `root`; loads nothing.
[[nodiscard]] DriverPresence driverPresence(const std::string& root = "/");

// Unused path in a folder (empty: the current one): "python3.json.zst", otherwise with a number.
[[nodiscard]] std::string freeTracePath(const std::string& folder, const std::string& program);

// "planted exited with 7", "planted was ended by signal 11 (Segmentation fault)"; empty for 0.
[[nodiscard]] std::string exitText(const std::string& program, int waitStatus);

// Problems and notices of a recording, one per line; `program`: its name.
[[nodiscard]] std::vector<std::string> problemsOf(const std::string& program,
                                                  const std::vector<RecordedProcess>& processes);

// The first trace that was written; empty: none.
[[nodiscard]] std::string firstTrace(const std::vector<RecordedProcess>& processes);

}  // namespace gaplight::record
