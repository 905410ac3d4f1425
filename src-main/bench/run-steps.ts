import { LIMITS } from '../lib/limits/limit-table'
import type { Steps } from '../lib/steps'

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** Pauses long work on the main thread, so that other work of the bench gets its turn. */
export interface Pacer {
  /** Settles at once while there is time left. */
  pause(): Promise<void>
}

/**
 * `check` is called after every pause; it throws to end the work. `sliceMs`: real milliseconds of work between two pauses.
 * `rest` makes a pause.
 */
export function createPacer(
  check: () => void = () => undefined,
  { sliceMs = LIMITS.mainThreadMs, rest = turn } = {},
): Pacer {
  let began = performance.now()
  return {
    async pause() {
      if (performance.now() - began < sliceMs) return
      await rest()
      check()
      began = performance.now()
    },
  }
}

/** Runs all steps, with the pauses of `pacer`: by default after every {@link LIMITS.mainThreadMs} of work. */
export async function runSteps<Result>(steps: Steps<Result>, pacer: Pacer = createPacer()): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await pacer.pause()
  }
}
