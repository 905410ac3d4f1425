import type { Foreign } from '#scenarios/foreign/foreign'
import type { BenchBase } from '#workbench/bench-base'
import { withinGrace } from '#workbench/within-grace'
import type { OwnBenches } from '#workbench/own-benches'
import { createExams, type KeptExam } from './exams'
import { examHandlers } from './handlers'

/** Creates the exams of merchants. Each uses a separate bench, which ends with this one. */
export function createExamPage(
  base: BenchBase,
  {
    host,
    foreign,
    version,
    results,
  }: {
    readonly host: OwnBenches
    readonly foreign: Foreign
    readonly version: string
    readonly results: { exam: KeptExam | null }
  },
) {
  const exams = createExams({
    host,
    results,
    wallNow: base.wallNow,
    randomHex: base.randomHex,
    onFailure: base.onFailure,
    onChange: () => {
      const exam = exams.summary
      if (exam !== null) base.changes.other(() => ({ type: 'exam.changed', exam }))
    },
  })
  return {
    handlers: examHandlers(exams, { host, foreign, projects: base.projects, version }),
    /** Stops the one that runs; a merchant that is slow to respond does not hold up the end of the bench. */
    close: () => withinGrace(exams.close()),
  }
}
