// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/fetch_pack.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/result.h"
#include "core/io/file_descriptor.h"
#include "core/io/plain_sources.h"
#include "core/io/spill_file.h"
#include "core/pack/pack_layout.h"
#include "core/record/program_run.h"
#include "core/remote/remote_output.h"
#include "core/remote/resumed_stream.h"
#include "core/remote/ssh_process.h"

namespace gaplight {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPatience(50);
constexpr std::chrono::milliseconds kEndedPatience(5);  // its output has ended: it ends as well
constexpr std::chrono::milliseconds kReportInterval(100);

// Receives a pack, or its rest, through one connection.
class PackReception {
public:
    // `spill`: what was received before.
    PackReception(const RemotePath& remote, const FetchOptions& options,
                  std::shared_ptr<SpillFile> spill, bool isAgain)
        : m_remote(remote),
          m_options(options),
          m_buffer(kSshReadBytes),
          m_spill(std::move(spill)),
          m_before(m_spill->size()),
          m_isAgain(isAgain) {}

    [[nodiscard]] Result<void> receive();
    // After a failure: whether the connection broke, or could not be made again.
    bool isBroken() const { return m_isBroken; }

private:
    [[nodiscard]] Result<void> start();
    [[nodiscard]] Result<void> checkEnd(int exitCode);
    // Until ssh has ended and nothing of it is left.
    [[nodiscard]] Result<int> readAll();
    // Keeps what is there of the pack. False: nothing is there.
    [[nodiscard]] Result<bool> takePack();
    [[nodiscard]] bool takeMessages();
    [[nodiscard]] Result<void> checkBeginning();
    void report();
    Error noPack() const;

    const RemotePath& m_remote;
    const FetchOptions& m_options;
    std::vector<char> m_buffer;
    std::shared_ptr<SpillFile> m_spill;
    std::uint64_t m_before;
    bool m_isAgain;  // a connection broke before
    bool m_isBroken = false;
    SshPipe m_pack;
    SshPipe m_messages;
    RemoteOutput m_output;
    std::string m_head;  // first bytes
    Clock::time_point m_reported;
    SshProcess m_ssh;  // last: ends before the pipes are closed
};

Result<void> PackReception::start() {
    std::string resume;
    if (m_before > 0) {
        const ResumePoint point = TRY(resumePointOf(*m_spill));
        resume = resumeText(point);
    }
    FileDescriptor packEnd(-1);  // both are closed here once ssh has them
    FileDescriptor messagesEnd(-1);
    const Result<void> piped =
        m_pack.open(packEnd).and_then([&] { return m_messages.open(messagesEnd); });
    if (!piped) {
        return piped;
    }
    const FileDescriptor noInput(::open("/dev/null", O_RDWR | O_CLOEXEC));
    record::ProgramCall call;
    call.command = sshCall(
        m_options.ssh.program, m_remote.host,
        remotePackCommand({m_remote.path, m_options.range, m_options.withArgs, resume}), m_isAgain);
    call.standardDescriptors = {noInput.get(), packEnd.get(), messagesEnd.get()};
    return m_ssh.start(std::move(call), m_options.ssh);
}

Error PackReception::noPack() const {
    constexpr std::size_t kShown = 40;
    if (m_head.empty()) {
        return {ErrorCode::NotATrace, "nothing came from gaplight on " + m_remote.host,
                std::nullopt};
    }
    return {ErrorCode::NotATrace,
            fmt::format("{} sends no pack but '{}'; a shell there that prints something at its "
                        "start (.bashrc) has to be silent without a terminal",
                        m_remote.host, printable(m_head.substr(0, kShown))),
            std::nullopt};
}

Result<void> PackReception::checkBeginning() {
    if (m_output.program() && m_output.program()->packVersion > kPackVersion) {
        return tl::unexpected(newerRemoteProgram(m_remote, *m_output.program()));
    }
    if (m_before > 0) {
        return {};
    }
    const bool mayBePack = m_head.size() < kPackMagic.size() ? kPackMagic.starts_with(m_head)
                                                             : m_head.starts_with(kPackMagic);
    return mayBePack ? Result<void>() : tl::unexpected(noPack());
}

Result<bool> PackReception::takePack() {
    const std::string_view bytes = m_pack.take(m_buffer);
    constexpr std::size_t kHead = 64;
    m_head.append(bytes.substr(0, kHead - m_head.size()));
    if (m_spill->size() + bytes.size() > m_options.maxBytes) {
        return fail(ErrorCode::TooLarge,
                    fmt::format("{} sends more than {} bytes, the limit for a pack; pack a part of "
                                "the trace there with 'gaplight pack --range'",
                                m_remote.host, m_options.maxBytes));
    }
    const Result<void> kept = m_spill->append({bytes.data(), bytes.size()});
    return kept ? Result<bool>(!bytes.empty()) : tl::unexpected(kept.error());
}

bool PackReception::takeMessages() {
    const std::string_view bytes = m_messages.take(m_buffer);
    m_output.add(bytes);
    return !bytes.empty();
}

void PackReception::report() {
    const auto now = Clock::now();
    if (m_options.onProgress && now - m_reported >= kReportInterval) {
        m_reported = now;
        m_options.onProgress({m_output.progress(), m_spill->size()});
    }
}

Result<int> PackReception::readAll() {
    while (!m_options.stop.stop_requested()) {
        waitForBytes(m_pack, m_messages, m_pack.hasEnded ? kEndedPatience : kPatience);
        const std::optional<int> ended = m_ssh.exitCode();  // before reading: all of it is there
        const bool hasMessages = takeMessages();
        const bool hasBytes = TRY(takePack());
        TRY(checkBeginning());
        report();
        if (ended && !hasMessages && !hasBytes) {
            m_output.finish();
            return *ended;
        }
    }
    return fail(ErrorCode::Cancelled, "loading was cancelled");
}

Result<void> PackReception::checkEnd(int exitCode) {
    constexpr int kNoLink = 255;
    if (exitCode == 0 && m_before == 0) {
        return m_head.size() < kPackMagic.size() ? tl::unexpected(noPack()) : Result<void>();
    }
    if (exitCode == 0 && m_output.hasResumed()) {
        return {};
    }
    m_isBroken = exitCode == kNoLink && (m_output.program() || m_isAgain);
    Error error = remoteFailure(m_remote, m_output, {exitCode, m_spill->size()});
    if (m_before > 0) {
        error.message = fmt::format("the connection broke after {} bytes and did not go on: {}",
                                    m_before, error.message);
    }
    return tl::unexpected(std::move(error));
}

Result<void> PackReception::receive() {
    return start().and_then([&] { return readAll(); }).and_then([&](int exitCode) {
        return checkEnd(exitCode);
    });
}

// False: a stop was requested meanwhile.
bool sleepUnlessStopped(std::chrono::milliseconds time, const std::stop_token& stop) {
    for (const auto until = Clock::now() + time; Clock::now() < until;) {
        if (stop.stop_requested()) {
            return false;
        }
        std::this_thread::sleep_for(kPatience);
    }
    return true;
}

// Receives a pack through as many connections as it takes.
Result<void> receiveAll(const RemotePath& remote, const FetchOptions& options,
                        const std::shared_ptr<SpillFile>& spill) {
    constexpr std::chrono::milliseconds kFirstPause(1'000);
    unsigned broken = 0;  // connections in a row without a byte of the pack
    for (bool isAgain = false;; isAgain = true) {
        const std::uint64_t before = spill->size();
        PackReception reception(remote, options, spill, isAgain);
        const Result<void> received = reception.receive();
        broken = spill->size() > before ? 0 : broken;
        if (received || !reception.isBroken() || broken >= options.retries) {
            return received;
        }
        const std::chrono::milliseconds pause = kFirstPause * (1U << broken++);
        if (options.onBroken) {
            options.onBroken(fmt::format("{}; trying again in {} s", received.error().message,
                                         pause / std::chrono::seconds(1)));
        }
        if (!sleepUnlessStopped(pause, options.stop)) {
            return fail(ErrorCode::Cancelled, "loading was cancelled");
        }
    }
}

}  // namespace

Result<std::unique_ptr<ByteSource>> fetchPack(const RemotePath& remote,
                                              const FetchOptions& options) {
    const std::shared_ptr<SpillFile> spill = TRY(SpillFile::create());
    const Result<void> received = receiveAll(remote, options, spill);
    if (!received) {
        return fail(received.error().code, remoteText(remote) + ": " + received.error().message);
    }
    return replayedSource(spill);
}

}  // namespace gaplight
