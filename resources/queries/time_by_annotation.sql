-- Time by annotation
-- Ranges that the program names: host time, GPU time of what was launched inside, kernels and copies.
SELECT name, count(*) AS count, sum(dur) AS host_dur, avg(dur) AS mean_dur,
       sum(gpu_dur) AS gpu_dur, sum(activities) AS gpu_activities, max(dur) AS longest_dur, id AS slice_id
FROM annotation
GROUP BY name
ORDER BY host_dur DESC
