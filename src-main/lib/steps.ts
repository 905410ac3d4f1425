/** Work that can be long, in steps: at every `yield` whoever runs it may let other work go first. */
export type Steps<Result> = Generator<undefined, Result>

/** Does all steps one after the other without a pause, for work whose size is known to be small. */
export const doAllSteps = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
