// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "core/remote/record_on_remote.h"
#include "core/remote/remote_output.h"

namespace gaplight::test {
namespace {

const RemotePath kRemote{"node7", "run.json"};

RemoteOutput outputOf(const std::string& text) {
    RemoteOutput output;
    output.add(text);
    output.finish();
    return output;
}

TEST(RemoteOutput, TellsLinesFromMessagesAtEveryCut) {
    const std::string text = "Welcome\r\n" + remoteProgramLine({"2.1.0", 2}) +
                             remoteProgressLine({5, 100, 7}) + "gaplight: no\x1b[2J such file\n";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        RemoteOutput output;
        output.add(text.substr(0, cut));
        output.add(text.substr(cut));
        output.finish();
        ASSERT_TRUE(output.program());
        EXPECT_EQ(output.program()->version, "2.1.0");
        EXPECT_EQ(output.program()->packVersion, 2U);
        EXPECT_EQ(output.progress().bytesRead, 5U);
        EXPECT_EQ(output.progress().bytesTotal, 100U);
        EXPECT_EQ(output.progress().slices, 7U);
        EXPECT_EQ(output.message(), "no [2J such file");
    }
}

TEST(RemoteOutput, IsBoundedAndTakesNoWrongNumbers) {
    RemoteOutput output;
    for (int at = 0; at < 1'000; ++at) {
        output.add(std::string(10'000, 'x'));
    }
    output.finish();
    EXPECT_EQ(output.message().size(), 1'000U);
    for (const char* line :
         {"gaplight-pack", "gaplight-pack ", "gaplight-pack x", "gaplight-pack x y",
          "gaplight-pack x 99999999999", "gaplight-progress 1 2", "gaplight-progress -1 2 3",
          "gaplight-progress 1 2 99999999999999999999", "gaplight-progress 1 2 3x"}) {
        EXPECT_FALSE(remoteProgramFrom(line)) << line;
        EXPECT_FALSE(remoteProgressFrom(line)) << line;
    }
}

TEST(RemoteLines, TakesOutItsLinesAtEveryCut) {
    const std::string text = "hello\n" + remoteProgramLine({"2.1.0", 2}) + "50 %\rgaplightly\n\n" +
                             "gaplight: sh exited with 7\nno end" +
                             remoteTraceLine({5, "/x y.json"}) + remoteTraceLine({6, "relative"}) +
                             "gaplight-record-end\n" + remoteRecordEndLine() + "gap";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        std::string passed;
        RemoteLines lines("node7", [&](std::string_view bytes) { passed += bytes; });
        lines.add(text.substr(0, cut));
        lines.add(text.substr(cut));
        lines.finish();
        EXPECT_EQ(passed,
                  "hello\n50 %\rgaplightly\n\ngaplight: on node7: sh exited with 7\nno end" +
                      remoteTraceLine({6, "relative"}) + "gaplight-record-end\ngap");
        ASSERT_EQ(lines.traces().size(), 1U);
        EXPECT_EQ(lines.traces().front().path, "/x y.json");
        EXPECT_EQ(lines.traces().front().bytes, 5U);
        EXPECT_TRUE(lines.hasEnded());
        EXPECT_TRUE(lines.output().program());
    }
}

TEST(RemoteLines, PassesAtOnceWhatIsNotItsOwn) {
    std::string passed;
    RemoteLines lines("node7", [&](std::string_view bytes) { passed += bytes; });
    lines.add("50 %");
    EXPECT_EQ(passed, "50 %");
    lines.add(std::string(1, kRemoteLineStart) + "gaplight-recorded 7 /");
    EXPECT_EQ(passed, "50 %");
    lines.add(std::string(100'000, 'x'));
    EXPECT_GT(passed.size(), 100'000U);
    EXPECT_FALSE(lines.hasEnded());
}

TEST(RemoteFailure, SaysWhatToDo) {
    const std::string begun = remoteProgramLine({"2.1.0", 2});
    struct Case {
        std::string output;
        SshEnd end;
        const char* text;
    };
    for (const Case& one :
         {Case{"sh: 1: exec: gaplight: not found\n", {127, 0}, "there is no gaplight on node7"},
          Case{"gaplight: error while loading shared libraries: libQt6Core.so.6\n",
               {127, 0},
               "does not start: error while loading shared libraries: libQt6Core.so.6"},
          Case{"ssh: connect to host node7 port 22: Connection refused\n",
               {255, 0},
               "cannot reach node7 over ssh: connect to host node7 port 22: Connection refused"},
          Case{begun,
               {255, 12},
               "the connection to node7 broke, or gaplight was killed there, "
               "after 12 bytes"},
          Case{"gaplight: the following argument was not expected: --progress-lines\n",
               {2, 0},
               "of another version"},
          Case{begun + "gaplight: cannot open 'run.json': there is no such file\n",
               {3, 0},
               "on node7: cannot open 'run.json': there is no such file"},
          Case{begun, {6, 3}, "gaplight on node7 ended with 6 after 3 bytes"}}) {
        const Error error = remoteFailure(kRemote, outputOf(one.output), one.end);
        EXPECT_NE(error.message.find(one.text), std::string::npos) << error.message;
    }
}

}  // namespace
}  // namespace gaplight::test
