// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/input/command_list_model.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <QString>
#include <QStringList>

namespace gaplight::ui {

ActionListModel::ActionListModel(QObject* parent)
    : RowListModel(
          {{"section", [](const ActionRow* row) { return QString::fromUtf8(row->section); }},
           {"keys", [](const ActionRow* row) { return QString::fromUtf8(row->keys); }},
           {"title", [](const ActionRow* row) { return QString::fromUtf8(row->title); }}},
          parent) {
    std::vector<const ActionRow*> shown;
    for (const ActionRow& row : actionTable()) {
        if (row.onHelpPage) {
            shown.push_back(&row);
        }
    }
    resetRows(std::move(shown));
}

namespace {

// Words that users of other viewers search for, in addition to those of the title.
struct Synonyms {
    Action action;
    const char* terms;
};

constexpr std::array kSynonyms{
    Synonyms{Action::ZoomIn, "magnify"},
    Synonyms{Action::Focus, "zoom fit"},
    Synonyms{Action::ShowAll, "zoom out fit reset everything"},
    Synonyms{Action::GoToPlace, "jump timestamp"},
    Synonyms{Action::NextFinding, "bottleneck problem advice"},
    Synonyms{Action::NextGap, "idle bubble stall wait"},
    Synonyms{Action::PreviousGap, "idle bubble stall wait"},
    Synonyms{Action::MarkRange, "measure duration"},
    Synonyms{Action::PlaceCursorA, "measure difference delta marker ruler"},
    Synonyms{Action::PlaceCursorB, "measure difference delta marker ruler"},
    Synonyms{Action::ShowCursors, "zoom measure markers"},
    Synonyms{Action::RemoveCursors, "clear hide measure markers"},
    Synonyms{Action::SelectAll, "flame graph statistics kernels measure"},
    Synonyms{Action::NextArrows, "flows launch connections"},
    Synonyms{Action::CopyName, "clipboard"},
    Synonyms{Action::CopySource, "clipboard code line path"},
    Synonyms{Action::OpenSource, "source code python frame vscode vim emacs"},
    Synonyms{Action::Search, "find filter query"},
    Synonyms{Action::FilterTracks, "threads streams find"},
    Synonyms{Action::HideTrack, "thread stream remove"},
    Synonyms{Action::AddNote, "comment annotate bookmark"},
    Synonyms{Action::ToggleOverlays, "marks hide show idle annotations"},
    Synonyms{Action::ToggleWhatIf, "simulate prediction replay tab"},
    Synonyms{Action::PredictWithout, "delete remove simulate replay"},
    Synonyms{Action::ToggleGhosts, "simulate replay"},
    Synonyms{Action::ToggleCriticalPath, "longest chain"},
    Synonyms{Action::ToggleEfficiency, "roofline tint utilization flops bandwidth"},
    Synonyms{Action::ToggleDrawer, "panel details tabs"},
    Synonyms{Action::ToggleTheme, "theme color appearance night"},
    Synonyms{Action::OpenFile, "file load browse"},
    Synonyms{Action::OpenPath, "remote machine cluster ssh host file load"},
    Synonyms{Action::ExportFigure, "screenshot picture save png svg pdf figure"},
    Synonyms{Action::CompareWith, "diff baseline before after"},
    Synonyms{Action::Reload, "refresh"},
    Synonyms{Action::OpenSettings, "preferences options font text size scale"},
    Synonyms{Action::OpenRecord, "capture profile"},
    Synonyms{Action::ToggleHelp, "help keys bindings"},
    Synonyms{Action::CollapseAllTracks, "fold close threads processes"},
    Synonyms{Action::SortTracksByName, "order threads alphabetical"},
    Synonyms{Action::SortTracksByTime, "order threads busiest duration load"},
    Synonyms{Action::SortTracksByStart, "order threads begin chronological"},
    Synonyms{Action::SortTracksAsUsual, "order threads default reset"},
    Synonyms{Action::GroupByProcess, "tracks grouping default reset"},
    Synonyms{Action::GroupByName, "tracks grouping workers pool"},
    Synonyms{Action::GroupAll, "tracks grouping flat ungroup none processes"},
    Synonyms{Action::ExpandAllTracks, "unfold open threads groups"},
    Synonyms{Action::ShowHiddenTracks, "unhide threads"},
    Synonyms{Action::PinTrack, "top keep thread stream"},
    Synonyms{Action::CopyAllFindings, "clipboard report export"},
};

// A row as it is searched: each text begins with a space, so that beginnings of words are found.
struct SearchedText {
    QString shown;
    QString synonyms;
};

const char* synonymsOf(Action action) {
    if (const std::optional<DrawerTabs::Tab> tab = tabOf(action)) {
        return drawerTab(*tab).synonyms;
    }
    const auto found = std::ranges::find(kSynonyms, action, &Synonyms::action);
    return found == kSynonyms.end() ? "" : found->terms;
}

SearchedText textOf(const ActionRow& row) {
    return {QStringLiteral(" %1 %2 %3")
                .arg(QString::fromUtf8(row.title), QString::fromUtf8(row.section),
                     QString::fromUtf8(row.keys)),
            u' ' + QString::fromUtf8(synonymsOf(row.action))};
}

QString titleOf(const OfferedFile& file) {
    return QStringLiteral("Open %1").arg(file.name);
}

// Shown texts count more than synonyms, and beginnings of words more than other occurrences; -1 if
// a word does not occur.
int rankOf(const SearchedText& text, const QStringList& words) {
    int rank = 0;
    for (const QString& word : words) {
        if (text.shown.contains(u' ' + word, Qt::CaseInsensitive)) {
            rank += 4;
        } else if (text.shown.contains(word, Qt::CaseInsensitive)) {
            rank += 3;
        } else if (text.synonyms.contains(u' ' + word, Qt::CaseInsensitive)) {
            rank += 2;
        } else if (text.synonyms.contains(word, Qt::CaseInsensitive)) {
            rank += 1;
        } else {
            return -1;
        }
    }
    return rank;
}

// Whether an earlier row binds the same action to another key.
bool isRepeated(const ActionRow& row) {
    const auto first =
        std::find_if(actionTable().begin(), actionTable().end(),
                     [&](const ActionRow& other) { return other.action == row.action; });
    return &*first != &row;
}

}  // namespace

CommandListModel::CommandListModel(FileSource files, ChoiceTest isChosen, QObject* parent)
    : RowListModel({{"section",
                     [](const Command& command) {
                         return command.row == nullptr ? command.file.kind
                                                       : QString::fromUtf8(command.row->section);
                     }},
                    {"keys",
                     [](const Command& command) {
                         return command.row == nullptr ? QString()
                                                       : QString::fromUtf8(command.row->keys);
                     }},
                    {"title",
                     [](const Command& command) {
                         return command.row == nullptr ? titleOf(command.file)
                                                       : QString::fromUtf8(command.row->title);
                     }},
                    {"chosen",
                     [isChosen = std::move(isChosen)](const Command& command) {
                         return command.row != nullptr && isChosen && isChosen(command.row->action);
                     }}},
                   parent),
      m_files(std::move(files)) {
    match();
}

void CommandListModel::setFilter(const QString& filter) {
    if (filter != m_filter) {
        m_filter = filter;
        match();
    }
}

void CommandListModel::match() {
    const QStringList words = m_filter.split(u' ', Qt::SkipEmptyParts);
    std::vector<std::pair<int, Command>> ranked;
    for (const ActionRow& row : actionTable()) {
        const int rank = rankOf(textOf(row), words);
        if (rank >= 0 && row.action != Action::OpenPalette && !isRepeated(row)) {
            ranked.emplace_back(rank, Command{&row, {}});
        }
    }
    for (OfferedFile& file : m_files ? m_files() : std::vector<OfferedFile>()) {
        const int rank = rankOf({QStringLiteral(" %1 %2").arg(titleOf(file), file.kind),
                                 QStringLiteral(" trace ") + file.path},
                                words);
        if (rank >= 0) {
            ranked.emplace_back(rank, Command{nullptr, std::move(file)});
        }
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Command> matches;
    for (auto& [rank, command] : ranked) {
        matches.push_back(std::move(command));
    }
    resetRows(std::move(matches));
    Q_EMIT filterChanged();
}

Action CommandListModel::actionAt(int row) const {
    return rows()[static_cast<std::size_t>(row)].row->action;
}

void CommandListModel::run(int row) {
    if (!isRow(row)) {
        return;
    }
    const Command command = rows()[static_cast<std::size_t>(row)];
    if (command.row != nullptr) {
        Q_EMIT actionChosen(command.row->action);
    } else {
        Q_EMIT fileChosen(command.file.path);
    }
}

}  // namespace gaplight::ui
