/** The fastest of several runs is the one that other programs disturbed least. */
const RUNS = 4
/** The largest accepted ratio of the times: the geometric mean of 4 and 16. */
const MAX_RATIO = 8
/** Milliseconds added to the limit, because the garbage collector dominates short times. */
const ALLOWANCE_MS = 10
/** The garbage collector may disturb one comparison; quadratic work fails all of them. */
const COMPARISONS = 3

function fastestMs(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

/**
 * Whether work takes linear time: with four times as much input, it then takes about four times as long; quadratic
 * work takes 16 times as long. Measured in CPU time.
 */
export function isLinear(
  work: (input: string) => unknown,
  inputOf: (count: number) => string,
  count: number,
): boolean {
  const [small, large] = [inputOf(count), inputOf(4 * count)]
  return Array.from({ length: COMPARISONS }).some(
    () => fastestMs(() => work(large)) <= MAX_RATIO * fastestMs(() => work(small)) + ALLOWANCE_MS,
  )
}
