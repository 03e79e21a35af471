// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_content.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "core/base/text_hash.h"
#include "core/io/file_descriptor.h"

namespace gaplight {
namespace {

constexpr std::size_t kEndBytes = std::size_t{64} << 10U;
constexpr std::int64_t kNsInSecond = 1'000'000'000;
constexpr char kKeySeparator = '\n';  // between the figures and the path, which ends the key

std::string bytesAt(const FileDescriptor& file, std::uint64_t offset) {
    std::string bytes(kEndBytes, '\0');
    const std::ptrdiff_t got = file.readAt(offset, bytes);
    bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return bytes;
}

}  // namespace

std::optional<FileContent> fileContentOf(const std::string& path) {
    if (path == "-") {
        return std::nullopt;  // standard input, also beside a file of that name
    }
    std::error_code failed;
    const std::filesystem::path whole = std::filesystem::canonical(path, failed);
    if (failed || !std::filesystem::is_regular_file(whole, failed)) {
        return std::nullopt;
    }
    const int descriptor = ::open(whole.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return std::nullopt;
    }
    const FileDescriptor file(descriptor);
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) {
        return std::nullopt;
    }
    FileContent content;
    content.path = whole.string();
    content.bytes = static_cast<std::uint64_t>(status.st_size);
    content.head = bytesAt(file, 0);
    const std::uint64_t begin = hashText(content.head);
    const std::uint64_t end =
        hashText(bytesAt(file, content.bytes - std::min<std::uint64_t>(content.bytes, kEndBytes)));
    content.ends = fmt::format("{} {:016x} {:016x}", content.bytes, begin, end);
    content.key = fmt::format("{} {} {:016x} {:016x}{}{}", content.bytes,
                              status.st_mtim.tv_sec * kNsInSecond + status.st_mtim.tv_nsec, begin,
                              end, kKeySeparator, content.path);
    return content;
}

std::string_view pathInKey(std::string_view key) {
    const std::size_t at = key.find(kKeySeparator);
    return at == std::string_view::npos ? std::string_view{} : key.substr(at + 1);
}

std::string endsInKey(std::string_view key) {
    const std::string_view figures = key.substr(0, key.find(kKeySeparator));
    const std::size_t first = figures.find(' ');
    const std::size_t second =
        first == std::string_view::npos ? first : figures.find(' ', first + 1);
    if (second == std::string_view::npos) {
        return {};
    }
    return std::string(figures.substr(0, first)) + std::string(figures.substr(second));
}

}  // namespace gaplight
