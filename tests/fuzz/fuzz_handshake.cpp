// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as all that 'gaplight record' reads of a connection of a recorder, in random pieces:
// who it is, then the records, which become a trace file that the reader takes without damage. The
// pieces do not matter. And the same bytes as the settings that a recorder reads.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

#include "core/formats/open_trace.h"
#include "core/io/byte_source.h"
#include "core/io/file_descriptor.h"
#include "core/record/process_trace.h"
#include "core/record/recorder_settings.h"

namespace {

using namespace gaplight;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

std::string contentOf(const FileDescriptor& file) {
    std::string content;
    std::array<char, 1U << 16U> buffer{};
    for (;;) {
        const ssize_t got =
            ::pread(file.get(), buffer.data(), buffer.size(), static_cast<off_t>(content.size()));
        require(got >= 0);
        if (got == 0) {
            return content;
        }
        content.append(buffer.data(), static_cast<std::size_t>(got));
    }
}

struct Received {
    bool isGood = true;
    std::uint32_t pid = 0;
    std::uint64_t records = 0;
    std::string file;
};

// `nextPiece` gives the length of the next piece.
template <class NextPiece>
Received receive(std::span<const std::byte> bytes, NextPiece nextPiece) {
    const FileDescriptor file(::memfd_create("trace", MFD_CLOEXEC));
    require(file.get() >= 0);
    record::ProcessIntake intake(
        [&](std::uint32_t) { return "/proc/self/fd/" + std::to_string(file.get()); }, 0);
    Received received;
    while (received.isGood && !bytes.empty()) {
        const std::size_t piece = std::min<std::size_t>(nextPiece(), bytes.size());
        const Result<void> taken = intake.take(bytes.first(piece));
        require(taken || !taken.error().message.empty());
        received.isGood = taken.has_value();
        bytes = bytes.subspan(piece);
    }
    received.pid = intake.pid();
    if (record::ProcessTrace* trace = intake.trace()) {
        require(trace->finish().has_value());
        received.records = trace->events().counts().records;
        received.file = contentOf(file);
    }
    return received;
}

void checkFile(const std::string& file) {
    const auto source = byteSourceFromMemory(file);
    require(source.has_value());
    TraceBuilder builder;
    const auto result = openTrace(**source, builder);
    require(result.has_value());
    const auto trace = builder.finish(result->result.facts);
    for (const IssueKind kind :
         {IssueKind::Truncated, IssueKind::MalformedEvent, IssueKind::Resynchronized,
          IssueKind::BrokenContainer, IssueKind::TrailingText}) {
        require(trace->issues().count(kind) == 0);
    }
}

void checkSettings(std::string_view text) {
    const std::string once = record::textOf(record::recorderSettingsFrom(text));
    require(record::textOf(record::recorderSettingsFrom(once)) == once);
}

}  // namespace

// The last byte seeds the lengths of the pieces: a recorded stream is read from its beginning.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    std::uint32_t state = data[size - 1] + 1U;
    const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size - 1));
    checkSettings({reinterpret_cast<const char*>(data), size - 1});
    const Received whole = receive(bytes, [&] { return bytes.size(); });
    const Received pieces = receive(bytes, [&] {
        state = state * 1664525U + 1013904223U;
        return std::size_t{1} + (state >> 24U) % 200U;
    });
    // A file of several parts of text differs where the GPUs' properties come late.
    constexpr std::size_t kOnePart = std::size_t{1} << 18U;
    require(whole.isGood == pieces.isGood && whole.pid == pieces.pid &&
            whole.records == pieces.records);
    require(whole.file == pieces.file || whole.file.size() >= kOnePart);
    if (!whole.file.empty()) {
        checkFile(whole.file);
    }
    return 0;
}
