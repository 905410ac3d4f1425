/** Long work in steps: at every `yield`, the runner may let other work run. */
export type Steps<Result> = Generator<undefined, Result>

/** Runs all steps without a pause, for work that is known to be small. */
export const doAllSteps = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
