// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/remote/remote_path.h"
#include "core/remote/ssh_process.h"

namespace gaplight::test {
namespace {

TEST(RemotePath, IsWrittenAsScpWritesIt) {
    for (const char* text : {"node7:run.json", "me@node7:/x/run 1.json", "[::1]:run.json",
                             "me@[fe80::1%eth0]:run.json", "C:run.json", "-oA=b:x"}) {
        EXPECT_TRUE(isRemotePath(text)) << text;
    }
    for (const char* text : {"", "-", "run.json", "./a:b", "/x/a:b", ":x", "node7:", "https://x/y",
                             "file:///x", "[::1]"}) {
        EXPECT_FALSE(isRemotePath(text)) << text;
    }
}

TEST(RemotePath, AFileOfThisMachineComesFirst) {
    const std::string name = "remote_path_test:run.json";
    ASSERT_TRUE(isRemotePath(name));
    std::ofstream(name) << "{}";
    EXPECT_FALSE(isRemotePath(name));
    std::remove(name.c_str());
}

TEST(RemotePath, HasHostAndPath) {
    struct Case {
        const char* text;
        const char* host;
        const char* path;
    };
    for (const Case& one :
         {Case{"node7:a:b", "node7", "a:b"}, Case{"me@node7:/x y", "me@node7", "/x y"},
          Case{"[::1]:x", "::1", "x"}, Case{"me@[::1]:x", "me@::1", "x"},
          Case{"n:~/runs/x", "n", "runs/x"}, Case{"n:~other/x", "n", "~other/x"}}) {
        const auto remote = parseRemotePath(one.text);
        ASSERT_TRUE(remote) << one.text;
        EXPECT_EQ(remote->host, one.host);
        EXPECT_EQ(remote->path, one.path);
    }
}

TEST(RemotePath, AFolderNeedsNoPath) {
    for (const char* text : {"node7:", "me@node7:runs", "[::1]:", "n:~/runs"}) {
        EXPECT_TRUE(isRemoteFolder(text)) << text;
    }
    for (const char* text : {"", ":", "python3", "./a:", "/x:", "https://x"}) {
        EXPECT_FALSE(isRemoteFolder(text)) << text;
    }
    const auto home = parseRemoteFolder("me@[::1]:");
    ASSERT_TRUE(home);
    EXPECT_EQ(home->host, "me@::1");
    EXPECT_EQ(home->path, "");
    EXPECT_FALSE(parseRemotePath("node7:"));
    EXPECT_FALSE(parseRemoteFolder("-oProxyCommand=x:"));
}

TEST(RemotePath, PartsGiveTheTextAgain) {
    for (const char* text : {"node7:a:b", "me@node7:/x y", "[::1]:x", "me@[::1]:", "n:runs/x"}) {
        EXPECT_EQ(remoteText(*parseRemoteFolder(text)), text);
    }
}

TEST(RemotePath, AHostIsNoOptionAndNoCommand) {
    for (const char* text : {"-oProxyCommand=touch:x", "-v:x", "me@-v:x", "@node:x", "node@:x",
                             "a b:x", "$(id):x", "`id`:x", "a;b:x", "a'b:x", "a\nb:x", "a|b:x",
                             "h%h:x", "%r@node:x", "me@[fe80::1%eth0]:x"}) {
        const auto remote = parseRemotePath(text);
        ASSERT_FALSE(remote) << text;
        EXPECT_EQ(remote.error().code, ErrorCode::BadArgument);
    }
}

TEST(SshCall, QuotesThePathForAnyShell) {
    EXPECT_EQ(quotedForShell("/x/run 1.json"), "'/x/run 1.json'");
    EXPECT_EQ(quotedForShell("$(id)`id`;&|*~"), "'$(id)`id`;&|*~'");
    EXPECT_EQ(quotedForShell("it's"), R"('it'\''s')");
    EXPECT_EQ(quotedForShell(R"(a\b)"), R"('a'\\'b')");
    EXPECT_EQ(quotedForShell(""), "''");
}

TEST(SshCall, KeepsHostAndPathApart) {
    const std::vector<std::string> call = sshCall("ssh", "me@node7", remotePackCommand({"-x"}));
    ASSERT_GE(call.size(), 3U);
    EXPECT_EQ(call.front(), "ssh");
    EXPECT_EQ(call[call.size() - 3], "--");
    EXPECT_EQ(call[call.size() - 2], "me@node7");
    EXPECT_TRUE(call.back().ends_with(" gaplight pack --stdout --progress-lines -- './-x'"))
        << call.back();
    const std::vector<std::string> options{"--out", "it's"};
    EXPECT_TRUE(
        remoteRecordCommand("-x", options).ends_with(R"( './-x' record '--out' 'it'\''s')"));
    EXPECT_TRUE(
        remoteRecordCommand("", options).ends_with(R"( gaplight record '--out' 'it'\''s')"));
    EXPECT_TRUE(remoteListCommand("-x").ends_with(" gaplight pack --list -- './-x'"));
    EXPECT_TRUE(remoteInstallCommand("Linux x86_64", 7).ends_with(" 'Linux x86_64' 7"));
    // The script is one argument of sh for any shell.
    for (const std::string& command :
         {remotePackCommand({"x"}), remoteRecordCommand("f", {}), remoteInstallCommand("s", 1)}) {
        const std::string script = command.substr(command.find('\'') + 1);
        EXPECT_TRUE(script.substr(script.find('\'')).starts_with("' gaplight")) << command;
    }
    for (const std::string& argument : call) {
        EXPECT_EQ(argument.find("BatchMode"), std::string::npos);
    }
}

}  // namespace
}  // namespace gaplight::test
