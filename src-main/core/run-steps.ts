import { LIMITS } from '#lib/limits/limit-table'
import type { Steps } from '#lib/steps'

const waiting: (() => void)[] = []

/** Settles in a later turn of the event loop. In each turn one piece of work continues, so that several do not add up. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(continueOne)
  })

function continueOne(): void {
  waiting[0]?.()
  waiting.shift()
  if (waiting.length > 0) setImmediate(continueOne)
}

/** Interrupts long work on the main thread, so that other work of the bench can run in between. */
export interface Pacer {
  /** Pauses if the time between two pauses is used up, otherwise settles at once. */
  pause(): Promise<void>
}

/**
 * Creates a pacer.
 * @param check called after every pause; it throws to end the work
 * @param options `sliceMs`: work between two pauses, real milliseconds; `rest`: settles at the end of a pause
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

/**
 * Runs all steps and returns their result. Pauses with `pacer`: by default after every {@link LIMITS.mainThreadMs} of
 * work.
 */
export async function runSteps<Result>(steps: Steps<Result>, pacer: Pacer = createPacer()): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await pacer.pause()
  }
}
