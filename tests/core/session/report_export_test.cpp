// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Reports of Nsight Systems and the programs that export them. What such a program may do wrong is
// tested through the command line (tests/app/databases/nsys_report_test.py).
#include "core/session/report_export.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/system/file_clock.h"

namespace gaplight::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class ReportExportTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::path(::testing::TempDir()) /
                   ("report_export_" +
                    std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
        fs::remove_all(m_folder);
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }

    std::string path(const std::string& name) const { return (m_folder / name).string(); }
    // A program that writes a file which begins like a database to the place after "--output".
    std::string program(const std::string& name) {
        fs::create_directories(fs::path(path(name)).parent_path());
        std::ofstream(path(name)) << "#!/bin/sh\nprintf 'SQLite format 3 %90s' x > \"$5\"\n";
        fs::permissions(path(name), fs::perms::owner_all);
        return path(name);
    }
    std::string report(const std::string& name) {
        std::ofstream(path(name)) << "NVIDIA Tegra Profiler Report 2025@1@3@140-25v0.\n" << name;
        return path(name);
    }

    fs::path m_folder;
};

TEST_F(ReportExportTest, FindsTheProgram) {
    const std::string named = program("named");
    const std::string inPath = program("bin/nsys");
    program("opt/nsight-systems/2024.9.1/bin/nsys");
    const std::string newest = program("opt/nsight-systems/2024.10.1/bin/nsys");
    std::ofstream(path("opt/nsight-systems-readme"));
    const std::string pattern = path("opt/nsight-systems*/*/bin/nsys");
    EXPECT_EQ(findNsys({named, path("bin"), {pattern}}), named);
    EXPECT_EQ(findNsys({"", "/nonexistent:" + path("bin"), {pattern}}), inPath);
    EXPECT_EQ(findNsys({"", "/nonexistent::.", {path("other*/nsys"), pattern}}), newest);
    EXPECT_EQ(findNsys({"", "", {}}), "");
    const Result<std::string> missing = findNsys({path("none"), path("bin"), {}});
    ASSERT_FALSE(missing.has_value());
    EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
}

TEST_F(ReportExportTest, NamesTheVersionAndTheCommandWithoutTheProgram) {
    EXPECT_EQ(nsightReportVersion("NVIDIA Tegra Profiler Report 2025@1@3@140-25v0."),
              "2025.1.3.140");
    EXPECT_EQ(nsightReportVersion("NVIDIA Tegra Profiler Report "), "");
    EXPECT_FALSE(nsightReportVersion("NVIDIA Tegra").has_value());
    ReportExports::Options options;
    options.places = {};
    const auto opened = ReportExports(path("cache")).open(report("a.nsys-rep"), options);
    ASSERT_FALSE(opened.has_value());
    EXPECT_EQ(opened.error().code, ErrorCode::NotATrace);
    EXPECT_THAT(opened.error().message, HasSubstr("Nsight Systems 2025.1.3.140"));
    EXPECT_THAT(opened.error().message, HasSubstr("`nsys export --type sqlite a.nsys-rep`"));
    EXPECT_FALSE(fs::exists(path("cache")));
}

TEST_F(ReportExportTest, RemovesWhatWasNotUsedForTheLongestTime) {
    ReportExports::Options options;
    options.places = {program("nsys"), "", {}};
    const ReportExports exports(path("cache"), 250);  // two of 106 bytes
    const auto first = exports.open(report("a.nsys-rep"), options);
    ASSERT_TRUE(first.has_value()) << first.error().message;
    const auto second = exports.open(report("b.nsys-rep"), options);
    ASSERT_TRUE(second.has_value());
    const auto written = fs::last_write_time(first->database);
    waitForFileClock(path(""));
    EXPECT_EQ(exports.open(path("a.nsys-rep"), options)->database, first->database);  // used now
    EXPECT_EQ(fs::last_write_time(first->database), written);
    waitForFileClock(path(""));
    ASSERT_TRUE(exports.open(report("c.nsys-rep"), options).has_value());
    EXPECT_THAT(exports.list(), SizeIs(2));
    EXPECT_TRUE(fs::exists(first->database));
    EXPECT_FALSE(fs::exists(second->database));
    EXPECT_EQ(exports.clear(), 2U);
}

TEST_F(ReportExportTest, OpensNoExportOfOthers) {
    ReportExports::Options options;
    options.places = {program("nsys"), "", {}};
    const ReportExports exports(path("cache"));
    const auto first = exports.open(report("a.nsys-rep"), options);
    ASSERT_TRUE(first.has_value()) << first.error().message;
    // Behind a link.
    fs::rename(first->database, path("elsewhere"));
    fs::create_symlink(path("elsewhere"), first->database);
    EXPECT_EQ(exports.open(path("a.nsys-rep"), options)->database, first->database);
    EXPECT_FALSE(fs::is_symlink(first->database));
    // In a folder that others may write to, and behind a link: exported for this time alone.
    fs::permissions(path("cache"), fs::perms(0777));
    EXPECT_NE(exports.open(path("a.nsys-rep"), options)->database, first->database);
    fs::permissions(path("cache"), fs::perms(0700));
    EXPECT_EQ(exports.open(path("a.nsys-rep"), options)->database, first->database);
    fs::create_directory_symlink(path("cache"), path("link"));
    const auto linked = ReportExports(path("link")).open(path("a.nsys-rep"), options);
    EXPECT_THAT(linked->database, ::testing::Not(HasSubstr(path(""))));
}

TEST_F(ReportExportTest, RemovesTemporaryFilesOfAnInterruptedExport) {
    program("nsys");
    std::ofstream(path("nsys")) << "#!/bin/sh\nprintf half > \"$5\"; printf x > \"$5-journal\"\n"
                                   "echo 'Processing 42%'; sleep 600\n";
    ReportExports::Options options;
    options.places = {path("nsys"), "", {}};
    std::stop_source stop;
    options.stop = stop.get_token();
    std::uint64_t most = 0;
    options.onProgress = [&](std::uint64_t done, std::uint64_t all) {
        EXPECT_LE(done, all);
        most = std::max(most, done);
        if (done > 0) {
            stop.request_stop();
        }
    };
    std::string large = report("large.nsys-rep");
    std::ofstream(large, std::ios::app) << std::string(1000, 'x');
    const auto opened = ReportExports(path("cache")).open(large, options);
    ASSERT_FALSE(opened.has_value());
    EXPECT_EQ(opened.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(most, fs::file_size(large) / 100 * 42);
    EXPECT_TRUE(fs::is_empty(path("cache")));
}

}  // namespace
}  // namespace gaplight::test
