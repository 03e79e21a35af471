// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/file_diversion.h"

#include "widgets/window/window_model.h"

namespace gaplight::ui {
namespace {

bool openDiverted(WindowModel& window, const QString& path) {
    const bool hasTrace = window.session()->trace() != nullptr;
    if (MemoryObject::isSnapshotFile(path)) {
        window.memory()->open(path);
    } else if (KernelReportObject::isReportFile(path)) {
        window.kernels()->open(path);
    } else if (hasTrace && ProvenanceObject::isLogFile(path)) {
        window.provenance()->open({}, path);
    } else {
        return false;
    }
    return true;
}

void followSnapshot(WindowModel& window) {
    MemoryObject& memory = *window.memory();
    QObject::connect(&memory, &MemoryObject::opened, &window, [&window](const QString& path) {
        window.recentFiles()->add(
            path, {WindowModel::tr("memory snapshot"), {}, {}, window.memory()->verdict()});
        if (window.kernels()->alone()) {
            window.kernels()->close();
        }
    });
    QObject::connect(&memory, &MemoryObject::stateChanged, &window, [&window] {
        if (!window.memory()->alone() && window.memory()->state() != MemoryObject::Empty) {
            window.state()->showTab(WindowState::MemoryTab);
        }
    });
}

void followReport(WindowModel& window) {
    KernelReportObject& report = *window.kernels();
    QObject::connect(&report, &KernelReportObject::opened, &window, [&window](const QString& path) {
        window.recentFiles()->add(
            path, {WindowModel::tr("kernel report"), {}, {}, window.kernels()->summary()});
        if (window.memory()->alone()) {
            window.memory()->close();
        }
    });
    QObject::connect(&report, &KernelReportObject::stateChanged, &window, [&window] {
        const KernelReportObject& kernels = *window.kernels();
        if (!kernels.alone() && kernels.state() == KernelReportObject::Loading) {
            window.state()->showTab(WindowState::SelectionTab);
        }
    });
}

}  // namespace

void divertFiles(WindowModel& window) {
    window.session()->setDiversion(
        [&window](const QString& path) { return openDiverted(window, path); });
    followSnapshot(window);
    followReport(window);
    QObject::connect(window.provenance(), &ProvenanceObject::changed, &window, [&window] {
        if (window.provenance()->state() == ProvenanceObject::Loading) {
            window.state()->showTab(WindowState::SelectionTab);
        }
    });
}

}  // namespace gaplight::ui
