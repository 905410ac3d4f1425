import type { TestContext } from 'vitest'
import { findProgram, whyMissing } from './find.mjs'
import { readLeftOut } from './left-out.mjs'
import type { Program } from './table.mjs'

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test was skipped; `npm test` prints it before its last line. */
    leftOut?: string
  }
}

/** The path of a program that a test runs. Skips the test if the program is missing or left out. */
export function need(context: TestContext, program: Program): string {
  const path = findProgram(program)
  const reason = readLeftOut(program) ?? (path === undefined ? whyMissing(program) : undefined)
  if (path !== undefined && reason === undefined) return path
  context.task.meta.leftOut = reason ?? ''
  return context.skip(reason)
}
