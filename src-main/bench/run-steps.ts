import { LIMITS } from '../lib/limits/limit-table'
import type { Steps } from '../lib/steps'

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** Lets everything else of the bench have its turn when the time of one step on the main thread is used up. */
export interface Pacer {
  /** Settles at once while there is time left. */
  pause(): Promise<void>
}

/**
 * `check` is called after every pause: it throws where the work is to end. `sliceMs`: how long the work goes on between two
 * pauses, in real milliseconds; `rest` is such a pause.
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

/** Does all steps, with a pause after every {@link LIMITS.mainThreadMs} of work, or as `pacer` says. */
export async function runSteps<Result>(steps: Steps<Result>, pacer: Pacer = createPacer()): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await pacer.pause()
  }
}
