// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/setting_list_model.h"

#include <algorithm>
#include <utility>

#include <QDir>
#include <QFileInfo>

#include "core/detectors/engine/rules.h"
#include "core/session/settings_file.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/findings/finding_list_model.h"

namespace gaplight::ui {
namespace {

std::string joined(std::string_view rule, std::string_view key) {
    return std::string(rule).append(".").append(key);
}

QString capitalised(QString text) {
    if (!text.isEmpty()) {
        text[0] = text[0].toUpper();
    }
    return text;
}

// The same rows in the same order: only their values differ.
template <class Rows>
bool sameKeys(const Rows& a, const Rows& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.rule == y.rule && x.key == y.key;
    });
}

}  // namespace

SettingListModel::SettingListModel(SessionObject& session, QObject* parent)
    : QAbstractListModel(parent), m_session(session) {
    connect(&session, &SessionObject::opened, this, &SettingListModel::reload);
    reload();
}

QString SettingListModel::path() const {
    return m_session.configDirectory().isEmpty()
               ? QString()
               : QDir(m_session.configDirectory()).filePath(QString::fromUtf8(kSettingsFileName));
}

void SettingListModel::reload() {
    m_own = {};
    m_beside = {};
    m_fileError.clear();
    const auto read = [this](const QString& path, Settings& settings) {
        Result<Settings> found = readSettingsFile(toStdString(path));
        if (found) {
            settings = std::move(*found);
        } else if (found.error().code != ErrorCode::NotFound) {
            m_fileError = toQString(found.error().message);
        }
    };
    if (!path().isEmpty()) {
        read(path(), m_own);
    }
    m_isBroken = !m_fileError.isEmpty();
    if (m_session.hasTrace() && m_session.path() != QLatin1String("-")) {
        const QString beside =
            QFileInfo(m_session.path()).dir().filePath(QString::fromUtf8(kSettingsFileName));
        read(beside, m_beside);
    }
    buildRows();
}

void SettingListModel::buildRows() {
    std::vector<Row> rows;
    for (const Detector* rule : detectors()) {
        for (const Threshold& threshold : rule->thresholds) {
            rows.push_back({rule, &threshold, std::string(threshold.key)});
            const std::string prefix = joined(rule->id, threshold.key) + ".";
            Settings both = m_own;
            for (const auto& [key, value] : m_beside.values()) {
                both.set(key.substr(0, key.find('.')), key.substr(key.find('.') + 1), value);
            }
            for (const auto& [key, value] : both.values()) {
                if (threshold.perName && key.starts_with(prefix)) {
                    rows.push_back({rule, &threshold, key.substr(rule->id.size() + 1)});
                }
            }
        }
    }
    // Rows that stay keep the field that somebody types in.
    if (sameKeys(rows, m_rows)) {
        m_rows = std::move(rows);
        Q_EMIT dataChanged(index(0), index(count() - 1));
    } else {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    Q_EMIT contentChanged();
}

// Not over a file that could not be read: what else it says would be lost.
void SettingListModel::take(Settings settings) {
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
    m_session.judgeAnew();
}

void SettingListModel::refuse(int row, const QString& error) {
    m_rows[static_cast<std::size_t>(row)].error = error;
    Q_EMIT dataChanged(index(row), index(row), {ErrorRole});
}

void SettingListModel::setValue(int row, const QString& text) {
    const Row& changed = m_rows[static_cast<std::size_t>(row)];
    const Result<std::int64_t> value = parseThreshold(*changed.threshold, toStdString(text));
    if (!value) {
        return refuse(row, toQString(value.error().message));
    }
    Settings settings = m_own;
    const bool isNamed = changed.key != changed.threshold->key;
    if (*value == changed.threshold->preset && !isNamed) {
        settings.reset(changed.rule->id, changed.key);
    } else {
        settings.set(changed.rule->id, changed.key, *value);
    }
    if (settings == m_own) {
        return refuse(row, {});
    }
    take(std::move(settings));
}

void SettingListModel::addName(int row, const QString& name, const QString& text) {
    const Row& changed = m_rows[static_cast<std::size_t>(row)];
    if (name.trimmed().isEmpty()) {
        return refuse(row, tr("the limit needs a name"));
    }
    const Result<std::int64_t> value = parseThreshold(*changed.threshold, toStdString(text));
    if (!value) {
        return refuse(row, toQString(value.error().message));
    }
    Settings settings = m_own;
    settings.set(changed.rule->id, joined(changed.threshold->key, toStdString(name.trimmed())),
                 *value);
    take(std::move(settings));
}

void SettingListModel::reset(int row) {
    const Row& changed = m_rows[static_cast<std::size_t>(row)];
    Settings settings = m_own;
    settings.reset(changed.rule->id, changed.key);
    take(std::move(settings));
}

void SettingListModel::resetAll() {
    take({});
}

int SettingListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QString SettingListModel::valueText(const Row& row) const {
    std::int64_t value = row.threshold->preset;
    for (const Settings* settings : {&m_own, &m_beside}) {
        value = settings->find(row.rule->id, row.key).value_or(value);
    }
    return toQString(thresholdText(*row.threshold, value));
}

QVariant SettingListModel::data(const QModelIndex& index, int role) const {
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isNamed = row.key != row.threshold->key;
    switch (role) {
        case RuleRole:
            return toQString(row.rule->id);
        case RuleNameRole:
            return ruleName(row.rule->id);
        case QuestionRole:
            return toQString(row.rule->question);
        case KeyRole:
            return toQString(joined(row.rule->id, row.key));
        case MeaningRole:
        case Qt::DisplayRole:
            return isNamed ? toQString(row.key.substr(row.threshold->key.size() + 1))
                           : capitalised(toQString(row.threshold->meaning));
        case SourceRole:
            return toQString(row.threshold->source);
        case ValueRole:
            return valueText(row);
        case PresetRole:
            return toQString(thresholdText(*row.threshold, row.threshold->preset));
        case ChangedRole:
            return m_own.find(row.rule->id, row.key).has_value();
        case FixedRole:
            return m_beside.find(row.rule->id, row.key).has_value();
        case PerNameRole:
            return row.threshold->perName && !isNamed;
        case NamedRole:
            return isNamed;
        case ErrorRole:
            return row.error;
        default:
            return {};
    }
}

QHash<int, QByteArray> SettingListModel::roleNames() const {
    return {{RuleRole, "rule"},   {RuleNameRole, "ruleName"}, {QuestionRole, "question"},
            {KeyRole, "key"},     {MeaningRole, "meaning"},   {SourceRole, "source"},
            {ValueRole, "value"}, {PresetRole, "preset"},     {ChangedRole, "changed"},
            {FixedRole, "fixed"}, {PerNameRole, "perName"},   {NamedRole, "named"},
            {ErrorRole, "error"}};
}

}  // namespace gaplight::ui
