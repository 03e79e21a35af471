// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a compressed file, gzip or zstd by their beginning: the pieces in which it is read
// do not matter, and what was read can be read again by position, from a copy and by inflating it
// again. And any bytes compressed in several parts are those bytes again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "core/io/byte_source.h"
#include "core/io/deflater.h"
#include "core/io/file_version.h"
#include "core/io/inflating_source.h"
#include "core/io/raw_input.h"
#include "core/io/reinflating_file.h"

namespace {

using namespace gaplight;

constexpr InflationLimit kLimit{std::uint64_t{1} << 20U};

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

struct Inflated {
    std::string bytes;
    bool isWhole = true;  // neither an error nor damage
};

Inflated readAll(ByteSource& source, std::size_t piece) {
    Inflated all;
    std::vector<char> buffer(piece);
    for (;;) {
        const Result<std::size_t> got = source.readNext(buffer);
        if (!got) {
            require(!got.error().message.empty());
            all.isWhole = false;
            return all;
        }
        require(*got <= piece);
        if (*got == 0) {
            all.isWhole = source.issues().empty();
            return all;
        }
        all.bytes.append(buffer.data(), *got);
        require(all.bytes.size() <= kLimit.maxBytes);
    }
}

void checkReadAgain(const RandomAccess& access, std::string_view bytes, std::size_t seed) {
    constexpr std::size_t kPlaces = 8;
    std::vector<char> buffer(1 + seed % 700);
    for (std::size_t place = 0; place < kPlaces; ++place) {
        const std::size_t at = bytes.empty() ? 0 : (seed * 31 + place * 7919) % bytes.size();
        const Result<std::size_t> got = access.readAt(at, buffer);
        require(got.has_value());
        const std::string_view wanted = bytes.substr(at, buffer.size());
        require(*got >= wanted.size());
        require(std::string_view(buffer.data(), wanted.size()) == wanted);
    }
}

// The same bytes as a file that is inflated again from snapshots.
void checkReinflated(const std::string& text, const std::string& bytes) {
    const int descriptor = ::memfd_create("compressed", 0);
    if (descriptor < 0) {
        return;
    }
    auto file = std::make_shared<FileDescriptor>(descriptor);
    require(::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    constexpr std::uint64_t kSpacing = 512;
    const auto kept =
        std::make_shared<ReinflatingFile>(FileVersion(file, {}), gzipInflater(), kSpacing);
    InflatingSource source(fileInput(file, text.size()), {}, gzipInflater(), kept, kLimit);
    const Inflated all = readAll(source, 300);
    const std::size_t same = std::min(all.bytes.size(), bytes.size());
    require(all.bytes.compare(0, same, bytes, 0, same) == 0);
    checkReadAgain(*kept, all.bytes, text.size());
}

void checkFile(const std::string& text) {
    const auto once = byteSourceFromMemory(text, kLimit);
    const auto pieces = byteSourceFromMemory(text, kLimit);
    require(once.has_value() && pieces.has_value());
    const Inflated whole = readAll(**once, std::size_t{1} << 16U);
    const Inflated parts = readAll(**pieces, 1 + text.size() % 97);
    // Damage may be noticed some bytes earlier or later.
    const std::size_t same = std::min(whole.bytes.size(), parts.bytes.size());
    require(whole.bytes.compare(0, same, parts.bytes, 0, same) == 0);
    require(!whole.isWhole || (parts.isWhole && whole.bytes == parts.bytes));
    checkReadAgain(*(*pieces)->randomAccess(), parts.bytes, text.size());
    if (std::string_view((*once)->compression()) == "gzip") {
        checkReinflated(text, whole.bytes);
    }
}

// `text` compressed in parts, of which each can be inflated before the next one comes.
void checkRoundTrip(const std::string& text, Deflation deflation) {
    const std::unique_ptr<Deflater> deflater = makeDeflater(deflation);
    std::string packed;
    const std::size_t part = 1 + text.size() / 3;
    for (std::size_t at = 0; at < text.size(); at += part) {
        const auto mode = at % 2 == 0 ? Deflater::FlushMode::Sync : Deflater::FlushMode::None;
        require(
            deflater->deflate(std::string_view(text).substr(at, part), mode, packed).has_value());
    }
    require(deflater->deflate({}, Deflater::FlushMode::Finish, packed).has_value());
    const auto source = byteSourceFromMemory(packed, kLimit);
    require(source.has_value());
    const Inflated all = readAll(**source, 512);
    require(all.isWhole && all.bytes == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    checkFile(text);
    checkRoundTrip(text, Deflation::Gzip);
    checkRoundTrip(text, Deflation::Zstd);
    return 0;
}
