// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/open_compile_log.h"
#include "core/formats/torch_trace/graph_lines.h"
#include "core/formats/torch_trace/reason_text.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Result<CompileLog> readLog(const std::string& text) {
    const auto source = byteSourceFromMemory(text);
    return openCompileLog(**source);
}

std::string entryText(const std::string& json, const std::string& payload = {}) {
    std::string text = "V1122 10:51:15.796000 419 torch/_dynamo/utils.py:2126] " + json + "\n";
    for (std::size_t at = 0; at < payload.size();) {
        const std::size_t end = std::min(payload.find('\n', at), payload.size());
        text += "\t" + payload.substr(at, end - at) + "\n";
        at = end + 1;
    }
    return text;
}

// A folder with files, removed at the end.
class LogFolder {
public:
    explicit LogFolder(const std::vector<std::string>& names) {
        m_path = ::testing::TempDir() + "logs_of_a_run_XXXXXX";
        EXPECT_NE(::mkdtemp(m_path.data()), nullptr);
        for (const std::string& name : names) {
            std::ofstream(m_path + "/" + name) << entryText(R"({"describe_tensor": {}})");
        }
    }
    ~LogFolder() { std::filesystem::remove_all(m_path); }
    LogFolder(const LogFolder&) = delete;
    LogFolder& operator=(const LogFolder&) = delete;

    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

std::string fileName(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

std::string lineText(const SourceLine& line) {
    return fmt::format("{}:{} {} | {}", fileName(line.file), line.line, line.function, line.code);
}

std::string textOf(const CompileLog& log) {
    std::string text = fmt::format("{} entries\n", log.entries);
    for (const CompiledFrame& frame : log.frames) {
        text +=
            fmt::format("frame {}/{} {}\n", frame.id.frame, frame.id.version, lineText(frame.at));
    }
    for (const GraphBreakReason& one : log.breaks) {
        text +=
            fmt::format("break {}/{} {}\n  {}\n  {}\n  {}\n  {}\n", one.id.frame, one.id.version,
                        lineText(one.at), one.reason, one.explanation, one.hint, one.link);
    }
    for (const RecompileReason& one : log.recompiles) {
        text += fmt::format("recompile {}/{}\n", one.id.frame, one.id.version);
        for (const std::string& reason : one.reasons) {
            text += "  " + reason + "\n";
        }
    }
    for (const CompiledKernel& kernel : log.kernels) {
        text += fmt::format("kernel {} {} {}/{} {}\n  {} | {}\n", kernel.name,
                            kernel.graph.substr(0, 8), kernel.id.frame, kernel.id.version,
                            fileName(kernel.file), fmt::join(kernel.operators, ", "),
                            fmt::join(kernel.nodes, ", "));
        for (const SourceLine& line : kernel.lines) {
            text += fmt::format("  {}{}\n", kernel.isLineOfFrame ? "of the frame: " : "",
                                lineText(line));
        }
    }
    for (std::size_t at = 0; at < kCompileLogIssues; ++at) {
        if (log.issues[at] > 0) {
            text += fmt::format("issue {}: {}\n",
                                compileLogIssueName(static_cast<CompileLogIssueKind>(at)),
                                log.issues[at]);
        }
    }
    return text;
}

TEST(TorchTrace, RecordedLog) {
    const auto log =
        openCompileLog(dataFile("memory/snapshot_run.torch_trace.log.zst"), InflationLimit{});
    ASSERT_TRUE(log) << log.error().message;
    EXPECT_EQ(log->entries, 1047U);
    EXPECT_EQ(log->graphs.size(), 8U);
    EXPECT_TRUE(matchesGolden("formats/snapshot_run.torch_trace.txt", textOf(*log)));
    for (const CompiledKernel& kernel : log->kernels) {
        EXPECT_FALSE(kernel.lines.empty()) << kernel.name;
        EXPECT_FALSE(kernel.graph.empty()) << kernel.name;
    }
}

TEST(TorchTrace, OtherFilesAreRefused) {
    for (const char* text : {"", "{\"traceEvents\": []}", "V1122 no entry\n", "hello\n"}) {
        const auto log = readLog(text);
        ASSERT_FALSE(log) << text;
        EXPECT_EQ(log.error().code, ErrorCode::NotATrace) << log.error().message;
    }
    const auto empty = readLog(entryText("{broken"));
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().code, ErrorCode::Corrupt);
}

TEST(TorchTrace, ProblemsAreCounted) {
    const std::string broken =
        R"({"artifact": {"name": "dynamo_graph_break_reason"}, "frame_id": 0, "frame_compile_id": 0})";
    const std::string text = entryText("{\"str\": [\"a.py\", 1]}") + entryText("{broken") +
                             "no entry\n" + entryText(broken, "\n") +
                             entryText("{\"str\": 3, \"frame_id\": 99999999999999999999}");
    const auto log = readLog(text + "V1122 10:51:15.796000 419 torch/a.py:1] {\"str\"");
    ASSERT_TRUE(log) << log.error().message;
    EXPECT_EQ(log->count(CompileLogIssueKind::MalformedEntry), 4U);
    EXPECT_EQ(log->count(CompileLogIssueKind::MalformedPayload), 1U);
    EXPECT_EQ(log->count(CompileLogIssueKind::Truncated), 1U);
    EXPECT_THAT(log->breaks, IsEmpty());
    // Every cut is read or refused, and never more than the whole has.
    for (std::size_t cut = 0; cut < text.size(); ++cut) {
        const auto part = readLog(text.substr(0, cut));
        EXPECT_TRUE(!part || part->entries <= log->entries) << cut;
    }
}

TEST(TorchTrace, LongPayloadsAreLeftOut) {
    const std::string id = R"("frame_id": 0, "frame_compile_id": 0})";
    const auto log = readLog(entryText(R"({"inductor_output_code": {}, )" + id,
                                       std::string(std::size_t{33} << 20U, 'x')) +
                             entryText(R"({"artifact": {"name": "recompile_reasons"}, )" + id,
                                       "[\"0/0: len(x) == 3\", \"0/1: y is None\"]"));
    ASSERT_TRUE(log) << log.error().message;
    EXPECT_EQ(log->count(CompileLogIssueKind::OversizedEntry), 1U);
    ASSERT_EQ(log->recompiles.size(), 1U);
    EXPECT_THAT(log->recompiles[0].reasons, ElementsAre("0/0: len(x) == 3", "0/1: y is None"));
}

TEST(TorchTrace, GraphsOfOneCompilationInTurn) {
    const std::string id = R"(, "frame_id": 2, "frame_compile_id": 1})";
    const auto graph = [&](const std::string& line) {
        return entryText(R"({"inductor_post_grad_graph": {})" + id,
                         "class GraphModule:\n    # File: " + line +
                             "\n    mul: \"f32[8]\" = torch.ops.aten.mul.Tensor(a, 2)");
    };
    const std::string code = entryText(R"({"inductor_output_code": {})" + id,
                                       "# kernel path: /tmp/k.py\n"
                                       "# Source Nodes: [x, y], Original ATen: [aten.mul]\n"
                                       "#   %mul : Tensor \"f32[8]\" = call_function[target=m](a)\n"
                                       "triton_poi_fused_0 = async_compile.triton('triton_poi_"
                                       "fused_0', '''\n");
    const auto key = [&](const std::string& name) {
        return entryText(R"({"artifact": {"name": "fx_graph_cache_hit"})" + id,
                         "{\"key\": \"" + name + "\"}");
    };
    const auto log = readLog(graph("a.py:1 in f, code: a * 2") + code + key("fone") +
                             graph("b.py:2 in g, code: b * 2") + code + key("ftwo"));
    ASSERT_TRUE(log) << log.error().message;
    ASSERT_EQ(log->kernels.size(), 2U);
    EXPECT_EQ(log->kernels[0].graph, "fone");
    EXPECT_EQ(log->kernels[0].lines.at(0).file, "a.py");
    EXPECT_EQ(log->kernels[1].graph, "ftwo");
    EXPECT_EQ(log->kernels[1].lines.at(0).line, 2);
    EXPECT_THAT(log->graphs, ElementsAre("fone", "ftwo"));
}

TEST(TorchTrace, ParsesLinesAndReasons) {
    const SourceLine line = parseGraphLine("/a in b/c:d.py:12 in g, code: x = y");
    EXPECT_EQ(line.file, "/a in b/c:d.py");
    EXPECT_EQ(line.line, 12);
    EXPECT_EQ(line.function, "g");
    EXPECT_EQ(parseGraphLine("nothing").line, 0);
    EXPECT_EQ(parseGraphLine("a.py:99999999999999999999").line, 0);
    const GraphBreakReason old = parseGraphBreak(
        "Graph break in user code at a.py:3\nReason: Unsupported: call_function print\n"
        "User code traceback:\n  File \"a.py\", line 3, in f\n    print(x)\n");
    EXPECT_EQ(old.reason, "Unsupported: call_function print");
    EXPECT_EQ(old.at.function, "f");
    EXPECT_EQ(old.at.code, "print(x)");
    EXPECT_THAT(parseGraphBreak("").reason, IsEmpty());
    EXPECT_THAT(parseRecompileReasons("\n  \n"), IsEmpty());
    EXPECT_THAT(parseRecompileReasons("0/0: k == 1.0      # x\nUser stack trace:\n  File"),
                ElementsAre("0/0: k == 1.0"));
}

TEST(TorchTrace, LongReasonsAreCutBetweenCharacters) {
    std::string umlauts;
    for (int at = 0; at < 3000; ++at) {
        umlauts += "\u00e4";
    }
    // 4,096 bytes end inside a character behind the 5 of the id.
    EXPECT_THAT(parseRecompileReasons("0/0: " + umlauts),
                ElementsAre("0/0: " + umlauts.substr(0, 2 * 2045U)));
}

// tlparse copies the log that it was given; without it, a folder is what TORCH_TRACE names.
TEST(TorchTrace, OpensTheLogOfAFolder) {
    const LogFolder parsed({"raw.log", "index.html", "dedicated_log_torch_trace_abc.log"});
    EXPECT_TRUE(isCompileLogFolder(parsed.path()));
    const auto log = openCompileLog(parsed.path(), {});
    ASSERT_TRUE(log) << log.error().message;
    EXPECT_EQ(log->path, parsed.path() + "/raw.log");
    EXPECT_EQ(log->entries, 1U);

    const LogFolder one({"dedicated_log_torch_trace_rank_0_abc.log", "other.txt"});
    const auto only = openCompileLog(one.path(), {});
    ASSERT_TRUE(only) << only.error().message;
    EXPECT_EQ(fileName(only->path), "dedicated_log_torch_trace_rank_0_abc.log");
}

TEST(TorchTrace, RefusesFoldersWithoutOneLog) {
    const LogFolder ranks(
        {"dedicated_log_torch_trace_rank_0_a.log", "dedicated_log_torch_trace_rank_1_b.log"});
    EXPECT_TRUE(isCompileLogFolder(ranks.path()));
    const auto several = openCompileLog(ranks.path(), {});
    ASSERT_FALSE(several);
    EXPECT_THAT(several.error().message,
                HasSubstr("the folder has 2 logs, one for each process; name the one of this "
                          "trace's, such as dedicated_log_torch_trace_rank_0_a.log"));

    const LogFolder other({"trace.json"});
    EXPECT_FALSE(isCompileLogFolder(other.path()));
    const auto none = openCompileLog(other.path(), {});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::NotATrace);
    EXPECT_THAT(none.error().message, HasSubstr("expected raw.log of tlparse"));
}

}  // namespace
}  // namespace gaplight::test
