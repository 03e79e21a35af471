// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/recording.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace gaplight::record {
namespace {

class DriverPresenceTest : public ::testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(m_root); }
    void TearDown() override { std::filesystem::remove_all(m_root); }

    void touch(const std::string& name) const {
        const std::filesystem::path path = m_root + "/" + name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << "x";
    }

    std::string m_root = ::testing::TempDir() + "driver_" + std::to_string(::getpid());
};

TEST_F(DriverPresenceTest, NothingIsThere) {
    EXPECT_EQ(driverPresence(m_root), DriverPresence::NoDriver);
    EXPECT_EQ(driverPresence(m_root + "/nowhere"), DriverPresence::NoDriver);
}

TEST_F(DriverPresenceTest, ADriverWithoutAGpu) {
    touch("proc/driver/nvidia/version");
    touch("dev/nvidiactl");
    touch("dev/nvidia-uvm");
    EXPECT_EQ(driverPresence(m_root), DriverPresence::NoGpu);
}

TEST_F(DriverPresenceTest, AGpu) {
    touch("proc/driver/nvidia/version");
    touch("dev/nvidia3");
    EXPECT_EQ(driverPresence(m_root), DriverPresence::Gpu);
}

TEST_F(DriverPresenceTest, AGpuWithoutADeviceFile) {
    touch("proc/driver/nvidia/gpus/0000:01:00.0/information");
    EXPECT_EQ(driverPresence(m_root), DriverPresence::Gpu);
}

TEST_F(DriverPresenceTest, AGpuOfWindows) {
    touch("dev/dxg");
    EXPECT_EQ(driverPresence(m_root), DriverPresence::Gpu);
}

}  // namespace
}  // namespace gaplight::record
