-- Text where integers belong, nulls, times and ids out of any range, object ids of other lengths.
CREATE TABLE StringTable (_id_ INTEGER PRIMARY KEY, value);
INSERT INTO StringTable VALUES (1, x'00ff41'), (2, '_Zbroken'), (3, 'ker' || char(8238) || 'nel'), (4, 7);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (_id_ INTEGER PRIMARY KEY, cbid, start, end, processId, threadId, correlationId);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 'x', 'soon', 1200, 100, 5, 1), (2, -1, 1000, 900, NULL, 'main', 8), (3, 211, 1300, 1400, -1, 9223372036854775807, -5),
  (4, 211, NULL, 1400, 100, 5, 1), (5, 211, -9223372036854775808, 9223372036854775807, 100, 5, 1), (6, 4611686018427387904, 1500, x'01', 100, 5, 1099511627776);
CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL (_id_ INTEGER PRIMARY KEY, start, end, deviceId, streamId, correlationId, name, gridX, gridY, gridZ, blockX, blockY, blockZ, registersPerThread, staticSharedMemory, dynamicSharedMemory);
INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES (1, 2000, 2100, 1000000000, 4294967295, 8, 2, -1, 99999999999, 'z', 0, 70000, 1, -1, 4294967295, 4294967295),
  (2, 2200, 2300, 'gpu', NULL, 0, 99, 1, 1, 1, 1, 1, 1, 1, 0, 0), (3, 0, 0, 0, 7, 3, 3, 1, 1, 1, 1, 1, 1, 1, 0, 0);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (_id_ INTEGER PRIMARY KEY, copyKind, srcKind, dstKind, bytes, start, end, deviceId, streamId, correlationId);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (1, 99, -1, 'host', 'many', 2400, 2500, 0, 7, 0);
CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER (_id_ INTEGER PRIMARY KEY, flags, timestamp, id, objectKind, objectId, name);
INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES (1, 2, 'now', 1, 2, x'01', 3), (2, 2, 1600, 2, 2, x'0100', 3), (3, 4, 1500, 2, 2, x'', 0), (4, 'start', 1, 3, 2, NULL, 3),
  (5, 2, 1700, NULL, 77, 'text', NULL), (6, 7, 1800, 4, 2, x'64000000050000000000000000', 3);
CREATE VIEW CUPTI_ACTIVITY_KIND_MEMSET AS SELECT 1 AS start, 2 AS end;
