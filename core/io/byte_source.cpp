// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/byte_source.h"

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/result.h"
#include "core/io/inflating_source.h"
#include "core/io/plain_sources.h"
#include "core/io/reinflating_file.h"
#include "core/io/spill_file.h"

namespace gaplight {
namespace {

constexpr std::size_t kMagicBytes = 4;

std::unique_ptr<Inflater> inflaterFor(std::string_view head) {
    const auto byte = [&](std::size_t at) {
        return at < head.size() ? static_cast<unsigned char>(head[at]) : 0U;
    };
    if (byte(0) == 0x1f && byte(1) == 0x8b) {
        return gzipInflater();
    }
    const bool frame = byte(0) == 0x28 && byte(1) == 0xb5 && byte(2) == 0x2f && byte(3) == 0xfd;
    const bool skippable =
        (byte(0) & 0xf0U) == 0x50 && byte(1) == 0x2a && byte(2) == 0x4d && byte(3) == 0x18;
    return frame || skippable ? zstdInflater() : nullptr;
}

// What cannot be inflated again from the middle, or read twice, goes to a spill file.
Result<std::unique_ptr<ByteSource>> spilling(std::unique_ptr<RawInput> input,
                                             std::vector<char> head,
                                             std::unique_ptr<Inflater> inflater,
                                             InflationLimit limit) {
    std::shared_ptr<SpillFile> spill = TRY(SpillFile::create());
    return std::make_unique<InflatingSource>(std::move(input), std::move(head), std::move(inflater),
                                             std::move(spill), limit);
}

// What standard input is called in messages.
std::string shownName(const std::string& path) {
    return path == "-" ? "standard input" : path;
}

Result<std::unique_ptr<ByteSource>> openFile(std::shared_ptr<const FileDescriptor> file,
                                             const std::string& path, std::uint64_t bytes,
                                             InflationLimit limit) {
    const bool isStandardInput = path == "-";
    std::vector<char> head(kMagicBytes);
    const std::ptrdiff_t got = file->readAt(0, head);
    if (got < 0) {
        return fail(ErrorCode::NotReadable,
                    "cannot read '" + shownName(path) + "': " + std::strerror(errno));
    }
    auto inflater = inflaterFor({head.data(), static_cast<std::size_t>(got)});
    if (!inflater) {
        return plainFileSource(std::move(file), isStandardInput ? std::string() : path, bytes);
    }
    auto input = fileInput(file, bytes);
    if (auto start = inflater->snapshot()) {
        return std::make_unique<InflatingSource>(
            std::move(input), std::vector<char>{}, std::move(inflater),
            std::make_shared<ReinflatingFile>(
                FileVersion(std::move(file), isStandardInput ? std::string() : path),
                std::move(start)),
            limit);
    }
    return spilling(std::move(input), {}, std::move(inflater), limit);
}

Result<std::unique_ptr<ByteSource>> openPipe(std::shared_ptr<const FileDescriptor> pipe,
                                             InflationLimit limit) {
    auto input = pipeInput(std::move(pipe));
    std::vector<char> head;
    while (head.size() < kMagicBytes) {
        char next[kMagicBytes];
        const std::size_t got = TRY(input->read({next, kMagicBytes - head.size()}));
        if (got == 0) {
            break;
        }
        head.insert(head.end(), next, next + got);
    }
    auto inflater = inflaterFor({head.data(), head.size()});
    return spilling(std::move(input), std::move(head),
                    inflater ? std::move(inflater) : copyInflater(), limit);
}

Error openFailure(const std::string& path, int error) {
    const bool missing = error == ENOENT || error == ENOTDIR;
    return {
        missing ? ErrorCode::NotFound : ErrorCode::NotReadable,
        "cannot open '" + path + "': " + (missing ? "there is no such file" : std::strerror(error)),
        std::nullopt};
}

}  // namespace

Result<std::unique_ptr<ByteSource>> openByteSource(const std::string& path, InflationLimit limit) {
    const bool standardInput = path == "-";
    auto file = std::make_shared<FileDescriptor>(-1);
    const int descriptor = standardInput ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                         : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return tl::unexpected(openFailure(shownName(path), errno));
    }
    file->take(descriptor);
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) {
        return tl::unexpected(openFailure(shownName(path), errno));
    }
    if (S_ISDIR(status.st_mode)) {
        return fail(ErrorCode::NotReadable,
                    "'" + shownName(path) + "' is a directory; expected a trace file in it");
    }
    if (S_ISREG(status.st_mode) && (!standardInput || ::lseek(descriptor, 0, SEEK_CUR) == 0)) {
        return openFile(std::move(file), path, static_cast<std::uint64_t>(status.st_size), limit);
    }
    if (::isatty(descriptor) == 1) {
        return fail(
            ErrorCode::NotReadable,
            shownName(path) + " is a terminal; expected a trace: give a file, or pipe one in");
    }
    if (S_ISBLK(status.st_mode) || (S_ISCHR(status.st_mode) && !standardInput)) {
        return fail(ErrorCode::NotReadable,
                    "'" + shownName(path) + "' is a device; expected a trace file");
    }
    return openPipe(std::move(file), limit);
}

Result<std::unique_ptr<ByteSource>> byteSourceFromMemory(std::string bytes, InflationLimit limit) {
    auto shared = std::make_shared<const std::string>(std::move(bytes));
    auto inflater = inflaterFor(*shared);
    if (!inflater) {
        return plainMemorySource(std::move(shared));
    }
    return spilling(memoryInput(std::move(shared)), {}, std::move(inflater), limit);
}

}  // namespace gaplight
