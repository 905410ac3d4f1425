/** Of several runs the fastest is the one that other programs disturbed least. */
const RUNS = 4

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
 * How many times as long work takes on an input that is four times as long: about 4 where it goes through its input once,
 * 16 where it goes through all of it again for each of its parts. In time of the processor.
 */
export function growthOf(
  work: (input: string) => unknown,
  inputOf: (count: number) => string,
  count: number,
): number {
  const [small, large] = [inputOf(count), inputOf(4 * count)]
  return fastestMs(() => work(large)) / fastestMs(() => work(small))
}

/** Between 4 and 16, as far from both as it can be. */
export const MOST_OF_LINEAR = 8
