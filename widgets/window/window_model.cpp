// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/window_model.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <QFileInfo>
#include <QStringList>

#include "core/session/document.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/files/file_chooser.h"
#include "widgets/render/figure_file.h"

namespace gaplight::ui {
namespace {

// On a trace the tab of an added file is shown. Alone it has the window: the others that are alone
// are closed, and it is a recent file.
void follow(WindowModel& window, AddedFileObject& file, DocumentKind kind, WindowState::Tab tab,
            const std::function<QString()>& verdict) {
    QObject::connect(&file, &AddedFileObject::opened, &window,
                     [=, &window, &file](const QString& path) {
                         window.recentFiles()->add(
                             path, {toQString(documentFacts(kind).name), {}, {}, verdict()});
                         for (AddedFileObject* other : window.addedFiles()) {
                             if (other != &file && other->alone()) {
                                 other->close();
                             }
                         }
                     });
    QObject::connect(&file, &AddedFileObject::stateChanged, &window, [=, &window, &file] {
        if (!file.alone() && file.state() == LoadingObject::Loading) {
            window.state()->showTab(tab);
        }
    });
}

bool isSetOfRanks(const QString& path) {
    return documentKindOf(toStdString(path), DocumentUse::Window) == DocumentKind::Ranks;
}

// Where files that are no traces belong, however they are opened.
void divertFiles(WindowModel& window) {
    window.session()->setDiversion([&window](const QString& path) {
        if (AddedFileObject* place = window.placeOf(path)) {
            place->open(path);
            return true;
        }
        const bool isFolder = isSetOfRanks(path);
        if (isFolder) {
            window.ranks()->open({path});
        }
        return isFolder;
    });
    follow(window, *window.memory()->file(), DocumentKind::Snapshot, WindowState::MemoryTab,
           [&window] { return window.memory()->file()->verdict(); });
    follow(window, *window.kernels()->file(), DocumentKind::KernelReport, WindowState::SelectionTab,
           [&window] { return window.kernels()->file()->summary(); });
    follow(window, *window.provenance(), DocumentKind::CompileLog, WindowState::SelectionTab,
           [] { return QString(); });
}

constexpr std::size_t kContexts = 2;    // a comparison's
constexpr QSize kPreviewSize(400, 96);  // twice what the start page shows

// The first one leads: what is searched for there is searched for everywhere, and its view alone is
// kept.
std::vector<std::unique_ptr<TraceContext>> makeContexts(const TraceOpener& open,
                                                        const WindowModel::Places& places) {
    std::vector<std::unique_ptr<TraceContext>> contexts;
    for (std::size_t number = 0; number < kContexts; ++number) {
        contexts.push_back(
            std::make_unique<TraceContext>(open, places.configDirectory, places.dataDirectory));
        if (number > 0) {
            contexts.back()->followSearch(*contexts.front());
            contexts.back()->notes()->setRestoresView(false);
        }
    }
    return contexts;
}

}  // namespace

WindowModel::WindowModel(Themes themes, Places places, const TraceOpener& open, QObject* parent)
    : QObject(parent),
      m_contexts(makeContexts(open, places)),
      m_theme(std::move(themes.dark), std::move(themes.light)),
      m_whatIf(*session()),
      m_file(*session()),
      m_sources(*session()),
      m_findings(*session()),
      m_memory(*session(), m_theme, *details(), *range()),
      m_kernels(*session(), *details()),
      m_efficiency(*session()),
      m_provenance(*session()),
      m_state(*session(), m_theme, *m_findings.help(), m_whatIf, *search(), *m_memory.file(),
              *m_kernels.table()),
      m_recentFiles(places.dataDirectory),
      m_samples(places.samples),
      m_queries(places.configDirectory),
      m_files([this] { return firstFolder(); }, hasDesktopFileDialog()),
      m_commands([this] { return offeredFiles(); },
                 [this](Action action) { return m_state.isChosen(action); }),
      m_comparison(*session(), *second()->session()),
      m_comparisonRows(m_comparison),
      m_waterfall(m_comparison),
      m_figure(m_theme, m_comparison, m_whatIf, *second()->notes()),
      m_record(std::move(places.recorder)),
      m_ranks(*session(), open),
      m_rankTable(m_ranks) {
    connect(&m_record, &RecordForm::recorded, session(), [this](const QString& path) {
        m_state.setRecordOpen(!m_record.message().isEmpty());  // that is read first
        session()->open(path);
    });
    for (const auto& context : m_contexts) {
        connectNotes(*context);
    }
    m_state.setEndExploring([this] {
        return std::ranges::any_of(m_contexts, [](auto& one) { return one->endExploring(); });
    });
    connect(&m_comparison, &ComparisonObject::resultChanged, &m_state, [this] {
        for (const auto& context : m_contexts) {
            context->range()->forgetOtherRun();
        }
        showComparedSteps();
        if (m_comparison.result() != nullptr) {
            m_state.setDrawerTab(WindowState::CompareTab);
        }
    });
    connectCommands();
    connectFiles();
    connectQueries();
    connectRanks();
    divertFiles(*this);
}

// What is opened beside a trace is beside the first one.
void WindowModel::connectQueries() {
    first()->query()->setAttachments([this] {
        QueryAttachments beside;
        beside.report = m_kernels.file()->data();
        beside.memory = m_memory.file()->data();
        beside.ranks = m_ranks.sharedSet();
        return beside;
    });
    for (const auto& context : m_contexts) {
        connect(context->query(), &QueryObject::ran, &m_queries, &QueryLibrary::remember);
    }
}

void WindowModel::connectRanks() {
    connect(&m_state, &WindowState::rankStepRequested, &m_ranks, &RankSetObject::stepRank);
    connect(&m_state, &WindowState::collectiveStepRequested, &m_ranks,
            &RankSetObject::stepCollective);
    first()->range()->grouping()->setRanks([this](std::span<const TrackId> tracks,
                                                  TimeRange range) {
        const LoadedTrace& shown = session()->trace();
        const bool isOfSet = m_ranks.active() && shown && m_ranks.isCurrent(*shown);
        return isOfSet ? rangeOnRanks(*m_ranks.set(), static_cast<std::size_t>(m_ranks.current()),
                                      tracks, range)
                       : std::vector<RankRange>();
    });
    connect(session(), &SessionObject::opened, &m_ranks, [this] {
        if (m_ranks.active()) {
            m_state.setDrawerTab(WindowState::RanksTab);
        }
    });
    connect(&m_ranks, &RankSetObject::changed, &m_state, [this, wasActive = false]() mutable {
        // What A was compared with has nothing to do with a set of ranks that takes its place.
        if (m_ranks.active() && !wasActive) {
            m_comparison.close();
        }
        wasActive = m_ranks.active();
        if (!m_ranks.active() && m_state.drawerTab() == WindowState::RanksTab) {
            m_state.setDrawerTab(WindowState::FindingsTab);
        }
    });
}

AddedFileObject* WindowModel::placeOf(const QString& path) {
    switch (documentKindOf(toStdString(path))) {
        case DocumentKind::Snapshot:
            return m_memory.file();
        case DocumentKind::KernelReport:
            return m_kernels.file();
        case DocumentKind::CompileLog:
            return session()->trace() ? &m_provenance : nullptr;
        case DocumentKind::Trace:
        case DocumentKind::Ranks:
        case DocumentKind::Fleet:
            break;
    }
    return nullptr;
}

void WindowModel::openDropped(const QList<QUrl>& urls, bool beside) {
    QList<QUrl> traces;
    QStringList paths;
    std::vector<std::pair<AddedFileObject*, QString>> added;
    for (const QUrl& url : urls) {
        const QString path = url.isLocalFile() ? url.toLocalFile() : url.toString();
        if (AddedFileObject* place = placeOf(path)) {
            added.emplace_back(place, path);
        } else {
            traces.push_back(url);
            paths.push_back(path);
        }
    }
    for (const auto& [place, path] : added) {
        traces.isEmpty() ? place->open(path) : place->openAfterTrace(path);
    }
    if (paths.size() > 2 || (paths.size() == 1 && isSetOfRanks(paths.front()))) {
        m_ranks.open(paths);
    } else {
        m_comparison.openDropped(traces, beside && added.empty());
    }
}

QString WindowModel::firstFolder() {
    const QFileInfo file(session()->path());
    return file.isFile() && !m_samples.contains(file.filePath()) ? file.absolutePath()
                                                                 : m_recentFiles.latestFolder();
}

void WindowModel::connectFiles() {
    connect(&m_state, &WindowState::reloadRequested, &m_file, [this] {
        if (!m_ranks.reload()) {
            m_file.reload();
        }
    });
    connect(session(), &SessionObject::analyzed, this, &WindowModel::addRecent);
    connect(session(), &SessionObject::aboutToChangeTrace, &m_files, &FileChooser::dismissBeside);
    connect(session(), &SessionObject::opened, &m_files, [this](const QString& path) {
        const bool isRank = session()->trace()->session().trace->facts().worldSize.value_or(1) > 1;
        m_files.offerBeside(isRank && !m_ranks.active() ? path : QString());
    });
    connect(&m_state, &WindowState::openRequested, &m_files,
            [this] { m_files.begin(FileChooser::OpenTrace); });
    connect(&m_state, &WindowState::openPathRequested, &m_files,
            [this] { m_files.beginTyped(FileChooser::OpenTrace); });
    connect(&m_state, &WindowState::compareRequested, &m_files,
            [this] { m_files.begin(FileChooser::CompareTrace); });
    connect(&m_files, &FileChooser::ranksChosen, &m_ranks, &RankSetObject::open);
    connect(&m_files, &FileChooser::severalChosen, this, [this](const QStringList& paths) {
        QList<QUrl> urls;
        for (const QString& path : paths) {
            urls << (QUrl(path).scheme().isEmpty() ? QUrl::fromLocalFile(path) : QUrl(path));
        }
        openDropped(urls, false);
    });
    connect(&m_files, &FileChooser::chosen, this,
            [this](FileChooser::Purpose purpose, const QString& path) {
                switch (purpose) {
                    case FileChooser::OpenTrace:
                        return session()->open(path);
                    case FileChooser::CompareTrace:
                        return m_comparison.open(path);
                    case FileChooser::SaveFigure:
                        return m_memory.file()->isPageShown() && m_state.memoryView() != nullptr
                                   ? m_memory.imageExport()->save(*m_state.memoryView(), path)
                                   : m_figure.save(QUrl::fromLocalFile(path));
                }
            });
}

std::vector<OfferedFile> WindowModel::offeredFiles() const {
    std::vector<OfferedFile> files;
    for (int row = 0; row < m_recentFiles.count(); ++row) {
        files.push_back({m_recentFiles.value(row, "path").toString(),
                         m_recentFiles.value(row, "name").toString(),
                         QStringLiteral("Recent file")});
    }
    for (const Sample& sample : m_samples.rows()) {
        files.push_back({sample.path, sample.title, QStringLiteral("Sample")});
    }
    return files;
}

void WindowModel::connectCommands() {
    connect(&m_state, &WindowState::undoRequested, &m_history, &ChangeHistory::undo);
    connect(&m_state, &WindowState::redoRequested, &m_history, &ChangeHistory::redo);
    connect(&m_history, &ChangeHistory::noticed, &m_state, &WindowState::setNotice);
    connect(&m_state, &WindowState::linkToggled, &m_comparison, &ComparisonObject::toggleLink);
    connect(&m_state, &WindowState::swapRequested, &m_comparison, &ComparisonObject::swap);
    connect(&m_state, &WindowState::efficiencyToggled, &m_efficiency,
            &KernelEfficiencyObject::toggleTint);
    // The palette is closed first: an action for the timeline has no effect below a page.
    connect(&m_commands, &CommandListModel::actionChosen, this, [this](Action action) {
        m_state.setPaletteOpen(false);
        m_state.run(action);
    });
    connect(&m_commands, &CommandListModel::fileChosen, this, [this](const QString& path) {
        m_state.setPaletteOpen(false);
        session()->open(path);
    });
    connect(&m_recentFiles, &RecentFiles::countChanged, &m_commands, &CommandListModel::match);
    connect(&m_state, &WindowState::copyFindingsRequested, m_findings.list(),
            &FindingListModel::copyAll);
}

void WindowModel::addRecent(const QString& path) {
    if (m_samples.contains(path)) {
        return;  // the start page has it already
    }
    m_recentFiles.add(path, {m_findings.summary()->hardware(), m_findings.summary()->busy(),
                             m_findings.summary()->duration(), first()->verdict()->sentence()});
    if (m_recentFiles.savesPreviews()) {
        for (const bool dark : {true, false}) {
            m_recentFiles.savePreview(
                path, dark,
                drawOverviewImage(session()->trace()->model(), m_theme.theme(dark), kPreviewSize));
        }
    }
}

void WindowModel::connectNotes(TraceContext& context) {
    NoteListModel* notes = context.notes();
    // Before the swap: each then reads what the other one wrote.
    connect(&m_state, &WindowState::swapRequested, notes, &NoteListModel::save);
    connect(notes, &NoteListModel::currentChanged, &m_state, [this, notes] {
        if (notes->current() >= 0) {
            m_state.showTab(WindowState::NotesTab);
        }
    });
}

// The parts of GPU time beside the times of a step are of that step; of two servers, whose times
// are means over several kinds of iterations, of the whole runs.
void WindowModel::showComparedSteps() {
    const auto& traces = m_comparison.result();
    const auto show = [](TraceContext& context, const std::optional<PartSide>& side) {
        context.gpuTime()->setRange(side ? std::optional(side->gpu) : std::nullopt);
    };
    std::optional<PartSide> a;
    std::optional<PartSide> b;
    if (traces != nullptr && traces->comparison.verdict.kinds.empty()) {
        const auto& parts = traces->comparison.parts;
        const auto steady = std::ranges::find(parts, PartKind::SteadySteps, &ComparedPart::kind);
        a = steady == parts.end() ? a : steady->a;
        b = steady == parts.end() ? b : steady->b;
    }
    show(*first(), a);
    show(*second(), b);
}

void WindowModel::compareWithRun(RangeDetails* range) {
    const auto& traces = m_comparison.result();
    if (range == nullptr || traces == nullptr || !range->range().exists()) {
        return;
    }
    const TimeRange at = *range->range().range;
    const TimeLink& link = traces->comparison.link;
    if (range == first()->range()) {
        range->compareWith({traces->b,
                            {TimeRange{link.toB(at.begin), link.toB(at.end)}, {}},
                            QStringLiteral("run B")});
    } else {
        range->compareWith({traces->a,
                            {TimeRange{link.toA(at.begin), link.toA(at.end)}, {}},
                            QStringLiteral("run A")});
    }
}

}  // namespace gaplight::ui
