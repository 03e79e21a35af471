// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/recording.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/exhaustion.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"

namespace gaplight::record {
namespace {

namespace fs = std::filesystem;

using Names = std::array<const char*, 3>;

// /dev/dxg is the GPU under WSL, the others that of a Jetson.
constexpr Names kOtherGpus{"dev/dxg", "dev/nvgpu", "dev/nvhost-gpu"};

bool hasAny(const fs::path& root, const Names& names) {
    return std::any_of(names.begin(), names.end(), [&](const char* name) {
        std::error_code ignored;
        return fs::exists(root / name, ignored);
    });
}

// /dev/nvidia0, /dev/nvidia1, ...
bool hasDeviceFile(const fs::path& root) {
    constexpr std::string_view kPrefix = "nvidia";
    std::error_code ignored;
    for (fs::directory_iterator at(root / "dev", ignored), end; at != end; at.increment(ignored)) {
        const std::string name = at->path().filename();
        if (name.size() > kPrefix.size() && name.starts_with(kPrefix) &&
            name[kPrefix.size()] >= '0' && name[kPrefix.size()] <= '9') {
            return true;
        }
    }
    return false;
}

bool hasListedGpu(const fs::path& root) {
    std::error_code failed;
    return fs::directory_iterator(root / "proc/driver/nvidia/gpus", failed) !=
           fs::directory_iterator();
}

}  // namespace

DriverPresence driverPresence(const std::string& root) {
    if (hasAny(root, kOtherGpus) || hasDeviceFile(root) || hasListedGpu(root)) {
        return DriverPresence::Gpu;
    }
    std::error_code ignored;
    const bool hasDriver = fs::exists(fs::path(root) / "proc/driver/nvidia/version", ignored) ||
                           fs::exists(fs::path(root) / "dev/nvidiactl", ignored);
    return hasDriver ? DriverPresence::NoGpu : DriverPresence::NoDriver;
}

namespace {

namespace fs = std::filesystem;

std::string adviceFor(const std::string& failure) {
    if (failure.find("INSUFFICIENT_PRIVILEGES") != std::string::npos) {
        return "; the driver lets only root profile: run as root, or load the driver with "
               "NVreg_RestrictProfilingToAdminUsers=0";
    }
    if (failure.find("MULTIPLE_SUBSCRIBERS") != std::string::npos) {
        return "; another profiler is in this program";
    }
    return "";
}

std::string whyNothing(const std::string& program) {
    const std::string nothing = "nothing was recorded: ";
    switch (driverPresence()) {
        case DriverPresence::NoDriver:
            return nothing + "there is no NVIDIA driver here";
        case DriverPresence::NoGpu:
            return nothing + "the NVIDIA driver has no GPU here";
        case DriverPresence::Gpu:
            break;
    }
    return nothing + program + " did not use CUDA while it was to be recorded";
}

std::string droppedText(const RecordedProcess& process) {
    return process.path + ": " + countText(process.counts.dropped, "record was", "records were") +
           " dropped: they came faster than they could be written";
}

}  // namespace

std::string freeTracePath(const std::string& folder, const std::string& program) {
    const std::string stem = fs::path(program).filename();
    std::error_code ignored;
    for (int number = 1;; ++number) {
        const std::string name =
            stem + (number == 1 ? "" : "-" + std::to_string(number)) + ".json.zst";
        const fs::path path = folder.empty() ? fs::path(name) : fs::path(folder) / name;
        if (!fs::exists(path, ignored)) {
            return path;
        }
    }
}

std::string exitText(const std::string& program, int waitStatus) {
    if (WIFSIGNALED(waitStatus)) {
        return program + " was ended by signal " + std::to_string(WTERMSIG(waitStatus)) + " (" +
               ::strsignal(WTERMSIG(waitStatus)) + ")";
    }
    const int code = WEXITSTATUS(waitStatus);
    return code == 0 ? "" : program + " exited with " + std::to_string(code);
}

std::vector<std::string> problemsOf(const std::string& program,
                                    const std::vector<RecordedProcess>& processes) {
    std::vector<std::string> lines;
    for (const RecordedProcess& process : processes) {
        if (!process.failure.empty()) {
            lines.push_back(
                (process.path.empty() ? "nothing was recorded: " : process.path + ": ") +
                process.failure + adviceFor(process.failure));
        }
        if (process.counts.dropped != 0) {
            lines.push_back(droppedText(process));
        }
        if (process.isAtLimit) {
            lines.push_back(process.path + ": recording stopped at --max-size");
        }
    }
    if (lines.empty() && firstTrace(processes).empty()) {
        lines.push_back(whyNothing(program));
    }
    return lines;
}

std::string firstTrace(const std::vector<RecordedProcess>& processes) {
    for (const RecordedProcess& process : processes) {
        if (!process.path.empty()) {
            return process.path;
        }
    }
    return {};
}

namespace {

constexpr int kBacklog = 64;

tl::unexpected<Error> noSocket(const std::string& path) {
    return fail(ErrorCode::WriteFailed, "cannot listen for the recorder at " + path + ": " +
                                            std::generic_category().message(errno));
}

constexpr std::string_view kFolderName = "gaplight-record";
constexpr const char* kSocketName = "socket";

// In a folder whose path leaves room for the socket's name: sun_path has 108 bytes.
std::unique_ptr<TemporaryFolder> newFolder() {
    constexpr std::size_t kMaxParent = 90 - kFolderName.size() - 8;
    const char* variable = std::getenv("TMPDIR");
    const std::string temporary = variable == nullptr ? "" : variable;
    for (const std::string& parent : {std::string("/tmp"), temporary}) {
        if (!parent.empty() && parent.size() < kMaxParent) {
            if (auto folder = TemporaryFolder::create(parent, kFolderName)) {
                return folder;
            }
        }
    }
    return nullptr;
}

bool sendAll(int socket, const void* bytes, std::size_t count) {
    const char* at = static_cast<const char*>(bytes);
    while (count > 0) {
        const ssize_t sent = ::send(socket, at, count, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        const std::size_t taken = sent < 0 ? 0 : static_cast<std::size_t>(sent);
        at += taken;
        count -= taken;
    }
    return true;
}

}  // namespace

RecorderSocket::RecorderSocket(std::unique_ptr<TemporaryFolder> folder, int listener, int wakeRead,
                               int wakeWrite)
    : m_folder(std::move(folder)),
      m_path(m_folder->path() + "/" + kSocketName),
      m_listener(listener),
      m_wakeRead(wakeRead),
      m_wakeWrite(wakeWrite) {}

Result<std::unique_ptr<RecorderSocket>> RecorderSocket::listen() {
    std::unique_ptr<TemporaryFolder> folder = newFolder();
    if (folder == nullptr) {
        return noSocket("/tmp");
    }
    std::array<int, 2> wake{-1, -1};
    const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::pipe2(wake.data(), O_CLOEXEC) != 0) {
        wake = {-1, -1};
    }
    std::unique_ptr<RecorderSocket> socket(
        new RecorderSocket(std::move(folder), listener, wake[0], wake[1]));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, socket->m_path.c_str(), socket->m_path.size() + 1);
    if (listener < 0 || wake[0] < 0 ||
        ::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
        ::listen(listener, kBacklog) != 0) {
        return noSocket(socket->m_path);
    }
    return socket;
}

std::unique_ptr<FileDescriptor> RecorderSocket::accept() {
    for (;;) {
        std::array<pollfd, 2> ends{{{m_listener.get(), POLLIN, 0}, {m_wakeRead.get(), POLLIN, 0}}};
        if (::poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) {
            return nullptr;
        }
        // Connections that already wait are accepted even after close().
        if ((ends[0].revents & POLLIN) != 0) {
            // Made first: without memory for it, the recorder still waits to be accepted.
            auto recorder = std::make_unique<FileDescriptor>(-1);
            recorder->take(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
            if (recorder->get() >= 0) {
                return recorder;
            }
        } else if (ends[1].revents != 0) {
            return nullptr;
        }
    }
}

void RecorderSocket::close() {
    [[maybe_unused]] const ssize_t written = ::write(m_wakeWrite.get(), "x", 1);
}

bool sendSettings(const FileDescriptor& recorder, std::string_view settings) {
    const auto bytes = static_cast<std::uint32_t>(settings.size());
    return sendAll(recorder.get(), &bytes, sizeof(bytes)) &&
           sendAll(recorder.get(), settings.data(), settings.size());
}

namespace {

constexpr std::size_t kReadBytes = 1U << 20;
// Longest time between the arrival of a record and its write to the file.
constexpr std::chrono::milliseconds kFlushPeriod{500};

std::int64_t monotonicNow() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

std::string_view suffixOf(std::string_view name) {
    for (const std::string_view suffix : {".json.gz", ".json.zst", ".json"}) {
        if (name.ends_with(suffix)) {
            return suffix;
        }
    }
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

}  // namespace

std::string pathOfProcess(const std::string& outPath, std::uint32_t pid) {
    const std::filesystem::path path(outPath);
    const std::string name = path.filename();
    const std::string_view suffix = suffixOf(name);
    const std::string stem = name.substr(0, name.size() - suffix.size());
    return path.parent_path() / (stem + "." + std::to_string(pid) + std::string(suffix));
}

// A connected recorder.
struct Recording::Connection {
    explicit Connection(std::unique_ptr<FileDescriptor> descriptor, bool first)
        : socket(std::move(descriptor)), isFirst(first) {}

    std::unique_ptr<FileDescriptor> socket;
    bool isFirst;
    std::atomic<std::uint64_t> records{0};
    std::atomic<std::uint64_t> bytes{0};
    RecordedProcess outcome;  // once the thread has ended
    std::thread thread;
};

Recording::Recording(RecordPlan plan, std::unique_ptr<RecorderSocket> socket)
    : m_plan(std::move(plan)), m_socket(std::move(socket)) {}

Result<std::unique_ptr<Recording>> Recording::start(RecordPlan plan) {
    auto socket = TRY(RecorderSocket::listen());
    plan.program.environment.emplace_back("CUDA_INJECTION64_PATH", plan.recorderPath);
    plan.program.environment.emplace_back("NVTX_INJECTION64_PATH", plan.recorderPath);
    plan.program.environment.emplace_back(kSocketVariable, socket->path());
    plan.program.environment.emplace_back(kRangeVariable, plan.range);
    plan.settings.startNs = monotonicNow();
    std::unique_ptr<Recording> recording(new Recording(std::move(plan), std::move(socket)));
    // Before the program: where the system refuses a thread, no program runs unrecorded.
    recording->m_acceptor = std::thread([raw = recording.get()] { raw->acceptConnections(); });
    recording->m_program = TRY(startProgram(recording->m_plan.program));
    return recording;
}

Recording::~Recording() {
    stop();
    [[maybe_unused]] const std::vector<RecordedProcess> ended = finish();
}

void Recording::acceptConnections() {
    bool isOpen = true;
    while (isOpen) {
        // An exception that left this thread would end the program.
        const Result<void> taken = failOnExhaustion("recording", [&]() -> Result<void> {
            std::unique_ptr<FileDescriptor> caller = m_socket->accept();
            isOpen = caller != nullptr;
            if (isOpen) {
                takeConnection(std::move(caller));
            }
            return {};
        });
        if (!taken) {
            const std::scoped_lock lock(m_mutex);
            m_refusal = taken.error().message;
        }
    }
}

void Recording::takeConnection(std::unique_ptr<FileDescriptor> caller) {
    const std::scoped_lock lock(m_mutex);
    const bool isFirst = m_connections.empty();
    const bool isWanted = (isFirst || m_plan.hasChildren) && !m_isStopped;
    auto connection = std::make_unique<Connection>(std::move(caller), isFirst);
    if (!sendSettings(*connection->socket, isWanted ? textOf(m_plan.settings) : "") || !isWanted) {
        return;
    }
    m_connections.reserve(m_connections.size() + 1);  // so that a started thread is never lost
    connection->thread = std::thread([this, to = connection.get()] { receive(*to); });
    m_connections.push_back(std::move(connection));
}

void Recording::receive(Connection& connection) {
    ProcessIntake intake(
        [this, &connection](std::uint32_t pid) {
            return connection.isFirst ? m_plan.outPath : pathOfProcess(m_plan.outPath, pid);
        },
        m_plan.maxBytes);
    // An exception that left this thread would end the program.
    const Result<void> good =
        failOnExhaustion("recording", [&] { return receiveUntilClosed(connection, intake); });
    // Closing the connection stops the recorder, whatever it has not sent yet.
    ::shutdown(connection.socket->get(), SHUT_RDWR);
    const Result<void> ended = failOnExhaustion("recording", [&]() -> Result<void> {
        conclude(intake.trace(), good, connection.outcome);
        return {};
    });
    if (!ended) {
        connection.outcome.failure = ended.error().message;
    }
    connection.bytes = connection.outcome.bytes;
}

Result<void> Recording::receiveUntilClosed(Connection& connection, ProcessIntake& intake) {
    std::vector<std::byte> buffer(kReadBytes);
    RecordedProcess& outcome = connection.outcome;
    Result<void> good;
    auto flushed = std::chrono::steady_clock::now();
    while (good) {
        pollfd end{connection.socket->get(), POLLIN, 0};
        ::poll(&end, 1, static_cast<int>(kFlushPeriod.count()));
        const ssize_t count =
            ::recv(connection.socket->get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) {
            break;
        }
        good = intake.take(std::span<const std::byte>(buffer).first(
            count < 0 ? 0 : static_cast<std::size_t>(count)));
        outcome.pid = intake.pid();
        ProcessTrace* trace = intake.trace();
        if (trace == nullptr) {
            continue;
        }
        const auto now = std::chrono::steady_clock::now();
        if (good && now - flushed >= kFlushPeriod) {
            good = trace->flush();
            flushed = now;
        }
        connection.records = trace->events().counts().records;
        connection.bytes = trace->bytesWritten();
        outcome.isAtLimit = trace->isFull();
        if (outcome.isAtLimit) {
            break;
        }
    }
    return good;
}

void Recording::conclude(ProcessTrace* trace, const Result<void>& good, RecordedProcess& outcome) {
    if (trace == nullptr) {
        outcome.failure = good ? "" : good.error().message;
        return;
    }
    const Result<void> finished = trace->finish();
    outcome.bytes = trace->bytesWritten();
    outcome.path = outcome.bytes == 0 ? "" : trace->path();
    outcome.counts = trace->events().counts();
    outcome.failure = !good       ? good.error().message
                      : !finished ? finished.error().message
                                  : trace->events().failure();
    outcome.isUnwritable = (!good && good.error().code == ErrorCode::WriteFailed) ||
                           (!finished && finished.error().code == ErrorCode::WriteFailed);
    outcome.hasEnded = trace->events().hasEnded();
}

RecordingCounters Recording::counters() const {
    const std::scoped_lock lock(m_mutex);
    RecordingCounters sum;
    for (const auto& connection : m_connections) {
        sum.records += connection->records;
        sum.bytes += connection->bytes;
        ++sum.processes;
    }
    return sum;
}

void Recording::stop() {
    const std::scoped_lock lock(m_mutex);
    m_isStopped = true;
    for (const auto& connection : m_connections) {
        ::shutdown(connection->socket->get(), SHUT_RDWR);
    }
}

std::vector<RecordedProcess> Recording::finish() {
    m_socket->close();
    if (m_acceptor.joinable()) {
        m_acceptor.join();
    }
    std::vector<RecordedProcess> processes;
    for (const auto& connection : m_connections) {
        if (connection->thread.joinable()) {
            connection->thread.join();
        }
        processes.push_back(connection->outcome);
    }
    if (!m_refusal.empty()) {
        processes.emplace_back().failure = m_refusal;
    }
    return processes;
}

}  // namespace gaplight::record
