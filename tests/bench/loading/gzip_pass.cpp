// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/loading/gzip_pass.h"

#include <fstream>
#include <vector>

#include <isa-l.h>

#include "tests/bench/timing/stopwatch.h"

namespace gaplight::bench {
namespace {

constexpr std::size_t kStep = 1U << 20U;

std::uint32_t readSome(std::ifstream& file, std::vector<std::uint8_t>& into) {
    file.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size()));
    return static_cast<std::uint32_t>(file.gcount());
}

}  // namespace

Result<void> gzipFile(const std::string& from, const std::string& to) {
    std::ifstream in(from, std::ios::binary);
    if (!in) {
        return fail(ErrorCode::NotReadable, from + ": could not be opened");
    }
    std::ofstream out(to, std::ios::binary);
    std::vector<std::uint8_t> plain(kStep);
    std::vector<std::uint8_t> packed(kStep);
    std::vector<std::uint8_t> level(ISAL_DEF_LVL1_DEFAULT);
    isal_zstream stream{};
    isal_deflate_init(&stream);
    stream.gzip_flag = IGZIP_GZIP;
    stream.level = 1;
    stream.level_buf = level.data();
    stream.level_buf_size = static_cast<std::uint32_t>(level.size());
    while (stream.internal_state.state != ZSTATE_END) {
        if (stream.avail_in == 0) {
            stream.next_in = plain.data();
            stream.avail_in = readSome(in, plain);
            stream.end_of_stream = in.eof() ? 1 : 0;
        }
        stream.next_out = packed.data();
        stream.avail_out = static_cast<std::uint32_t>(packed.size());
        if (isal_deflate(&stream) != COMP_OK) {
            return fail(ErrorCode::WriteFailed, to + ": ISA-L could not compress");
        }
        out.write(reinterpret_cast<const char*>(packed.data()),
                  static_cast<std::streamsize>(packed.size() - stream.avail_out));
    }
    out.close();
    if (!out) {
        return fail(ErrorCode::WriteFailed, to + ": could not be written; is there space?");
    }
    return {};
}

Result<InflatePass> inflatePass(const std::string& path) {
    const Stopwatch watch;
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        return fail(ErrorCode::NotReadable, path + ": could not be opened");
    }
    std::vector<std::uint8_t> packed(kStep);
    std::vector<std::uint8_t> plain(kStep);
    InflatePass pass;
    inflate_state state{};
    isal_inflate_init(&state);
    state.crc_flag = ISAL_GZIP;
    while (state.block_state != ISAL_BLOCK_FINISH) {
        if (state.avail_in == 0) {
            state.next_in = packed.data();
            state.avail_in = readSome(in, packed);
            if (state.avail_in == 0) {
                return fail(ErrorCode::Corrupt, path + ": ends within its gzip member");
            }
        }
        state.next_out = plain.data();
        state.avail_out = static_cast<std::uint32_t>(plain.size());
        if (isal_inflate(&state) != ISAL_DECOMP_OK) {
            return fail(ErrorCode::Corrupt, path + ": ISA-L could not inflate");
        }
        pass.bytes += plain.size() - state.avail_out;
    }
    pass.seconds = watch.seconds();
    return pass;
}

}  // namespace gaplight::bench
