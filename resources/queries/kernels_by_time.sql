-- Kernels by total time
-- One row for each kernel: launches, total, mean and longest time; a row leads to its longest launch.
SELECT short_name AS kernel, count(*) AS launches, sum(dur) AS total_dur,
       sum(dur) * 1.0 / (SELECT sum(dur) FROM kernel) AS time_share,
       avg(dur) AS mean_dur, max(dur) AS longest_dur, id AS slice_id
FROM kernel
GROUP BY short_name
ORDER BY total_dur DESC
