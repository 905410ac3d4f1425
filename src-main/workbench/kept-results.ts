import type { KeptExam } from './exam/page/kept-exam'
import type { KeptRun } from './scenarios/runs/kept-run'

/** Results of one session, which outlive its bench while another session is open. */
export interface KeptResults {
  /** The last run of each scenario file. */
  readonly runs: Map<string, KeptRun>
  /** The running or the last exam. */
  exam: KeptExam | null
}

/** Creates the results of a session without any. */
export const createKeptResults = (): KeptResults => ({ runs: new Map(), exam: null })
