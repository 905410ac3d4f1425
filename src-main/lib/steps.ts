/** Work that can be long, cut into steps: at every `yield` its runner may let other work go first. */
export type Steps<Result> = Generator<undefined, Result>

/** Runs all steps without a pause. For work whose size is known to be small. */
export const doAllSteps = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
