-- Recorded through CUPTI: the context is the queue, the stream the number in it.
CREATE TABLE rocpd_string (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, string varchar(4096) NOT NULL);
CREATE TABLE rocpd_op (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, gpuId integer NOT NULL, queueId integer NOT NULL, sequenceId integer NOT NULL, start integer NOT NULL, end integer NOT NULL, description_id bigint NOT NULL, opType_id bigint NOT NULL);
CREATE TABLE rocpd_api_ops (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, api_id bigint NOT NULL, op_id bigint NOT NULL);
CREATE TABLE rocpd_kernelapi (api_ptr_id integer NOT NULL PRIMARY KEY, stream varchar(18) NOT NULL, gridX integer NOT NULL, gridY integer NOT NULL, gridZ integer NOT NULL, workgroupX integer NOT NULL, workgroupY integer NOT NULL, workgroupZ integer NOT NULL, groupSegmentSize integer NOT NULL, privateSegmentSize integer NOT NULL, kernelName_id integer NOT NULL);
CREATE TABLE rocpd_copyapi (api_ptr_id integer NOT NULL PRIMARY KEY, stream varchar(18) NOT NULL, size integer NOT NULL, width integer NOT NULL, height integer NOT NULL, kind integer NOT NULL, dst varchar(18) NOT NULL, src varchar(18) NOT NULL, dstDevice integer NOT NULL, srcDevice integer NOT NULL, sync bool NOT NULL, pinned bool NOT NULL);
CREATE TABLE rocpd_metadata (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, tag varchar(4096) NOT NULL, value varchar(4096) NOT NULL);
CREATE TABLE rocpd_api (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, pid integer NOT NULL, tid integer NOT NULL, start integer NOT NULL, end integer NOT NULL, apiName_id integer NOT NULL, args_id integer NOT NULL);
INSERT INTO rocpd_string VALUES (1, ''), (2, 'cudaLaunchKernel_v7000'), (3, 'ConcurrentKernel'), (4, 'gemm'), (5, 'Memcpy'), (6, 'cudaMemcpyAsync_v3020'), (7, 'cuLaunchKernel'), (8, 'Memset');
INSERT INTO rocpd_api VALUES (1, 100, 100, 1000, 1100, 2, 1), (2, 100, 100, 1200, 1300, 6, 1), (3, 100, 100, 1050, 1090, 7, 1);
INSERT INTO rocpd_op VALUES (1, 1, 1, 7, 2000, 2200, 4, 3), (2, 1, 1, 13, 2100, 2300, 1, 5), (3, 1, 1, 13, 2400, 2410, 1, 8);
INSERT INTO rocpd_api_ops (api_id, op_id) VALUES (1, 1), (2, 2);
INSERT INTO rocpd_kernelapi VALUES (1, '0x7', 132, 2, 1, 256, 1, 1, 2048, 0, 4);
INSERT INTO rocpd_copyapi VALUES (2, '0x7', 512, 0, 0, 3, '', '', 0, 0, 0, 0);
