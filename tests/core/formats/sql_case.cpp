// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/formats/sql_case.h"

#include <fstream>
#include <random>
#include <sstream>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "core/formats/open_trace.h"
#include "tests/core/formats/read_text.h"

namespace gaplight::test {

std::string sqlOf(const std::string& path) {
    std::ifstream file(std::string(GAPLIGHT_TEST_SOURCE_DIR) + "/core/formats/" + path + ".sql");
    EXPECT_TRUE(file.good()) << path;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string databaseBytes(const std::string& sql) {
    sqlite3* handle = nullptr;
    sqlite3_open(":memory:", &handle);
    char* message = nullptr;
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << message;
    sqlite3_int64 size = 0;
    unsigned char* bytes = sqlite3_serialize(handle, "main", &size, 0);
    std::string copy(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    sqlite3_free(bytes);
    sqlite3_close(handle);
    return copy;
}

OpenedDatabase openDatabaseBytes(const std::string& bytes) {
    auto source = *byteSourceFromMemory(bytes);
    TraceBuilder builder;
    auto opened = openTrace(*source, builder);
    EXPECT_TRUE(opened.has_value()) << opened.error().message;
    return {builder.finish(std::move(opened->result.facts)), opened->details};
}

std::vector<Arg> argsOf(const OpenedDatabase& opened, std::string_view name) {
    const SliceTable& slices = opened.trace->slices();
    for (std::size_t at = 0; at < slices.size(); ++at) {
        if (opened.trace->name(SliceId(at)) == name) {
            auto args = opened.details->args(slices.event(SliceId(at)));
            EXPECT_TRUE(args.has_value()) << args.error().message;
            return *std::move(args);
        }
    }
    ADD_FAILURE() << "no slice of the name " << name;
    return {};
}

int openDamagedCopies(const std::string& bytes) {
    int opened = 0;
    for (std::size_t size = 0; size < bytes.size(); size += 997) {
        opened += readBytes(bytes.substr(0, size)).has_value() ? 1 : 0;
    }
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        std::string damaged = bytes;
        for (int change = 0; change < 1 + round % 8; ++change) {
            damaged[100 + random() % (bytes.size() - 100)] = static_cast<char>(random());
        }
        opened += readBytes(damaged).has_value() ? 1 : 0;
    }
    return opened;
}

}  // namespace gaplight::test
