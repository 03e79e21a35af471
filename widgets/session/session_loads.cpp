// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/session/session_loads.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/base/exhaustion.h"
#include "core/session/settings_file.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

// What the settings file beside the trace sets; empty: there is none.
QString besideText(const std::vector<SettingsFile>& files) {
    const auto beside = std::find_if(files.begin(), files.end(),
                                     [](const SettingsFile& file) { return file.isBesideTrace; });
    return beside == files.end() ? QString() : toQString(settingsFileText(*beside));
}

}  // namespace

TraceOpener SessionLoads::withSettings(const TraceOpener& open,
                                       std::shared_ptr<SettingsReport> report) const {
    return [open, report = std::move(report), readsFiles = m_readsSettingsFiles,
            directory = toStdString(m_configDirectory)](const std::string& file,
                                                        const OpenOptions& options) {
        OpenOptions all = options;
        Result<TraceSettings> settings =
            readsFiles ? settingsFor(file, directory) : TraceSettings{};
        if (settings) {
            all.settings = std::move(settings->settings);
            report->notice = besideText(settings->files);
        } else {
            report->error = toQString(settings.error().message);
        }
        return open(file, all);
    };
}

SessionLoads::Load SessionLoads::start(const TraceOpener& open, const QString& path,
                                       const AddedCounters& counters, EarlyDrawing early) {
    const std::uint64_t number = ++m_count;
    const auto later = [this](const auto& call) {
        QMetaObject::invokeMethod(&m_receiver, call, Qt::QueuedConnection);
    };
    TraceLoad::Callbacks callbacks;
    callbacks.onProgress = [this, number, later](const LoadProgress& progress) {
        later([this, number, progress] { m_callbacks.onProgress(number, progress); });
    };
    if (early == EarlyDrawing::On) {
        callbacks.onReadable = [this, number, later](const LoadedTrace& trace) {
            later([this, number, trace] { m_callbacks.onReadable(number, trace); });
        };
    }
    callbacks.onDone = [this, number, later](const LoadResult& result) {
        later([this, number, result] { finish(number, result); });
    };
    Load load{number, nullptr, std::make_shared<SettingsReport>()};
    try {
        load.load = std::make_unique<TraceLoad>(withSettings(open, load.settings),
                                                toStdString(path), callbacks, counters);
    } catch (const std::system_error& refusal) {  // no thread
        callbacks.onDone(tl::unexpected(exhaustionError(toStdString(path), refusal)));
    }
    return load;
}

// Its thread still uses it; it is deleted when its last message arrives.
void SessionLoads::retire(Load& load) {
    if (load.load) {
        load.load->cancel();
        m_retired.push_back(std::move(load));
        load = {};
    }
}

void SessionLoads::finish(std::uint64_t load, const LoadResult& result) {
    std::erase_if(m_retired, [load](const Load& old) { return old.number == load; });
    m_callbacks.onDone(load, result);
}

}  // namespace gaplight::ui
