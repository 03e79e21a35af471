// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/convert/row_list_model.h"

#include <gtest/gtest.h>
#include <QAbstractItemModelTester>
#include <QSignalSpy>

namespace gaplight::ui {
namespace {

struct City {
    QString name;
    int people = 0;
};

class CityListModel : public RowListModel<City> {
public:
    CityListModel()
        : RowListModel({{"name", [](const City& city) { return city.name; }},
                        {"people", [this](const City& city) { return city.people * m_factor; }}},
                       nullptr) {}

    using RowListModel::changeAt;
    using RowListModel::insertAt;
    using RowListModel::removeAt;
    using RowListModel::resetRows;
    using RowListModel::updateRows;

private:
    int m_factor = 1'000;
};

class SquareListModel : public LazyListModel<int> {
public:
    SquareListModel() : LazyListModel({{"square", [](int n) { return n * n; }}}, nullptr) {}
    int count() const final { return 4; }

private:
    int row(int index) const final { return index; }
};

class RowListModelTest : public testing::Test {
protected:
    CityListModel m_cities;
    // Checks after every signal that the model keeps the rules of its base.
    QAbstractItemModelTester m_rules{&m_cities,
                                     QAbstractItemModelTester::FailureReportingMode::Fatal};
    QSignalSpy m_changed{&m_cities, &QAbstractItemModel::dataChanged};
};

TEST_F(RowListModelTest, RolesFollowTheTable) {
    m_cities.resetRows({{QStringLiteral("Bonn"), 336}, {QStringLiteral("Ulm"), 129}});
    EXPECT_EQ(m_cities.rowCount(), 2);
    EXPECT_EQ(m_cities.roleNames().value(Qt::UserRole), QByteArray("name"));
    EXPECT_EQ(m_cities.roleNames().value(Qt::UserRole + 1), QByteArray("people"));
    EXPECT_EQ(m_cities.value(1, "name").toString(), QStringLiteral("Ulm"));
    EXPECT_EQ(m_cities.index(0).data(Qt::UserRole + 1).toInt(), 336'000);
}

TEST_F(RowListModelTest, OtherRowsAndRolesHaveNoValue) {
    m_cities.resetRows({{QStringLiteral("Bonn"), 336}});
    EXPECT_FALSE(m_cities.value(1, "name").isValid());
    EXPECT_FALSE(m_cities.value(-1, "name").isValid());
    EXPECT_FALSE(m_cities.value(0, "country").isValid());
    EXPECT_FALSE(m_cities.index(0).data(Qt::DisplayRole).isValid());
    EXPECT_FALSE(m_cities.index(0).data(Qt::UserRole + 2).isValid());
    EXPECT_EQ(m_cities.rowCount(m_cities.index(0)), 0);
}

TEST_F(RowListModelTest, RowsAreInsertedRemovedAndChanged) {
    m_cities.resetRows({{QStringLiteral("Bonn"), 336}});
    m_cities.insertAt(1, {QStringLiteral("Ulm"), 129});
    m_cities.insertAt(0, {QStringLiteral("Aalen"), 68});
    m_cities.removeAt(1);
    ASSERT_EQ(m_cities.count(), 2);
    EXPECT_EQ(m_cities.value(0, "name").toString(), QStringLiteral("Aalen"));
    EXPECT_EQ(m_cities.value(1, "name").toString(), QStringLiteral("Ulm"));
    m_cities.changeAt(
        1, [](City& city) { city.people = 130; }, "people");
    EXPECT_EQ(m_cities.value(1, "people").toInt(), 130'000);
    ASSERT_EQ(m_changed.size(), 1);
    EXPECT_EQ(m_changed[0][0].toModelIndex().row(), 1);
    EXPECT_EQ(m_changed[0][2].value<QList<int>>(), QList<int>{Qt::UserRole + 1});
}

TEST_F(RowListModelTest, AnUpdateIsNoReset) {
    m_cities.updateRows({});
    EXPECT_EQ(m_changed.size(), 0);
    m_cities.resetRows({{QStringLiteral("Bonn"), 336}});
    const QSignalSpy resets(&m_cities, &QAbstractItemModel::modelReset);
    m_cities.updateRows({{QStringLiteral("Bonn"), 337}});
    EXPECT_EQ(m_cities.value(0, "people").toInt(), 337'000);
    EXPECT_EQ(m_changed.size(), 1);
    EXPECT_EQ(resets.size(), 0);
}

TEST(LazyListModelTest, RowsAreComputed) {
    const SquareListModel squares;
    EXPECT_EQ(squares.rowCount(), 4);
    EXPECT_EQ(squares.value(3, "square").toInt(), 9);
    EXPECT_FALSE(squares.value(4, "square").isValid());
}

}  // namespace
}  // namespace gaplight::ui
