// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/inputs/made_snapshot.h"

#include <cstdio>
#include <memory>
#include <random>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gaplight::bench {
namespace {

constexpr std::size_t kPlaces = 4000;
constexpr std::size_t kStacks = 500;
constexpr int kFramesOfStack = 20;
constexpr std::size_t kBatch = 1000;  // items of one APPENDS, as in CPython
constexpr std::size_t kBufferBytes = std::size_t{1} << 20U;
constexpr std::int64_t kFirstAddress = 0x7f00'0000'0000;
constexpr std::int64_t kPlaceBytes = 16 << 20;
constexpr std::int64_t kStartUs = 1'795'000'000'000'000;

// Opcodes of one pickle, in order, into a file.
class PickleFile {
public:
    explicit PickleFile(std::FILE* file) : m_file(file) { op("\x80\x04"); }

    void op(std::string_view opcodes) {
        m_buffer += opcodes;
        if (m_buffer.size() >= kBufferBytes) {
            flush();
        }
    }
    void openDict() { container("}"); }
    void openList() { container("]"); }
    void text(const std::string& text) {
        const auto [at, isNew] = m_texts.try_emplace(text, m_memo);
        if (!isNew) {
            get(at->second);
            return;
        }
        op("\x8c");
        little(text.size(), 1);
        op(text);
        memoize();
    }
    void integer(std::int64_t value) {
        if (value >= 0 && value < 256) {
            op("K");
            little(static_cast<std::uint64_t>(value), 1);
        } else if (value >= 0 && value < 65536) {
            op("M");
            little(static_cast<std::uint64_t>(value), 2);
        } else if (value >= -(std::int64_t{1} << 31U) && value < (std::int64_t{1} << 31U)) {
            op("J");
            little(static_cast<std::uint64_t>(value), 4);
        } else {
            op("\x8a\x07");
            little(static_cast<std::uint64_t>(value), 7);
        }
    }
    void get(std::size_t memo) {
        op(memo < 256 ? "h" : "j");
        little(memo, memo < 256 ? 1 : 4);
    }
    std::size_t memo() const { return m_memo; }
    std::uint64_t size() const { return m_written + m_buffer.size(); }
    [[nodiscard]] bool finish() {
        op(".");
        flush();
        return m_isFine && std::fflush(m_file) == 0;
    }

private:
    void container(const char* opcode) {
        op(opcode);
        memoize();
    }
    void memoize() {
        op("\x94");
        ++m_memo;
    }
    void little(std::uint64_t value, int bytes) {
        for (int at = 0; at < bytes; ++at) {
            m_buffer += static_cast<char>((value >> (8 * at)) & 0xffU);
        }
    }
    void flush() {
        m_isFine =
            std::fwrite(m_buffer.data(), 1, m_buffer.size(), m_file) == m_buffer.size() && m_isFine;
        m_written += m_buffer.size();
        m_buffer.clear();
    }

    std::FILE* m_file;
    std::string m_buffer;
    std::unordered_map<std::string, std::size_t> m_texts;
    std::size_t m_memo = 0;
    std::uint64_t m_written = 0;
    bool m_isFine = true;
};

class SnapshotWriter {
public:
    explicit SnapshotWriter(PickleFile& file) : m_file(file) {}

    void write(std::uint64_t bytes) {
        m_file.openDict();
        m_file.op("(");
        m_file.text("segments");
        m_file.openList();
        m_file.text("device_traces");
        m_file.openList();
        m_file.openList();
        while (m_file.size() < bytes) {
            m_file.op("(");
            for (std::size_t at = 0; at < kBatch; at += 2) {
                change();
            }
            m_file.op("e");
        }
        m_file.op("au");
    }

private:
    // Allocates in a place, or frees what is there: two events at once.
    void change() {
        const std::size_t place = m_random() % kPlaces;
        std::int64_t& size = m_sizes[place];
        const auto address = kFirstAddress + static_cast<std::int64_t>(place) * kPlaceBytes;
        if (size != 0) {
            event("free_requested", address, size);
            event("free_completed", address, size);
            size = 0;
            return;
        }
        size = static_cast<std::int64_t>(m_random() % (kPlaceBytes / 512) + 1) * 512;
        event("alloc", address, size);
    }

    void event(const char* action, std::int64_t address, std::int64_t size) {
        m_file.openDict();
        m_file.op("(");
        m_file.text("action");
        m_file.text(action);
        m_file.text("addr");
        m_file.integer(address);
        m_file.text("size");
        m_file.integer(size);
        m_file.text("stream");
        m_file.integer(0);
        m_file.text("time_us");
        m_file.integer(m_now += 3);
        m_file.text("compile_context");
        m_file.text("N/A");
        m_file.text("user_metadata");
        m_file.text("");
        m_file.text("frames");
        stack(m_random() % kStacks);
        m_file.op("u");
    }

    void stack(std::size_t number) {
        if (m_stacks[number] != 0) {
            m_file.get(m_stacks[number]);
            return;
        }
        m_stacks[number] = m_file.memo();
        m_file.openList();
        m_file.op("(");
        for (int at = 0; at < kFramesOfStack; ++at) {
            m_file.openDict();
            m_file.op("(");
            m_file.text("name");
            m_file.text("function_" + std::to_string(at));
            m_file.text("filename");
            m_file.text("project/module_" + std::to_string(number % 40) + ".py");
            m_file.text("line");
            m_file.integer(static_cast<std::int64_t>(number) * 20 + at);
            m_file.op("u");
        }
        m_file.op("e");
    }

    PickleFile& m_file;
    std::mt19937_64 m_random{1};
    std::vector<std::int64_t> m_sizes = std::vector<std::int64_t>(kPlaces);
    std::vector<std::size_t> m_stacks = std::vector<std::size_t>(kStacks);
    std::int64_t m_now = kStartUs;
};

}  // namespace

Result<void> writeMadeSnapshot(const std::string& path, std::uint64_t bytes) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"),
                                                               std::fclose);
    if (file == nullptr) {
        return fail(ErrorCode::WriteFailed, "cannot write " + path);
    }
    PickleFile pickle(file.get());
    SnapshotWriter(pickle).write(bytes);
    return pickle.finish() ? Result<void>() : fail(ErrorCode::WriteFailed, "cannot write " + path);
}

}  // namespace gaplight::bench
