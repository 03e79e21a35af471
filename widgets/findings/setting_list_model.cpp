// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/setting_list_model.h"

#include <algorithm>
#include <utility>

#include <QDir>
#include <QStringList>

#include "core/detectors/engine/rules.h"
#include "core/session/settings_file.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/findings/finding_list_model.h"

namespace gaplight::ui {
namespace {

std::string joined(std::string_view rule, std::string_view key) {
    return std::string(rule).append(".").append(key);
}

QString capitalized(QString text) {
    if (!text.isEmpty()) {
        text[0] = text[0].toUpper();
    }
    return text;
}

// The name of a limit for one name; else the description of the threshold.
QString meaningOf(const SettingRow& row) {
    return row.isNamed() ? toQString(row.key.substr(row.threshold->key.size() + 1))
                         : capitalized(toQString(row.threshold->meaning));
}

bool matches(const SettingRow& row, const QString& filter) {
    const QString text = QStringList{toQString(row.rule->name),
                                     toQString(joined(row.rule->id, row.key)), meaningOf(row)}
                             .join(u' ');
    const QStringList words = filter.split(u' ', Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(), [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

// Whether two lists have the same rows in the same order; values may differ.
bool haveSameKeys(const std::vector<SettingRow>& a, const std::vector<SettingRow>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const SettingRow& x, const SettingRow& y) {
                          return x.rule == y.rule && x.key == y.key;
                      });
}

}  // namespace

SettingListModel::SettingListModel(SessionObject& session, QObject* parent)
    : RowListModel(
          {{"rule", [](const SettingRow& row) { return toQString(row.rule->id); }},
           {"ruleName", [](const SettingRow& row) { return toQString(row.rule->name); }},
           {"question", [](const SettingRow& row) { return toQString(row.rule->question); }},
           // As on the command line: "gpu-idle.min_gap".
           {"key", [](const SettingRow& row) { return toQString(joined(row.rule->id, row.key)); }},
           {"meaning", meaningOf},
           {"source", [](const SettingRow& row) { return toQString(row.threshold->source); }},
           // The effective value, "100 µs".
           {"value", [this](const SettingRow& row) { return valueText(row); }},
           {"preset",
            [](const SettingRow& row) {
                return toQString(thresholdText(*row.threshold, row.threshold->preset));
            }},
           // Whether the user set it in this program.
           {"changed",
            [this](const SettingRow& row) {
                return m_own.find(row.rule->id, row.key).has_value();
            }},
           // Whether the settings file beside the trace sets it.
           {"fixed",
            [this](const SettingRow& row) {
                return m_beside.find(row.rule->id, row.key).has_value();
            }},
           // Whether limits for single names can be added below it.
           {"perName",
            [](const SettingRow& row) { return row.threshold->perName && !row.isNamed(); }},
           // Whether it is such a limit.
           {"named", [](const SettingRow& row) { return row.isNamed(); }},
           // Parse error of the text that was entered last; empty: none.
           {"error", [](const SettingRow& row) { return row.error; }}},
          parent),
      m_session(session) {
    connect(&session, &SessionObject::opened, this, &SettingListModel::reload);
    reload();
}

QString SettingListModel::path() const {
    return m_session.configDirectory().isEmpty()
               ? QString()
               : QDir(m_session.configDirectory()).filePath(QString::fromUtf8(kSettingsFileName));
}

void SettingListModel::reload() {
    const auto shown = m_own.ownRules();  // rows refer to them until they are built again
    m_own = {};
    m_beside = {};
    m_fileError.clear();
    const auto take = [this](Result<Settings> found, Settings& settings) {
        if (found) {
            settings = std::move(*found);
        } else if (found.error().code != ErrorCode::NotFound) {
            m_fileError = toQString(found.error().message);
        }
    };
    if (!path().isEmpty()) {
        take(readSettingsFile(toStdString(path())), m_own);
    }
    m_isBroken = !m_fileError.isEmpty();
    if (m_session.hasTrace() && m_session.readsSettingsFiles()) {
        take(settingsBeside(toStdString(m_session.path()), m_own), m_beside);
    }
    buildRows();
}

void SettingListModel::buildRows() {
    std::vector<SettingRow> built;
    for (const RuleFacts* rule : traceRulesWith(m_own.ownRules().get())) {
        for (const Threshold& threshold : rule->thresholds) {
            built.push_back({rule, &threshold, std::string(threshold.key)});
            const std::string prefix = joined(rule->id, threshold.key) + ".";
            Settings both = m_own;
            for (const auto& [key, value] : m_beside.values()) {
                both.set(key.substr(0, key.find('.')), key.substr(key.find('.') + 1), value);
            }
            for (const auto& [key, value] : both.values()) {
                if (threshold.perName && key.starts_with(prefix)) {
                    built.push_back({rule, &threshold, key.substr(rule->id.size() + 1)});
                }
            }
        }
    }
    std::erase_if(built, [this](const SettingRow& row) { return !matches(row, m_filter); });
    // No reset where the rows are the same: the field that is being edited keeps its focus.
    if (haveSameKeys(built, rows())) {
        updateRows(std::move(built));
    } else {
        resetRows(std::move(built));
    }
    Q_EMIT contentChanged();
}

void SettingListModel::setFilter(const QString& filter) {
    if (filter != m_filter) {
        m_filter = filter;
        buildRows();
    }
}

// A file that could not be parsed is not overwritten: its other settings would be lost.
void SettingListModel::apply(Settings settings) {
    if (m_isBroken) {
        return;
    }
    QDir().mkpath(m_session.configDirectory());
    const Result<void> written = writeSettingsFile(toStdString(path()), settings);
    if (!written) {
        m_fileError = toQString(written.error().message);
        Q_EMIT contentChanged();
        return;
    }
    m_fileError.clear();
    m_own = std::move(settings);
    buildRows();
    m_session.updateFindings();
}

void SettingListModel::setError(int row, const QString& error) {
    changeAt(
        row, [&](SettingRow& refused) { refused.error = error; }, "error");
}

void SettingListModel::setValue(int row, const QString& text) {
    const SettingRow& changed = rows()[static_cast<std::size_t>(row)];
    const Result<std::int64_t> value = parseThreshold(*changed.threshold, toStdString(text));
    if (!value) {
        return setError(row, toQString(value.error().message));
    }
    Settings settings = m_own;
    if (*value == changed.threshold->preset && !changed.isNamed()) {
        settings.reset(changed.rule->id, changed.key);
    } else {
        settings.set(changed.rule->id, changed.key, *value);
    }
    if (settings == m_own) {
        return setError(row, {});
    }
    apply(std::move(settings));
}

void SettingListModel::addName(int row, const QString& name, const QString& text) {
    const SettingRow& changed = rows()[static_cast<std::size_t>(row)];
    if (name.trimmed().isEmpty()) {
        return setError(row, QStringLiteral("the limit needs a name"));
    }
    const Result<std::int64_t> value = parseThreshold(*changed.threshold, toStdString(text));
    if (!value) {
        return setError(row, toQString(value.error().message));
    }
    Settings settings = m_own;
    settings.set(changed.rule->id, joined(changed.threshold->key, toStdString(name.trimmed())),
                 *value);
    apply(std::move(settings));
}

void SettingListModel::reset(int row) {
    const SettingRow& changed = rows()[static_cast<std::size_t>(row)];
    Settings settings = m_own;
    settings.reset(changed.rule->id, changed.key);
    apply(std::move(settings));
}

void SettingListModel::resetAll() {
    Settings settings;
    settings.setOwnRules(m_own.ownRules());
    apply(std::move(settings));
}

QString SettingListModel::valueText(const SettingRow& row) const {
    std::int64_t value = row.threshold->preset;
    for (const Settings* settings : {&m_own, &m_beside}) {
        value = settings->find(row.rule->id, row.key).value_or(value);
    }
    return toQString(thresholdText(*row.threshold, value));
}

}  // namespace gaplight::ui
