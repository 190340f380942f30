// Small measuring tools: CPU time of this process, so that other load on the machine counts as little as possible.

/** CPU microseconds per turn of `work`, run `count` times: the median of `rounds`. */
export async function cpuPerRun(count, work, rounds = 7) {
  const figures = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    for (let run = 0; run < count; run += 1) await work(run);
    const { user, system } = process.cpuUsage(before);
    figures.push((user + system) / count);
  }
  return median(figures);
}

/** CPU microseconds of `floor` and `work` in turn, and the median of the ratios of neighbouring rounds. */
export function compare(count, floor, work) {
  return compareRounds(
    () => cpuPerRun(count, floor, 1),
    () => cpuPerRun(count, work, 1),
  );
}

/** The same of what measures one round by itself. The first two rounds of each compile, and are not counted. */
export async function compareRounds(measureBase, measureOwn, rounds = 7) {
  const pairs = [];
  for (let round = -2; round < rounds; round += 1) {
    const base = await measureBase();
    const own = await measureOwn();
    if (round >= 0) pairs.push({ base, own, ratio: own / base });
  }
  return {
    base: median(pairs.map(({ base }) => base)),
    own: median(pairs.map(({ own }) => own)),
    ratio: median(pairs.map(({ ratio }) => ratio)),
  };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** One figure with its limit. */
export function figure(name, value, unit, limit) {
  return { name, value, unit, limit, holds: limit === undefined || value <= limit };
}
