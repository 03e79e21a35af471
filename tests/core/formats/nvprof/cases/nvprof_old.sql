-- As of CUDA 5: serialized kernels, no domains, no memory kind, no synchronizations.
CREATE TABLE StringTable (_id_ INTEGER PRIMARY KEY AUTOINCREMENT, value TEXT NOT NULL UNIQUE);
INSERT INTO StringTable VALUES (1, '_Z3addPf');
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (_id_ INTEGER PRIMARY KEY, cbid INT, start INT, end INT, processId INT, threadId INT, correlationId INT, returnValue INT);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 13, 1000, 1200, 100, 5, 1, 0);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (_id_ INTEGER PRIMARY KEY, start INT, end INT, deviceId INT, streamId INT, correlationId INT, name INT, gridX INT, gridY INT, gridZ INT, blockX INT, blockY INT, blockZ INT);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1, 2000, 3000, 0, 2, 1, 1, 4, 1, 1, 64, 1, 1);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (_id_ INTEGER PRIMARY KEY, bytes INT, start INT, end INT, deviceId INT, streamId INT, correlationId INT);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (1, 16, 3100, 3200, 0, 2, 5);
