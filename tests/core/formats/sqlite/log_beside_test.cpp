// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Logs beside a database: named with what to do, never read, never written.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "core/formats/open_trace.h"
#include "tests/core/formats/sql_case.h"

namespace gaplight::test {
namespace {

namespace fs = std::filesystem;

using ::testing::HasSubstr;

std::string contentOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void run(sqlite3* database, const std::string& sql) {
    char* message = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK)
        << message;
}

class LogBeside : public ::testing::Test {
protected:
    void SetUp() override {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        m_folder = fs::path(::testing::TempDir()) / (std::string("log_beside_") + test->name());
        fs::remove_all(m_folder);
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }

    std::string path() const { return m_folder / "trace.db"; }

    // A trace whose writer was cut off: its last row is in the log, or its tables, too.
    void makeWithLog(bool areTablesInDatabase) const {
        const std::string writer = m_folder / "writer.db";
        sqlite3* database = nullptr;
        ASSERT_EQ(sqlite3_open(writer.c_str(), &database), SQLITE_OK);
        run(database, "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;");
        run(database, sqlOf("rocm/cases/rocpd_v4"));
        if (areTablesInDatabase) {
            run(database, "PRAGMA wal_checkpoint(TRUNCATE)");
        }
        run(database,
            "INSERT INTO rocpd_region_0191 (track_id, start, end, name_id, event_id) "
            "VALUES (1, 5000, 5100, 1, 1)");
        fs::copy_file(writer, path());
        fs::copy_file(writer + "-wal", path() + "-wal");
        sqlite3_close(database);
    }
    void writeBeside(const char* ending, const std::string& content) const {
        std::ofstream(path() + ending, std::ios::binary) << content;
    }

    struct Opened {
        std::string error;  // empty: it opened
        std::string log;    // example of the issue
        std::size_t slices = 0;
    };
    Opened open() const {
        auto source = *openByteSource(path());
        TraceBuilder builder;
        auto opened = openTrace(path(), *source, builder);
        if (!opened) {
            return {opened.error().message, {}, 0};
        }
        const auto trace = builder.finish(std::move(opened->result.facts));
        Opened found;
        found.slices = trace->slices().size();
        for (const ImportIssue& issue : trace->issues().list()) {
            found.log = issue.kind == IssueKind::LostData ? issue.example : found.log;
        }
        return found;
    }

private:
    fs::path m_folder;
};

TEST_F(LogBeside, IsNamedAndLeftAlone) {
    makeWithLog(true);
    const std::string before = contentOf(path() + "-wal");
    EXPECT_EQ(open().log,
              "rows in trace.db-wal are not read; add them with: sqlite3 trace.db 'pragma "
              "wal_checkpoint'");
    EXPECT_EQ(contentOf(path() + "-wal"), before);
    EXPECT_FALSE(fs::exists(path() + "-shm"));
}

TEST_F(LogBeside, IsReadAfterTheCommandThatIsNamed) {
    makeWithLog(true);
    const std::size_t before = open().slices;
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path().c_str(), &database), SQLITE_OK);
    run(database, "PRAGMA wal_checkpoint");
    sqlite3_close(database);
    EXPECT_EQ(open().log, "");
    EXPECT_EQ(open().slices, before + 1);
}

TEST_F(LogBeside, IsNamedWhereItHasTheTables) {
    makeWithLog(false);
    EXPECT_THAT(open().error, HasSubstr("rows in trace.db-wal are not read"));
}

TEST_F(LogBeside, IsNoneWhereItIsEmptyOrOfAnotherDatabase) {
    makeWithLog(true);
    fs::resize_file(path() + "-wal", 0);
    EXPECT_EQ(open().log, "");
    std::ofstream(path(), std::ios::binary) << databaseBytes(sqlOf("rocm/cases/rocpd_v4"));
    writeBeside("-wal", "of a database that has a log");
    EXPECT_EQ(open().log, "");
}

TEST_F(LogBeside, MayBeAJournal) {
    std::ofstream(path(), std::ios::binary) << databaseBytes(sqlOf("rocm/cases/rocpd_v4"));
    EXPECT_EQ(open().log, "");
    writeBeside("-journal", "pages");
    EXPECT_THAT(open().log, HasSubstr("trace.db-journal is not read"));
}

}  // namespace
}  // namespace gaplight::test
