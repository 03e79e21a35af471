// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/saved_view.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/session/sidecar_file.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

namespace fs = std::filesystem;
using test::sliceNamed;
using test::TraceDsl;

constexpr std::int64_t kEpoch = 1'700'000'000'000'000'000;

std::shared_ptr<const Trace> smallTrace(std::int64_t shift = 0) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {kEpoch + shift, kEpoch + shift + 1000}, "outer");
    t.op(host, {kEpoch + shift + 100, kEpoch + shift + 200}, "inner");
    return t.trace();
}

TimeRange at(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(kEpoch + begin), timeFromNs(kEpoch + end)};
}

SavedView exampleView(const Trace& trace) {
    const SliceId inner = sliceNamed(trace, "inner");
    SavedView view;
    view.notes = {{at(50, 50), {}, "here \"it\" begins µ", NoteColor::Green},
                  {at(100, 200), inner, "", NoteColor::Purple},
                  {at(300, 800), {}, "slow", NoteColor::Red}};
    view.bookmarks[0] = SavedPlace{at(0, 500), 0};
    view.bookmarks[8] = SavedPlace{at(10, 20), 38.5};
    view.place = SavedPlace{at(-20, 1020), 12};
    view.cursors = {timeFromNs(kEpoch + 40), timeFromNs(kEpoch - 5)};
    view.tracks.pinned = {"434/1"};
    view.tracks.hidden = {"group GPU 0", "0/stream 7"};
    view.tracks.grouping = TrackGrouping::Name;
    view.tracks.sort = TrackSort::BusyTime;
    view.searches = {{"gemm dur>50us"}, {"nccl.*", true, true}};
    return view;
}

TEST(SavedView, IsTheSameWhenItIsReadAgain) {
    const auto trace = smallTrace();
    const SavedView view = exampleView(*trace);
    const std::string text = savedViewText(*trace, view);
    EXPECT_TRUE(test::matchesGolden("session/saved_view.txt", text));
    const Result<SavedView> again = parseSavedView(*trace, text);
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(*again, view);
}

TEST(SavedView, FitsTheSameTraceWithAnotherBegin) {
    const auto trace = smallTrace();
    const auto later = smallTrace(5'000);
    const Result<SavedView> view =
        parseSavedView(*later, savedViewText(*trace, exampleView(*trace)));
    ASSERT_TRUE(view.has_value());
    EXPECT_EQ(view->notes[1].slice, sliceNamed(*later, "inner"));
    EXPECT_EQ(view->notes[1].range, later->slices().range(sliceNamed(*later, "inner")));
}

TEST(SavedView, ASliceThatIsGoneLeavesANoteOnItsRange) {
    const auto trace = smallTrace();
    std::string text = savedViewText(*trace, exampleView(*trace));
    text.replace(text.find("\"inner\""), 7, "\"other\"");
    const Result<SavedView> view = parseSavedView(*trace, text);
    ASSERT_TRUE(view.has_value());
    EXPECT_FALSE(view->notes[1].slice.isValid());
    EXPECT_EQ(view->notes[1].range, at(100, 200));
}

TEST(SavedView, PassesOverWhatItDoesNotUnderstand) {
    const auto trace = smallTrace();
    const Result<SavedView> view = parseSavedView(*trace, R"({"gaplight_view": 1, "more": [1],
        "notes": [7, {"begin_ns": 5}, {"begin_ns": 9, "end_ns": 3},
                  {"begin_ns": 1, "end_ns": 2, "color": "beige", "slice": 4}],
        "bookmarks": {"1": 3, "2": {"begin_ns": 4, "end_ns": 4}, "77": {}},
        "view": null, "cursors": {"a_ns": "7", "b_ns": 1e30}, "tracks": {"order": "no", "pinned": ["a", 5]}})");
    ASSERT_TRUE(view.has_value());
    ASSERT_EQ(view->notes.size(), 1U);
    EXPECT_EQ(view->notes[0].color, NoteColor::Blue);
    EXPECT_FALSE(view->bookmarks[0] || view->bookmarks[1] || view->place);
    EXPECT_FALSE(view->cursors[0] || view->cursors[1]);
    EXPECT_EQ(view->tracks.pinned, std::vector<std::string>{"a"});
}

TEST(SavedView, SaysWhatIsWrongWithAFile) {
    const auto trace = smallTrace();
    for (const char* text : {"", "{", "[]", "{}", R"({"gaplight_view": "1"})"}) {
        const Result<SavedView> view = parseSavedView(*trace, text);
        ASSERT_FALSE(view.has_value()) << text;
        EXPECT_EQ(view.error().message,
                  "expected a JSON object with a \"gaplight_view\" version in it");
    }
    EXPECT_EQ(parseSavedView(*trace, R"({"gaplight_view": 2})").error().message,
              "it is of version 2, and this program reads version 1; open it with the newer "
              "Gaplight that wrote it");
}

class Sidecar : public ::testing::Test {
protected:
    Sidecar()
        : m_folder(fs::temp_directory_path() / ("gaplight_sidecar_" + std::to_string(::getpid()))) {
        fs::create_directories(m_folder / "traces");
    }
    ~Sidecar() override { fs::remove_all(m_folder); }
    SidecarFile file(const std::string& folder = "traces") const {
        return {(m_folder / folder / "run.json").string(), (m_folder / "own").string()};
    }
    static std::string contentOf(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    fs::path m_folder;
    std::shared_ptr<const Trace> m_trace = smallTrace();
};

TEST_F(Sidecar, LiesBesideTheTrace) {
    SidecarFile sidecar = file();
    EXPECT_TRUE(sidecar.read(*m_trace)->isEmpty());
    ASSERT_TRUE(sidecar.write(*m_trace, {}).has_value());
    EXPECT_FALSE(fs::exists(sidecar.besidePath()));  // there was nothing to say
    const SavedView view = exampleView(*m_trace);
    ASSERT_TRUE(sidecar.write(*m_trace, view).has_value());
    EXPECT_TRUE(sidecar.besidePath().ends_with("run.json.gaplight.json"));
    EXPECT_TRUE(isNamedAsSidecar(sidecar.besidePath()));
    EXPECT_FALSE(isNamedAsSidecar("run.json"));
    EXPECT_EQ(*file().read(*m_trace), view);
    ASSERT_TRUE(sidecar.write(*m_trace, {}).has_value());
    EXPECT_TRUE(file().read(*m_trace)->isEmpty());
}

TEST_F(Sidecar, LiesInADirectoryOfThePersonsOwnOtherwise) {
    SidecarFile sidecar = file("not there");
    const SavedView view = exampleView(*m_trace);
    ASSERT_TRUE(sidecar.write(*m_trace, view).has_value());
    EXPECT_TRUE(fs::exists(sidecar.ownPath()));
    EXPECT_EQ(*file("not there").read(*m_trace), view);
    EXPECT_NE(sidecar.ownPath(), file().ownPath());
    SidecarFile nowhere((m_folder / "not there" / "run.json").string(), "");
    EXPECT_EQ(nowhere.write(*m_trace, view).error().code, ErrorCode::WriteFailed);
}

TEST_F(Sidecar, OfATraceOnAnotherMachineLiesInTheDirectoryOfThePersonsOwn) {
    const auto remote = [this] {
        return SidecarFile("node7:runs/run.json", (m_folder / "own").string());
    };
    SidecarFile sidecar = remote();
    EXPECT_EQ(sidecar.besidePath(), "");
    EXPECT_TRUE(sidecar.read(*m_trace)->isEmpty());
    EXPECT_EQ(sidecar.notice(), "");
    const SavedView view = exampleView(*m_trace);
    ASSERT_TRUE(sidecar.write(*m_trace, view).has_value());
    EXPECT_EQ(*remote().read(*m_trace), view);
    EXPECT_FALSE(fs::exists("node7:runs"));
}

TEST_F(Sidecar, ThePlaceAloneIsNotLeftBesideATrace) {
    SidecarFile sidecar = file();
    SavedView view;
    view.place = SavedPlace{at(0, 500), 3};
    ASSERT_TRUE(sidecar.write(*m_trace, view).has_value());
    EXPECT_FALSE(fs::exists(sidecar.besidePath()));
    EXPECT_EQ(*file().read(*m_trace), view);
}

TEST_F(Sidecar, KeepsAFileThatItCannotRead) {
    SidecarFile sidecar = file();
    std::ofstream(sidecar.besidePath()) << "my precious notes";
    const Result<SavedView> read = sidecar.read(*m_trace);
    ASSERT_FALSE(read.has_value());
    EXPECT_NE(read.error().message.find(sidecar.besidePath()), std::string::npos);
    EXPECT_EQ(contentOf(sidecar.besidePath()), "my precious notes");
    const SavedView view = exampleView(*m_trace);
    ASSERT_TRUE(sidecar.write(*m_trace, view).has_value());
    EXPECT_EQ(contentOf(sidecar.besidePath() + ".unreadable"), "my precious notes");
    EXPECT_EQ(*file().read(*m_trace), view);
}

// Whoever can write to the folder of a trace must not decide what a save replaces.
TEST_F(Sidecar, ALinkBesideTheTraceIsNeitherReadNorWritten) {
    SidecarFile sidecar = file();
    const SavedView view = exampleView(*m_trace);
    const std::string target = (m_folder / "target").string();
    std::ofstream(target) << savedViewText(*m_trace, view);
    fs::create_symlink(target, sidecar.besidePath());
    EXPECT_TRUE(sidecar.read(*m_trace)->isEmpty());
    EXPECT_EQ(sidecar.notice(), sidecar.besidePath() + " is not read: it is a symbolic link");
    SavedView changed = view;
    changed.notes.clear();
    ASSERT_TRUE(sidecar.write(*m_trace, changed).has_value());
    EXPECT_EQ(contentOf(target), savedViewText(*m_trace, view));
    EXPECT_TRUE(fs::is_symlink(sidecar.besidePath()));
    EXPECT_EQ(*file().read(*m_trace), changed);
    SidecarFile withoutOwn((m_folder / "traces" / "run.json").string(), "");
    EXPECT_EQ(withoutOwn.write(*m_trace, view).error().code, ErrorCode::WriteFailed);
}

TEST_F(Sidecar, AFileBesideTheTraceIsNamed) {
    SidecarFile sidecar = file();
    EXPECT_TRUE(sidecar.read(*m_trace)->isEmpty());
    EXPECT_EQ(sidecar.notice(), "");
    ASSERT_TRUE(sidecar.write(*m_trace, exampleView(*m_trace)).has_value());
    SidecarFile again = file();
    ASSERT_TRUE(again.read(*m_trace));
    EXPECT_EQ(again.notice(), "notes and view are from " + again.besidePath());
}

// 60 MB of brackets took 2.2 GB.
TEST_F(Sidecar, SizeDepthAndNumberOfValuesAreBounded) {
    SidecarFile sidecar = file();
    const auto complaint = [&](const std::string& text) {
        std::ofstream(sidecar.besidePath()) << text;
        const Result<SavedView> read = sidecar.read(*m_trace);
        return read ? std::string() : read.error().message;
    };
    const std::string start = R"({"gaplight_view": 1, "notes": )";
    EXPECT_EQ(complaint(start + "[]}"), "");
    EXPECT_NE(complaint(start + std::string(60'000, '[')).find("nested more than 32 deep"),
              std::string::npos);
    EXPECT_NE(complaint(start + "[" + std::string(2'000'000, ',')).find("more than 1000000 values"),
              std::string::npos);
    EXPECT_NE(complaint(start + std::string(17'000'000, ' ')).find("larger than 16777216 bytes"),
              std::string::npos);
}

TEST_F(Sidecar, StandardInputHasNone) {
    SidecarFile sidecar("-", (m_folder / "own").string());
    EXPECT_TRUE(sidecar.read(*m_trace)->isEmpty());
    EXPECT_TRUE(sidecar.write(*m_trace, exampleView(*m_trace)).has_value());
    EXPECT_FALSE(fs::exists(m_folder / "own"));
}

TEST(SavedView, SkipsTimesThatNoTraceCanHave) {
    const auto trace = smallTrace();
    const Result<SavedView> view = parseSavedView(*trace, R"({"gaplight_view": 1, "notes": [
            {"begin_ns": 0, "end_ns": 9223372036854775807, "text": "too late"},
            {"begin_ns": -9223372036854775808, "end_ns": 5, "text": "too early"},
            {"begin_ns": 1, "end_ns": 5, "text": "fine"}]})");
    ASSERT_TRUE(view.has_value());
    ASSERT_EQ(view->notes.size(), 1U);
    EXPECT_EQ(view->notes[0].text, "fine");
}

}  // namespace
}  // namespace gaplight
