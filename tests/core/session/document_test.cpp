// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/document.h"

#include <array>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/session/memory_data.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using ::testing::HasSubstr;

TEST(Document, KindIsThatOfTheContent) {
    const auto kindOf = [](const char* name) { return documentKindOf(test::dataFile(name)); };
    EXPECT_EQ(kindOf("memory/snapshot_run.pickle.zst"), DocumentKind::Snapshot);
    EXPECT_EQ(kindOf("ncu/ncu_run.ncu-rep.zst"), DocumentKind::KernelReport);
    EXPECT_EQ(kindOf("ncu/ncu_run.raw.csv.zst"), DocumentKind::KernelReport);
    EXPECT_EQ(kindOf("memory/snapshot_run.torch_trace.log.zst"), DocumentKind::CompileLog);
    EXPECT_EQ(kindOf("streams_overlap.json.zst"), DocumentKind::Trace);
    EXPECT_EQ(kindOf("memory"), DocumentKind::Ranks);
    EXPECT_EQ(documentKindOf("host:runs/"), DocumentKind::Ranks);
    EXPECT_EQ(documentKindOf("host:run.pickle"), DocumentKind::Trace);
    EXPECT_EQ(documentKindOf("-"), DocumentKind::Trace);
    EXPECT_EQ(documentKindOf("/no/such/file"), DocumentKind::Trace);
}

// A folder of traces and their summaries is what is to be opened.
TEST(Document, FolderOfSeveralKinds_IsTheKindThatTheUseTakes) {
    const auto folder = std::filesystem::path(::testing::TempDir()) / "document_folder";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "rank0.json.1.gsum") << "";
    EXPECT_EQ(documentKindOf(folder), DocumentKind::Fleet);
    EXPECT_FALSE(documentFor(DocumentUse::Analyze, folder));
    std::ofstream(folder / "rank0.json") << "";
    EXPECT_EQ(documentKindOf(folder), DocumentKind::Ranks);
    EXPECT_EQ(documentFor(DocumentUse::Fleet, folder), DocumentKind::Fleet);
    std::ofstream(folder / "dedicated_log_torch_trace_x.log") << "";
    EXPECT_EQ(documentKindOf(folder), DocumentKind::CompileLog);
    EXPECT_EQ(documentFor(DocumentUse::Window, folder), DocumentKind::Ranks);
    std::filesystem::remove_all(folder);
    EXPECT_EQ(documentFor(DocumentUse::Fleet, folder), DocumentKind::Trace) << "its reader says so";
}

// tests/app/args/command_line_test.py runs every command on a document of every kind.
TEST(Document, EveryUse_TakesAKindOrSaysWhatDoes) {
    constexpr std::array<const char*, kDocumentUses> kNames{
        "info",      "analyze", "compare", "export", "cut",    "pack",
        "summarize", "fleet",   "query",   "mcp",    "window", "side by side"};
    std::string matrix;
    for (std::size_t use = 0; use < kDocumentUses; ++use) {
        for (auto kind = DocumentKind::Trace; kind <= DocumentKind::Fleet;
             kind = static_cast<DocumentKind>(static_cast<int>(kind) + 1)) {
            const std::string refusal = refusalOf(kind, static_cast<DocumentUse>(use));
            EXPECT_EQ(refusal.empty(), serves(static_cast<DocumentUse>(use), kind));
            matrix += std::string(kNames.at(use)) + " | " + std::string(documentFacts(kind).name) +
                      " | " + (refusal.empty() ? "taken" : refusal) + "\n";
        }
    }
    EXPECT_TRUE(test::matchesGolden("session/documents.txt", matrix));
}

// Wherever a trace is expected.
TEST(Document, OfAnotherKindIsRefusedAsATraceWithWhatToDo) {
    for (const auto& [name, advice] :
         {std::pair("memory/snapshot_run.pickle.zst", "with --memory"),
          std::pair("ncu/ncu_run.raw.csv.zst", "read it with `gaplight analyze`"),
          std::pair("memory/snapshot_run.torch_trace.log.zst", "with --compile-log")}) {
        const auto session = openSession(test::dataFile(name));
        ASSERT_FALSE(session) << name;
        EXPECT_EQ(session.error().code, ErrorCode::NotATrace);
        EXPECT_THAT(session.error().message, HasSubstr("not a trace but a "));
        EXPECT_THAT(session.error().message, HasSubstr(advice));
    }
}

TEST(Document, ThresholdsAreThoseBesideASnapshotOrOfItsTrace) {
    const auto folder = std::filesystem::path(::testing::TempDir()) / "document_thresholds";
    std::filesystem::create_directories(folder);
    const std::string path = (folder / "run.pickle.zst").string();
    std::filesystem::copy_file(test::dataFile("memory/snapshot_run.pickle.zst"), path,
                               std::filesystem::copy_options::overwrite_existing);
    std::ofstream(folder / "gaplight.toml") << "min_gap = 1\n";
    DocumentContext context;
    EXPECT_TRUE(MemoryData::open(path, context)) << "no settings file is read";
    context.settingsDirectory.emplace();
    const auto refused = MemoryData::open(path, context);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("gaplight.toml line 1"));
    const auto trace = openSession(test::dataFile("memory/snapshot_run.json.zst"));
    ASSERT_TRUE(trace);
    context.trace = trace->get();
    const auto placed = MemoryData::open(path, context);
    ASSERT_TRUE(placed) << placed.error().message;
    EXPECT_TRUE((*placed)->placement());
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace gaplight
