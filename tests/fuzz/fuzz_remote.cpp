// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as what another machine sends, in random pieces: on standard error of a fetch and of a
// recording, as the names of a folder, as a stream that goes on after a break; and as the name of
// that machine. The pieces do not matter, what is accepted is printable and bounded, and no host
// begins an option or a command.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/base/printable_text.h"
#include "core/remote/progress_lines.h"
#include "core/remote/record_on_remote.h"
#include "core/remote/remote_command.h"
#include "core/remote/remote_output.h"
#include "core/remote/remote_path.h"
#include "core/remote/resumed_stream.h"
#include "core/remote/ssh_process.h"

namespace {

using namespace gaplight;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

// Gives all of `bytes` to `take`, in pieces whose lengths `state` decides.
template <class Take>
void inPieces(std::string_view bytes, std::uint32_t state, const Take& take) {
    while (!bytes.empty()) {
        state = state * 1664525U + 1013904223U;
        const std::string_view piece = bytes.substr(0, 1 + (state >> 24U) % 90U);
        take(piece);
        bytes.remove_prefix(piece.size());
    }
}

// What is known after all lines.
std::string knownFrom(const RemoteOutput& output) {
    const RemoteProgress& at = output.progress();
    return output.message() + (output.program() ? remoteProgramLine(*output.program()) : "") +
           remoteProgressLine(at) + (output.hasResumed() ? "resumed" : "");
}

void checkMessages(std::string_view bytes, std::uint32_t state) {
    RemoteOutput whole;
    whole.add(bytes);
    whole.finish();
    RemoteOutput pieces;
    inPieces(bytes, state, [&](std::string_view piece) { pieces.add(piece); });
    pieces.finish();
    require(knownFrom(whole) == knownFrom(pieces));
    require(isPrintable(whole.message()) && whole.message().size() <= 4'000);
    const Error error = remoteFailure({"node7", "run.json"}, whole, {static_cast<int>(state), 0});
    require(!error.message.empty());
}

struct Passed {
    std::string text;
    std::string traces;
    bool hasEnded = false;
    friend bool operator==(const Passed&, const Passed&) = default;
};

// Lines of ours that a caller may take for one: up to 8 KiB are held.
template <class Add>
Passed passedBy(const Add& addTo) {
    Passed passed;
    RemoteLines lines("node7", [&](std::string_view text) { passed.text += text; });
    addTo(lines);
    lines.finish();
    for (const RemoteTrace& trace : lines.traces()) {
        require(trace.path.starts_with('/') && isPrintable(trace.path));
        passed.traces += remoteTraceLine(trace);
    }
    passed.hasEnded = lines.hasEnded();
    return passed;
}

void checkRecording(std::string_view bytes, std::uint32_t state) {
    constexpr std::size_t kMaxHeld = 8'000;
    const std::string_view part = bytes.substr(0, kMaxHeld);
    const Passed whole = passedBy([&](RemoteLines& lines) { lines.add(part); });
    const Passed pieces = passedBy([&](RemoteLines& lines) {
        inPieces(part, state, [&](std::string_view piece) { lines.add(piece); });
    });
    require(whole == pieces);
}

void checkLine(std::string_view line) {
    if (const auto program = remoteProgramFrom(line)) {
        std::string again = remoteProgramLine(*program);
        again.pop_back();
        require(remoteProgramFrom(again).has_value());
    }
    if (const auto point = resumePointFrom(line)) {
        const auto again = resumePointFrom(resumeText(*point));
        require(again && again->bytes == point->bytes && again->hash == point->hash);
    }
    (void)remoteProgressFrom(line);
    (void)remoteTraceFrom(line);
}

void checkNames(std::string_view printed) {
    const RemotePath folder{"node7", "runs"};
    const auto traces = remoteTracesFrom(folder, printed);
    if (!traces) {
        require(isPrintable(traces.error().message));
        return;
    }
    for (const std::string& trace : *traces) {
        require(trace.starts_with("node7:runs/") && isPrintable(trace));
        require(trace.find('/', std::string_view("node7:runs/").size()) == std::string::npos);
    }
}

// The stream goes on at its middle, whatever it has.
void checkResumed(std::string_view bytes, std::uint32_t state) {
    const std::string_view received = bytes.substr(0, bytes.size() / 2);
    StreamHash hash;
    hash.add(received);
    std::string rest;
    ResumedStream stream(
        {received.size(), hash.value()},
        [&](std::string_view piece) {
            rest += piece;
            return Result<void>();
        },
        [] {});
    inPieces(bytes, state,
             [&](std::string_view piece) { require(stream.take(piece).has_value()); });
    require(rest == bytes.substr(received.size()));
}

// What a shell makes of a quoted text.
std::string unquoted(std::string_view quoted) {
    std::string text;
    bool isInside = false;
    for (std::size_t at = 0; at < quoted.size(); ++at) {
        if (quoted[at] == '\'') {
            isInside = !isInside;
        } else if (quoted[at] == '\\' && !isInside) {
            text += quoted[++at];
        } else {
            require(isInside && quoted[at] != '\\');
            text += quoted[at];
        }
    }
    require(!isInside);
    return text;
}

void checkHost(const std::string& text) {
    require(unquoted(quotedForShell(text)) == text);
    const auto remote = parseRemotePath(text);
    if (!remote) {
        require(!remote.error().message.empty());
        return;
    }
    require(!remote->host.empty() && remote->host.front() != '-');
    require(remote->host.find_first_of(" '\"`$;&|<>()\\\n") == std::string::npos);
    require(!remotePackCommand({remote->path}).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::uint32_t state = data[size - 1];
    const std::string_view bytes(reinterpret_cast<const char*>(data), size - 1);
    checkMessages(bytes, state);
    checkRecording(bytes, state);
    checkLine(bytes.substr(0, bytes.find('\n')));
    checkNames(bytes);
    checkResumed(bytes, state);
    checkHost(std::string(bytes));
    return 0;
}
