// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// What a frame costs while one pans and zooms through a large trace in the real window, and whether
// memory stays as it is over many random actions. Needs a display; with QT_QPA_PLATFORM=offscreen
// the frames are painted by QPainter. Then, in a trace of launches alone, what a frame costs while
// one drags an end and all that follows is predicted.
//
//   gaplight_frames [--slices N] [--launches N] [--frames N] [--actions N] [--width N] [--height N]
//                   [--packing]
//
// With --packing, packs of the trace are written meanwhile, as after a first load
// (app/window/pack_keeping.h).

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <tbb/task_arena.h>
#include <CLI/CLI.hpp>
#include <QGuiApplication>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QOpenGLTimerQuery>
#include <QQuickWindow>
#include <QSGRendererInterface>
#include <QSettings>
#include <QTemporaryDir>

#include "core/formats/chrome/chrome_details.h"
#include "core/pack/write_pack.h"
#include "tests/bench/inputs/made_program.h"
#include "tests/bench/inputs/made_trace.h"
#include "tests/bench/timing/process_memory.h"
#include "tests/bench/timing/stopwatch.h"
#include "widgets/timeline/timeline_actions.h"
#include "widgets/window/graphics_choice.h"
#include "widgets/window/main_window.h"

namespace gaplight::bench {
namespace {

using ui::Action;
using ui::MainWindow;
using ui::TimelineView;

constexpr double kFrameBudget = 8;           // ms of the GUI thread
constexpr double kPlayBudget = 1000.0 / 30;  // ms from a move of the pointer to its prediction

// A session that was not loaded from a file.
Result<std::shared_ptr<const Session>> sessionOf(const std::shared_ptr<const Trace>& trace) {
    auto session = std::make_shared<Session>();
    session->trace = trace;
    session->details = TraceDetails(
        trace, {std::make_shared<const ChromeDetails>(madeSource(trace->slices().size()))});
    session->indexes = std::make_shared<TraceIndexes>(TraceIndexes{
        RowIndex::build(*trace), LaunchIndex::build(*trace), FlowIndex::build(*trace)});
    session->analysis = analyze(*trace, session->indexes->launches);
    return session;
}

struct FrameTimes {
    // ms of this thread's processor until the scene graph has everything: our own work.
    std::vector<double> prepared;
    std::vector<double> rendered;   // ms of this thread's processor until OpenGL has everything
    std::vector<double> shown;      // ms until the frame is on screen: rasterizing too
    std::vector<double> processor;  // ms of all threads
    std::vector<double> graphics;   // ms of the GPU for the render pass; empty where unknown
};

// Time that the GPU takes for the render pass of each frame, by OpenGL's timer queries. Slots run
// on the render thread, which is the GUI thread here. Qt records a pass and plays it to OpenGL
// later: external commands make it play what it has recorded, so that the queries lie around the
// drawing.
class GraphicsTime {
public:
    explicit GraphicsTime(QQuickWindow& window) : m_window(window) {
        QObject::connect(&window, &QQuickWindow::beforeRenderPassRecording, &m_context,
                         [this] { begin(); });
        QObject::connect(&window, &QQuickWindow::afterRenderPassRecording, &m_context,
                         [this] { end(); });
    }

    // Of the newest frame; waits until the GPU is ready. 0: unknown.
    [[nodiscard]] double takeMilliseconds() {
        if (!m_wasMeasured) {
            return 0;
        }
        m_wasMeasured = false;
        return static_cast<double>(m_query->waitForResult()) / 1e6;
    }

    const std::string& renderer() const { return m_renderer; }

private:
    void begin() {
        QOpenGLContext* context = QOpenGLContext::currentContext();
        if (context == nullptr || m_isUnknown) {
            return;
        }
        if (!m_query) {
            m_renderer =
                reinterpret_cast<const char*>(context->functions()->glGetString(GL_RENDERER));
            m_query = std::make_unique<QOpenGLTimerQuery>();
            m_isUnknown = !m_query->create();
        }
        if (!m_isUnknown) {
            m_window.beginExternalCommands();
            m_query->begin();
            m_window.endExternalCommands();
        }
    }
    void end() {
        if (m_query && !m_isUnknown) {
            m_window.beginExternalCommands();
            m_query->end();
            m_window.endExternalCommands();
            m_wasMeasured = true;
        }
    }

    QQuickWindow& m_window;
    QObject m_context;
    std::unique_ptr<QOpenGLTimerQuery> m_query;
    std::string m_renderer;
    bool m_isUnknown = false;  // the driver has no such queries
    bool m_wasMeasured = false;
};

// With Qt's basic render loop a frame is made on this thread, between two events.
class FrameWatch {
public:
    explicit FrameWatch(MainWindow& window) : m_window(window), m_graphics(window.window()) {
        QObject::connect(&window.window(), &QQuickWindow::afterSynchronizing, &m_context,
                         [this] { m_prepared = threadSeconds(); });
        QObject::connect(&window.window(), &QQuickWindow::afterRendering, &m_context,
                         [this] { m_rendered = threadSeconds(); });
        QObject::connect(&window.window(), &QQuickWindow::frameSwapped, &m_context,
                         [this] { m_shown = m_watch.seconds(); });
    }

    // The frame of a change; of one whose result comes later, the first after `isReady`.
    template <class Change, class Ready>
    void measure(Change&& change, FrameTimes& times, Ready&& isReady) {
        QCoreApplication::processEvents();
        const double before = processorSeconds();
        const double began = threadSeconds();
        m_watch = {};
        change();
        while (!isReady()) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
        m_shown = 0;
        m_window.window().update();
        while (m_shown == 0) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
        times.prepared.push_back((m_prepared - began) * 1000);
        times.rendered.push_back((m_rendered - began) * 1000);
        times.shown.push_back(m_shown * 1000);
        times.processor.push_back((processorSeconds() - before) * 1000);
        if (const double graphics = m_graphics.takeMilliseconds(); graphics > 0) {
            times.graphics.push_back(graphics);
        }
    }

    template <class Change>
    void measure(Change&& change, FrameTimes& times) {
        measure(change, times, [] { return true; });
    }

    const std::string& renderer() const { return m_graphics.renderer(); }

private:
    MainWindow& m_window;
    GraphicsTime m_graphics;
    QObject m_context;
    Stopwatch m_watch;
    double m_prepared = 0;
    double m_rendered = 0;
    double m_shown = 0;
};

double quantile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    const auto last = static_cast<double>(values.size() - 1);
    return values[static_cast<std::size_t>(share * last)];
}

void print(const char* what, const FrameTimes& times) {
    const auto row = [what](const char* which, const std::vector<double>& values) {
        std::printf("%-12s %-34s median %6.2f ms   p99 %6.2f ms\n", what, which,
                    quantile(values, 0.5), quantile(values, 0.99));
    };
    row("GUI thread, until synchronized", times.prepared);
    row("GUI thread, until rendered", times.rendered);
    if (!times.graphics.empty()) {
        row("GPU, render pass", times.graphics);
    }
    row("on screen", times.shown);
    row("processor time, all threads", times.processor);
    std::printf("%-12s %-34s %s\n", what, "budget of 8 ms, GUI thread, p99",
                quantile(times.prepared, 0.99) <= kFrameBudget ? "kept" : "BROKEN");
}

void panAndZoom(MainWindow& window, FrameWatch& watch, int frames) {
    ui::TimelineItem& timeline = window.timeline();
    FrameTimes zoom;
    FrameTimes pan;
    // In and out again, with panning at every depth.
    const double middle = window.window().width() / 2.0;
    for (int frame = 0; frame < frames; ++frame) {
        const double factor = (frame / 40) % 2 == 0 ? 1.25 : 1 / 1.25;
        watch.measure([&] { timeline.change([&](TimelineView& v) { v.zoomAt(middle, factor); }); },
                      zoom);
        const double step = frame % 2 == 0 ? 37 : -23;
        watch.measure([&] { timeline.change([&](TimelineView& v) { v.dragBy(step, 0); }); }, pan);
    }
    print("panning", pan);
    print("zooming", zoom);
}

// Drags the end of a kernel to and fro, with `share` of the trace in view.
void play(MainWindow& window, FrameWatch& watch, int frames, int share) {
    ui::TimelineItem& timeline = window.timeline();
    const ui::WhatIfModel& whatIf = *window.model().whatIf();
    const Trace& trace = *timeline.view().model().trace;
    const SliceId kernel = trace.gpuActivities()[trace.gpuActivities().size() / 2].slice;
    PlayedEnd played;
    played.phase = PlayedEnd::Phase::Dragged;
    played.slice = kernel;
    played.range = trace.slices().range(kernel);
    const Duration shown = trace.range().length() / share;
    const Time begin = std::max(trace.range().begin, played.range.begin - shown / 2);
    timeline.change([&](TimelineView& view) { view.setRange({begin, begin + shown}); });
    const auto frame = [&](int number, FrameTimes& times) {
        played.end = played.range.begin + played.range.length() * (5 + number % 90) / 100;
        watch.measure([&] { timeline.change([&](TimelineView& v) { v.setPlayed(played); }); },
                      times, [&] { return !whatIf.running(); });
    };
    FrameTimes first;  // it builds the replay
    frame(0, first);
    FrameTimes times;
    for (int number = 1; number <= frames; ++number) {
        frame(number, times);
    }
    timeline.change([](TimelineView& view) { view.setPlayed(std::nullopt); });
    const std::string what = "playing 1/" + std::to_string(share);
    print(what.c_str(), times);
    std::printf("%-12s %-34s %s\n", what.c_str(), "budget of 30 a second, on screen, median",
                quantile(times.shown, 0.5) <= kPlayBudget ? "kept" : "BROKEN");
}

void wander(MainWindow& window, FrameWatch& watch, int actions) {
    constexpr std::array kActions{
        Action::ZoomIn,    Action::ZoomIn,        Action::ZoomOut,     Action::PanLeft,
        Action::PanRight,  Action::PageUp,        Action::PageDown,    Action::Focus,
        Action::NextSlice, Action::PreviousSlice, Action::ParentSlice, Action::ChildSlice,
        Action::ViewBack,  Action::ViewForward,   Action::ShowAll,     Action::Deselect,
        Action::NextGap,   Action::NextFinding,   Action::FlowForward, Action::ToggleOverlays};
    ui::TimelineItem& timeline = window.timeline();
    const auto slices = timeline.view().model().trace->slices().size();
    std::mt19937 random(1);
    FrameTimes ignored;
    // Caches of glyphs and buffers grow to their size first.
    const int warmUp = std::max(200, actions / 10);
    const auto print = [](int done) {
        std::printf("%-12s after %6d random actions %8.1f MB, %8.1f MB of them allocated\n",
                    "memory", done, static_cast<double>(anonymousBytes()) / 1e6,
                    static_cast<double>(heapBytesInUse()) / 1e6);
        std::fflush(stdout);
    };
    constexpr int kPrints = 5;
    for (int action = 0; action < warmUp + actions; ++action) {
        if (action >= warmUp && (action - warmUp) % std::max(1, actions / kPrints) == 0) {
            print(action - warmUp);
        }
        if (action % 20 == 0) {
            timeline.goToSlice(static_cast<qint64>(random() % slices));
        }
        watch.measure([&] { timeline.perform(kActions[random() % kActions.size()]); }, ignored);
        // Without an event loop around us nobody else does: delegates of lists would pile up.
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    print(actions);
}

// Writes packs of the trace, one after the other, as app/window/pack_keeping.cpp does: at the
// lowest priority, on one core. None is kept.
std::jthread packingOf(const std::shared_ptr<const Trace>& trace) {
    return std::jthread([trace](const std::stop_token& stop) {
        constexpr int kLowestPriority = 19;
        ::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), kLowestPriority);
        const ChromeDetails details(madeSource(trace->slices().size()));
        PackOptions options;
        options.stop = stop;
        tbb::task_arena alone(1);
        std::size_t bytes = 0;
        const auto count = [&](std::string_view part) {
            bytes += part.size();
            return Result<void>();
        };
        alone.execute([&] {
            while (writePack(*trace, details, options, count)) {
            }
        });
        std::fprintf(stderr, "%.1f MB of packs were written meanwhile\n",
                     static_cast<double>(bytes) / 1e6);
    });
}

struct Plan {
    std::size_t slices = 10'000'000;
    std::size_t launches = 200'000;
    int frames = 400;
    int actions = 10'000;
    int width = 1600;  // logical pixels
    int height = 900;
    bool packs = false;
};

// A window that shows a trace. Errors: those of MainWindow::create().
Result<std::unique_ptr<MainWindow>> windowOf(const std::shared_ptr<const Trace>& trace,
                                             const Plan& plan) {
    MainWindow::Options options;
    options.width = plan.width;
    options.height = plan.height;
    options.open = [trace](const std::string&, const OpenOptions&) { return sessionOf(trace); };
    auto window = MainWindow::create(options);
    if (window) {
        (*window)->model().motion()->setChoice(ui::MotionChoice::Reduced);
        (*window)->model().session()->open(QStringLiteral("made"));
        const ui::SessionObject& session = *(*window)->model().session();
        while (session.state() == ui::SessionObject::Loading || session.updatingFindings()) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
    }
    return window;
}

int run(const Plan& plan) {
    ui::chooseGraphics();
    if (const auto window = windowOf(madeProgram(plan.launches, 0), plan)) {
        FrameWatch watch(**window);
        std::printf("%zu launches\n", plan.launches);
        play(**window, watch, plan.frames, 1);
        play(**window, watch, plan.frames, 100);
    }
    std::fprintf(stderr, "making a trace of %zu slices\n", plan.slices);
    const auto trace = madeTrace(plan.slices);
    const auto window = windowOf(trace, plan);
    if (!window) {
        std::fprintf(stderr, "%s\n", window.error().message.c_str());
        return 1;
    }
    const bool isSoftware = QQuickWindow::graphicsApi() == QSGRendererInterface::Software;
    FrameWatch watch(**window);
    {
        const std::jthread packing = plan.packs ? packingOf(trace) : std::jthread();
        panAndZoom(**window, watch, plan.frames);
    }
    std::printf("%zu slices, %d x %d at scale %g, %s\n", trace->slices().size(), plan.width,
                plan.height, (*window)->window().effectiveDevicePixelRatio(),
                isSoftware ? "QPainter" : watch.renderer().c_str());
    wander(**window, watch, plan.actions);
    return 0;
}

}  // namespace
}  // namespace gaplight::bench

int main(int argc, char** argv) {
    gaplight::bench::Plan plan;
    CLI::App app("Gaplight's frames");
    app.add_option("--slices", plan.slices, "slices of the trace that is made");
    app.add_option("--launches", plan.launches, "of the trace in which an end is dragged");
    app.add_option("--frames", plan.frames, "of panning, of zooming, and of dragging an end");
    app.add_option("--actions", plan.actions, "random actions for the memory figure");
    app.add_option("--width", plan.width, "of the window, logical pixels");
    app.add_option("--height", plan.height, "of the window, logical pixels");
    app.add_flag("--packing", plan.packs, "write packs of the trace while frames are drawn");
    CLI11_PARSE(app, argc, argv);
    qputenv("QSG_RENDER_LOOP", "basic");
    QGuiApplication application(argc, argv);
    QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("gaplight-bench"));
    QCoreApplication::setApplicationName(QStringLiteral("gaplight-bench"));
    return gaplight::bench::run(plan);
}
