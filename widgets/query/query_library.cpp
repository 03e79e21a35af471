// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/query/query_library.h"

#include <utility>
#include <vector>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStringList>

#include "core/query/shipped_queries.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

constexpr qint64 kMaxFileBytes = 1'000'000;

QString historyKey() {
    return QStringLiteral("query/history");
}

LibraryRow rowOf(const QString& section, const NamedQuery& query) {
    return {section,
            toQString(query.title),
            toQString(query.description),
            QString::fromStdString(query.sql).trimmed(),
            {}};
}

std::vector<LibraryRow> savedIn(const QString& folder) {
    std::vector<LibraryRow> rows;
    const auto files =
        QDir(folder).entryInfoList({QStringLiteral("*.sql")}, QDir::Files, QDir::Name);
    for (const QFileInfo& info : files) {
        QFile file(info.filePath());
        if (info.size() > kMaxFileBytes || !file.open(QIODevice::ReadOnly)) {
            continue;
        }
        const NamedQuery query = readNamedQuery(file.readAll().toStdString());
        LibraryRow row = rowOf(QStringLiteral("Saved"), query);
        if (row.title.isEmpty()) {
            row.title = info.completeBaseName();
        }
        row.file = info.filePath();
        rows.push_back(std::move(row));
    }
    return rows;
}

// "select name, count(*) from kernel": a query in one line.
QString lineOf(const QString& sql) {
    QStringList lines;
    for (const QString& line : sql.split(QLatin1Char('\n'))) {
        if (!line.startsWith(QLatin1String("--"))) {
            lines << line;
        }
    }
    return lines.join(QLatin1Char(' ')).simplified();
}

// A file name that every system takes.
QString fileNameOf(const QString& title) {
    QString name;
    for (const QChar c : title.left(80)) {
        name += c.isLetterOrNumber() || c == QLatin1Char('-') ? c.toLower() : QLatin1Char('_');
    }
    return name + QLatin1String(".sql");
}

}  // namespace

QueryLibrary::QueryLibrary(QString configDirectory, QObject* parent)
    : RowListModel({{"section", [](const LibraryRow& row) { return row.section; }},
                    {"title", [](const LibraryRow& row) { return row.title; }},
                    {"description", [](const LibraryRow& row) { return row.description; }},
                    {"isSaved", [](const LibraryRow& row) { return !row.file.isEmpty(); }}},
                   parent),
      m_configDirectory(std::move(configDirectory)) {
    reload();
}

QString QueryLibrary::folder() const {
    return m_configDirectory.isEmpty()
               ? QString()
               : QDir(m_configDirectory).filePath(QStringLiteral("queries"));
}

void QueryLibrary::reload() {
    std::vector<LibraryRow> rows =
        folder().isEmpty() ? std::vector<LibraryRow>() : savedIn(folder());
    for (const NamedQuery& query : shippedQueries()) {
        rows.push_back(rowOf(QStringLiteral("Ready to run"), query));
    }
    for (const QString& sql : m_settings.value(historyKey()).toStringList()) {
        rows.push_back({QStringLiteral("History"), lineOf(sql), sql, sql, {}});
    }
    resetRows(std::move(rows));
    Q_EMIT changed();
}

QString QueryLibrary::sqlOf(int row) const {
    return isRow(row) ? this->row(row).sql : QString();
}

QString QueryLibrary::titleOf(int row) const {
    return isRow(row) && this->row(row).section != QLatin1String("History") ? this->row(row).title
                                                                            : QString();
}

QString QueryLibrary::titleOfText(const QString& sql) const {
    for (int at = 0; at < count(); ++at) {
        if (row(at).sql == sql.trimmed()) {
            return titleOf(at);
        }
    }
    return {};
}

void QueryLibrary::fail(const QString& why) {
    m_error = why;
    Q_EMIT changed();
}

void QueryLibrary::save(const QString& title, const QString& sql) {
    const QString name = title.simplified();
    if (folder().isEmpty() || !QDir().mkpath(folder())) {
        return fail(QStringLiteral("There is no folder for settings to save the query in."));
    }
    QString text = sql.trimmed();
    if (text.startsWith(QLatin1String("--"))) {  // the title before
        text.remove(0, text.indexOf(QLatin1Char('\n')) + 1);
    }
    QSaveFile file(QDir(folder()).filePath(fileNameOf(name)));
    const QByteArray bytes = QStringLiteral("-- %1\n%2\n").arg(name, text).toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        return fail(
            QStringLiteral("%1 cannot be written: %2").arg(file.fileName(), file.errorString()));
    }
    m_error.clear();
    reload();
}

void QueryLibrary::remove(int row) {
    if (!isRow(row) || this->row(row).file.isEmpty()) {
        return;
    }
    if (!QFile::remove(this->row(row).file)) {
        return fail(QStringLiteral("%1 cannot be removed").arg(this->row(row).file));
    }
    m_error.clear();
    reload();
}

void QueryLibrary::remember(const QString& sql) {
    const QString text = sql.trimmed();
    QStringList history = m_settings.value(historyKey()).toStringList();
    if (text.isEmpty() || !titleOfText(text).isEmpty() ||
        (!history.isEmpty() && history.front() == text)) {
        return;
    }
    history.removeAll(text);
    history.prepend(text);
    history = history.mid(0, kMaxHistory);
    m_settings.setValue(historyKey(), history);
    reload();
}

}  // namespace gaplight::ui
