// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/system/injected_faults.h"

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

namespace gaplight::test {

FaultCounter allocationFaults;
FaultCounter callFaults;
FaultCounter threadFaults;

}  // namespace gaplight::test

namespace {

using gaplight::test::allocationFaults;
using gaplight::test::callFaults;

void* allocate(std::size_t bytes, std::size_t alignment) {
    if (allocationFaults.isTurn()) {
        return nullptr;
    }
    const std::size_t size = bytes == 0 ? 1 : bytes;
    return alignment <= alignof(std::max_align_t)
               ? std::malloc(size)
               : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocateOrThrow(std::size_t bytes, std::size_t alignment = 1) {
    void* memory = allocate(bytes, alignment);
    return memory != nullptr ? memory : throw std::bad_alloc();
}

bool callFails(int error) {
    if (!callFaults.isTurn()) {
        return false;
    }
    errno = error;
    return true;
}

}  // namespace

void* operator new(std::size_t bytes) {
    return allocateOrThrow(bytes);
}
void* operator new[](std::size_t bytes) {
    return allocateOrThrow(bytes);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocateOrThrow(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
    return allocateOrThrow(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
    return allocate(bytes, 1);
}
void* operator new[](std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
    return allocate(bytes, 1);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t /*bytes*/) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t /*alignment*/) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t /*bytes*/,
                       std::align_val_t /*alignment*/) noexcept {
    std::free(memory);
}

// The names are the linker's.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier)
ssize_t __real_read(int file, void* into, std::size_t bytes);
ssize_t __wrap_read(int file, void* into, std::size_t bytes);
ssize_t __wrap_read(int file, void* into, std::size_t bytes) {
    return callFails(EIO) ? -1 : __real_read(file, into, bytes);
}
ssize_t __real_pread(int file, void* into, std::size_t bytes, off_t offset);
ssize_t __wrap_pread(int file, void* into, std::size_t bytes, off_t offset);
ssize_t __wrap_pread(int file, void* into, std::size_t bytes, off_t offset) {
    return callFails(EIO) ? -1 : __real_pread(file, into, bytes, offset);
}
ssize_t __real_write(int file, const void* from, std::size_t bytes);
ssize_t __wrap_write(int file, const void* from, std::size_t bytes);
ssize_t __wrap_write(int file, const void* from, std::size_t bytes) {
    return callFails(ENOSPC) ? -1 : __real_write(file, from, bytes);
}
ssize_t __real_pwrite(int file, const void* from, std::size_t bytes, off_t offset);
ssize_t __wrap_pwrite(int file, const void* from, std::size_t bytes, off_t offset);
ssize_t __wrap_pwrite(int file, const void* from, std::size_t bytes, off_t offset) {
    return callFails(ENOSPC) ? -1 : __real_pwrite(file, from, bytes, offset);
}
int __wrap_fsync(int file);
int __wrap_fsync(int /*file*/) {
    return callFails(EIO) ? -1 : 0;  // no test loses power, and the disk takes most of their time
}
int __real_rename(const char* from, const char* to);
int __wrap_rename(const char* from, const char* to);
int __wrap_rename(const char* from, const char* to) {
    return callFails(EACCES) ? -1 : __real_rename(from, to);
}
int __real_linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags);
int __wrap_linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags);
int __wrap_linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags) {
    return callFails(EACCES) ? -1 : __real_linkat(fromFolder, from, toFolder, to, flags);
}
int __real_open(const char* path, int flags, ...);
int __wrap_open(const char* path, int flags, ...);
int __wrap_open(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = va_arg(rest, mode_t);  // without one, a value that is not looked at
    va_end(rest);
    return callFails(EMFILE) ? -1 : __real_open(path, flags, mode);
}
void* __real_ZSTD_createCStream();
void* __wrap_ZSTD_createCStream();
void* __wrap_ZSTD_createCStream() {
    return allocationFaults.isTurn() ? nullptr : __real_ZSTD_createCStream();
}
void* __real_ZSTD_createDStream();
void* __wrap_ZSTD_createDStream();
void* __wrap_ZSTD_createDStream() {
    return allocationFaults.isTurn() ? nullptr : __real_ZSTD_createDStream();
}
// std::thread::_M_start_thread(std::unique_ptr<_State>, void (*)())
void __real__ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    std::thread* made, void* state, void (*depend)());
void __wrap__ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    std::thread* made, void* state, void (*depend)());
void __wrap__ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    std::thread* made, void* state, void (*depend)()) {
    if (gaplight::test::threadFaults.isTurn()) {
        throw std::system_error(EAGAIN, std::generic_category());
    }
    __real__ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
        made, state, depend);
}
// NOLINTEND(bugprone-reserved-identifier)
}
