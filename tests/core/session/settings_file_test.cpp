// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/settings_file.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/detectors/engine/own_rules.h"

namespace gaplight {
namespace {

namespace fs = std::filesystem;

class SettingsFileTest : public ::testing::Test {
protected:
    void SetUp() override {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        m_folder = fs::path(::testing::TempDir()) / ("settings_" + std::string(test->name()));
        fs::create_directories(m_folder / "config");
        fs::create_directories(m_folder / "traces");
    }
    void TearDown() override { fs::remove_all(m_folder); }

    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(m_folder / name) << text;
        return path(name);
    }
    std::string path(const std::string& name) const { return (m_folder / name).string(); }
    // The message of reading `text`, without the folder.
    std::string complaint(const std::string& text) const {
        const auto read = readSettingsFile(write("bad.toml", text));
        if (read) {
            return {};
        }
        EXPECT_EQ(read.error().code, ErrorCode::BadArgument);
        const std::string prefix = m_folder.string() + "/";
        EXPECT_TRUE(read.error().message.starts_with(prefix)) << read.error().message;
        return read.error().message.substr(prefix.size());
    }

    fs::path m_folder;
};

TEST_F(SettingsFileTest, ReadsTextAndNumbers) {
    const auto read = readSettingsFile(write("a.toml",
                                             "# comment\n[gpu-idle]\nmin_gap = \"50us\"\n"
                                             "[annotation-share]\nlimit.vae = 0.25\n"
                                             "\"limit.a b\" = \"10%\"\n"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->find("gpu-idle", "min_gap"), 50'000);
    EXPECT_EQ(read->find("annotation-share", "limit.vae"), 250'000);
    EXPECT_EQ(read->find("annotation-share", "limit.a b"), 100'000);
}

TEST_F(SettingsFileTest, WhatIsWrittenIsReadBack) {
    Settings settings;
    settings.set("gpu-idle", "min_gap", 123'456'789);
    settings.set("annotation-share", "limit", 70'001);
    settings.set("annotation-share", "limit.say \"hi\"\\\n\x7F=x", 333'333);
    ASSERT_TRUE(writeSettingsFile(path("b.toml"), settings));
    const auto read = readSettingsFile(path("b.toml"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->values(), settings.values());
}

TEST_F(SettingsFileTest, TextIsReadAsAFileIs) {
    const auto parsed = parseSettings("there.toml", "[gpu-idle]\nmin_gap = \"50us\"\n");
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->find("gpu-idle", "min_gap"), 50'000);
    EXPECT_EQ(parseSettings("again.toml", settingsText(*parsed)), *parsed);
    const auto wrong = parseSettings("there.toml", "\n[gpu-idle");
    ASSERT_FALSE(wrong);
    EXPECT_TRUE(wrong.error().message.starts_with("there.toml line 2: ")) << wrong.error().message;
}

TEST_F(SettingsFileTest, NothingSetIsAFileWithoutRules) {
    ASSERT_TRUE(writeSettingsFile(path("c.toml"), {}));
    const auto read = readSettingsFile(path("c.toml"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->values().empty());
}

TEST_F(SettingsFileTest, MistakesNameTheirLine) {
    EXPECT_TRUE(complaint("[gpu-idle]\nmin_gap = \"5 apples\"\n")
                    .starts_with("bad.toml line 2: gpu-idle.min_gap: "));
    EXPECT_TRUE(
        complaint("\n[gpu-idel]\nmin_gap = \"5us\"\n")
            .starts_with("bad.toml line 3: there is no rule 'gpu-idel'; did you mean 'gpu-idle'?"));
    EXPECT_TRUE(complaint("[gpu-idle]\nmax_gap = \"5us\"\n")
                    .starts_with("bad.toml line 2: gpu-idle has no threshold \"max_gap\"; it has: "
                                 "min_gap"));
    EXPECT_TRUE(complaint("min_gap = \"5us\"\n")
                    .starts_with("bad.toml line 1: \"min_gap\" is outside of any rule"));
    EXPECT_TRUE(complaint("[gpu-idle]\nmin_gap = [1]\n").starts_with("bad.toml line 2: "));
    EXPECT_TRUE(complaint("[gpu-idle\n").starts_with("bad.toml line 1: "));
    EXPECT_TRUE(complaint("[gpu-idle]\nmin_gap = \"-5us\"\n").starts_with("bad.toml line 2: "));
}

TEST_F(SettingsFileTest, AnAbsentFileIsSaidToBeAbsent) {
    const auto read = readSettingsFile(path("none.toml"));
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::NotFound);
}

TEST_F(SettingsFileTest, TheFileBesideTheTraceWins) {
    write("config/gaplight.toml",
          "[gpu-idle]\nmin_gap = \"1ms\"\n[annotation-share]\nlimit = \"7%\"\n");
    const std::string trace = path("traces/t.json");
    auto settings = settingsFor(trace, path("config"));
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(settings->settings.find("gpu-idle", "min_gap"), 1'000'000);

    write("traces/gaplight.toml", "[gpu-idle]\nmin_gap = \"2ms\"\n");
    settings = settingsFor(trace, path("config"));
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(settings->settings.find("gpu-idle", "min_gap"), 2'000'000);
    EXPECT_EQ(settings->settings.find("annotation-share", "limit"), 70'000);
    EXPECT_EQ(settingsBeside(trace)->find("gpu-idle", "min_gap"), 2'000'000);
    EXPECT_EQ(settingsBeside(trace)->find("annotation-share", "limit"), std::nullopt);
    EXPECT_TRUE(settingsFor("-", {})->settings.values().empty());
    EXPECT_TRUE(settingsFor("-", {})->files.empty());
}

TEST_F(SettingsFileTest, FilesThatSetThresholdsAreNamed) {
    const std::string own = write("config/gaplight.toml", "[annotation-share]\nlimit = \"7%\"\n");
    const std::string beside =
        write("traces/gaplight.toml",
              "[gpu-idle]\nmin_gap = \"2ms\"\n[annotation-share]\nlimit.vae = 0.25\n");
    const auto settings = settingsFor(path("traces/t.json"), path("config"));
    ASSERT_TRUE(settings) << settings.error().message;
    const std::vector<SettingsFile> expected{
        {own, false, {"annotation-share.limit=7%"}, {}, ""},
        {beside, true, {"annotation-share.limit.vae=25%", "gpu-idle.min_gap=2ms"}, {}, ""}};
    ASSERT_EQ(settings->files.size(), 2U);
    EXPECT_EQ(settings->files, expected) << settingsFileText(settings->files[1]);
    EXPECT_EQ(settingsFileText(expected[1]),
              "thresholds are set by " + beside +
                  ": annotation-share.limit.vae=25%, gpu-idle.min_gap=2ms");
}

// The ids of the rules of one's own.
std::vector<std::string> idsOf(const Settings& settings) {
    std::vector<std::string> ids;
    if (settings.ownRules() != nullptr) {
        for (const RuleFacts* rule : settings.ownRules()->facts) {
            ids.emplace_back(rule->id);
        }
    }
    return ids;
}

TEST_F(SettingsFileTest, RulesAreThoseOfTheConfigurationAndOfNamedFolders) {
    const std::string rule =
        "+++\nseverity = \"info\"\n[thresholds]\nmax = \"10MB\"\n+++\n"
        "## title\nT\n## fix\nF\n## sql\nSELECT 1\n";
    for (const char* file : {"config/rules/a.md", "team/b.md", "given/c.md", "traces/rules/d.md"}) {
        fs::create_directories(fs::path(path(file)).parent_path());
        write(file, rule);
    }
    write("team/README.md", "no rule");
    write("config/gaplight.toml",
          "rules = [\"../team\"]\n[b]\nmax = \"2MB\"\n[c]\nmax = \"3MB\"\n");
    const std::vector<std::string> given{path("given")};
    const auto settings = settingsFor(path("traces/t.json"), path("config"), given);
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(idsOf(settings->settings), (std::vector<std::string>{"c", "a", "b"}));
    EXPECT_EQ(settings->settings.find("b", "max"), 2'000'000);
    EXPECT_EQ(settings->settings.find("c", "max"), 3'000'000);
    // The rule of which it sets a threshold is not there without that folder.
    EXPECT_FALSE(settingsFor("-", path("config")));
    EXPECT_EQ(idsOf(settingsOfRules(given)), std::vector<std::string>{"c"});

    write("traces/gaplight.toml", "rules = \"rules\"\n[a]\nmax = \"1MB\"\n");
    const auto beside = settingsFor(path("traces/t.json"), path("config"), given);
    ASSERT_TRUE(beside) << beside.error().message;
    EXPECT_EQ(idsOf(beside->settings), (std::vector<std::string>{"c", "a", "b"}));
    EXPECT_EQ(beside->settings.find("a", "max"), 1'000'000);
    EXPECT_EQ(beside->files.back().refusedRules, std::vector<std::string>{"rules"});
    EXPECT_NE(settingsFileText(beside->files.back()).find("are not run"), std::string::npos);
}

TEST_F(SettingsFileTest, ASaveKeepsFoldersOfRulesAndSeverities) {
    write("config/gaplight.toml", "rules = \"../none\"\n[gpu-idle]\nseverity = \"off\"\n");
    const auto read = readSettingsFile(path("config/gaplight.toml"));
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->ownRules()->failed.size(), 1U);
    EXPECT_EQ(read->ownRules()->failed.front().file, path("none"));
    EXPECT_EQ(read->severityOf("gpu-idle"), SetSeverity::Off);
    ASSERT_TRUE(writeSettingsFile(path("config/again.toml"), *read));
    const auto again = readSettingsFile(path("config/again.toml"));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->ownRules()->listed, read->ownRules()->listed);
    EXPECT_EQ(again->values(), read->values());
    EXPECT_TRUE(complaint("rules = 3\n").starts_with("bad.toml line 1: rules needs "));
}

TEST_F(SettingsFileTest, ALinkBesideTheTraceIsNotApplied) {
    fs::create_symlink(write("elsewhere.toml", "[gpu-idle]\nmin_gap = \"2ms\"\n"),
                       path("traces/gaplight.toml"));
    const auto settings = settingsFor(path("traces/t.json"), path("config"));
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_TRUE(settings->settings.values().empty());
    ASSERT_EQ(settings->files.size(), 1U);
    EXPECT_EQ(settingsFileText(settings->files[0]), "thresholds of " +
                                                        path("traces/gaplight.toml") +
                                                        " are not applied: it is a symbolic link");
    EXPECT_TRUE(settingsBeside(path("traces/t.json"))->values().empty());
    // In the user's own folder a link is one of many ways to keep settings.
    fs::create_symlink(path("elsewhere.toml"), path("config/gaplight.toml"));
    EXPECT_EQ(settingsFor("-", path("config"))->settings.find("gpu-idle", "min_gap"), 2'000'000);
}

// Either would end the program: by recursion in the parser, or by memory.
TEST_F(SettingsFileTest, DepthAndSizeAreBounded) {
    std::string deep = "[a";
    for (int i = 0; i < 100'000; ++i) {
        deep += ".a";
    }
    EXPECT_EQ(complaint(deep + "]\nx = 1\n"), "bad.toml: it is nested more than 32 deep");
    write("traces/gaplight.toml", deep + deep + "]\nx = 1\n");
    const auto large = settingsFor(path("traces/t.json"), {});
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().message,
              "cannot read " + path("traces/gaplight.toml") +
                  ": it is larger than 262144 bytes; --no-settings ignores the file");
}

}  // namespace
}  // namespace gaplight
