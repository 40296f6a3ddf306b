/**
 * The CPU time of this process that the work takes, in milliseconds: the least of some runs, because the
 * first one also compiles, and any may collect the garbage of others. Other processes do not count.
 */
export async function cpuMs(work: () => Promise<unknown>, runs = 3): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1_000)
  }
  return Math.min(...times)
}
