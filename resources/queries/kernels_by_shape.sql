-- Kernels by shape of their launch
-- One row for each kernel, grid and block: where one kernel runs in several sizes they stand together.
SELECT short_name AS kernel, grid_x || '×' || grid_y || '×' || grid_z AS grid,
       block_x || '×' || block_y || '×' || block_z AS block, count(*) AS launches,
       sum(dur) AS total_dur, avg(dur) AS mean_dur, max(dur) AS longest_dur, id AS slice_id
FROM kernel
GROUP BY short_name, grid, block
ORDER BY sum(sum(dur)) OVER (PARTITION BY short_name) DESC, short_name, total_dur DESC
