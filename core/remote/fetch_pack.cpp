// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/fetch_pack.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/io/file_descriptor.h"
#include "core/io/replayed_source.h"
#include "core/io/spill_file.h"
#include "core/pack/pack_layout.h"
#include "core/record/program_run.h"
#include "core/remote/far_failure.h"
#include "core/remote/far_output.h"
#include "core/remote/ssh_call.h"
#include "core/remote/ssh_process.h"

namespace gaplight {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPatience(50);
constexpr std::chrono::milliseconds kEndedPatience(5);  // its output has ended: it ends as well
constexpr std::chrono::milliseconds kReportInterval(100);

// Receives one pack.
class PackReception {
public:
    PackReception(const RemotePath& remote, const FetchOptions& options)
        : m_remote(remote), m_options(options), m_buffer(kSshReadBytes) {}

    [[nodiscard]] Result<std::unique_ptr<ByteSource>> receive();

private:
    [[nodiscard]] Result<void> start();
    // Until ssh has ended and nothing of it is left.
    [[nodiscard]] Result<int> readAll();
    // Keeps what is there of the pack. False: nothing is there.
    [[nodiscard]] Result<bool> takePack();
    [[nodiscard]] bool takeMessages();
    [[nodiscard]] Result<void> checkBeginning();
    void report();
    [[nodiscard]] Error noPack() const;

    const RemotePath& m_remote;
    const FetchOptions& m_options;
    std::vector<char> m_buffer;
    std::shared_ptr<SpillFile> m_spill;
    SshPipe m_pack;
    SshPipe m_messages;
    FarOutput m_output;
    std::string m_head;  // first bytes
    Clock::time_point m_reported;
    SshProcess m_ssh;  // last: ends before the pipes are closed
};

Result<void> PackReception::start() {
    Result<std::shared_ptr<SpillFile>> spill = SpillFile::create();
    if (!spill) {
        return tl::unexpected(spill.error());
    }
    m_spill = *std::move(spill);
    FileDescriptor packEnd(-1);  // both are closed here once ssh has them
    FileDescriptor messagesEnd(-1);
    const Result<void> piped =
        m_pack.open(packEnd).and_then([&] { return m_messages.open(messagesEnd); });
    if (!piped) {
        return piped;
    }
    const FileDescriptor noInput(::open("/dev/null", O_RDWR | O_CLOEXEC));
    record::ProgramCall call;
    call.command = sshCall(m_options.ssh.program, m_remote.host, farPack(m_remote.path));
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
        return tl::unexpected(newerFarProgram(m_remote, *m_output.program()));
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
        const Result<bool> hasBytes = takePack();
        if (!hasBytes) {
            return tl::unexpected(hasBytes.error());
        }
        if (const Result<void> begun = checkBeginning(); !begun) {
            return tl::unexpected(begun.error());
        }
        report();
        if (ended && !hasMessages && !*hasBytes) {
            m_output.finish();
            return *ended;
        }
    }
    return fail(ErrorCode::Cancelled, "loading was cancelled");
}

Result<std::unique_ptr<ByteSource>> PackReception::receive() {
    if (const Result<void> started = start(); !started) {
        return tl::unexpected(started.error());
    }
    const Result<int> exitCode = readAll();
    if (!exitCode) {
        return tl::unexpected(exitCode.error());
    }
    if (*exitCode != 0) {
        return tl::unexpected(farFailure(m_remote, m_output, {*exitCode, m_spill->size()}));
    }
    if (m_head.size() < kPackMagic.size()) {
        return tl::unexpected(noPack());
    }
    return replayedSource(m_spill);
}

}  // namespace

Result<std::unique_ptr<ByteSource>> fetchPack(const RemotePath& remote,
                                              const FetchOptions& options) {
    Result<std::unique_ptr<ByteSource>> source = PackReception(remote, options).receive();
    if (!source) {
        source.error().message = remote.host + ':' + remote.path + ": " + source.error().message;
    }
    return source;
}

}  // namespace gaplight
