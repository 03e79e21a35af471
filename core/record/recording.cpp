// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/recording.h"

#include <cerrno>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <utility>

#include <poll.h>
#include <sys/socket.h>

#include "core/base/exhaustion.h"

namespace gaplight::record {
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
    auto socket = RecorderSocket::listen();
    if (!socket) {
        return tl::unexpected(socket.error());
    }
    plan.program.environment.emplace_back("CUDA_INJECTION64_PATH", plan.recorderPath);
    plan.program.environment.emplace_back("NVTX_INJECTION64_PATH", plan.recorderPath);
    plan.program.environment.emplace_back(kSocketVariable, (*socket)->path());
    plan.program.environment.emplace_back(kRangeVariable, plan.range);
    plan.settings.startNs = monotonicNow();
    std::unique_ptr<Recording> recording(new Recording(std::move(plan), std::move(*socket)));
    // Before the program: where the system refuses a thread, no program runs unrecorded.
    recording->m_acceptor = std::thread([raw = recording.get()] { raw->acceptConnections(); });
    Result<pid_t> program = startProgram(recording->m_plan.program);
    if (!program) {
        return tl::unexpected(program.error());
    }
    recording->m_program = *program;
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
