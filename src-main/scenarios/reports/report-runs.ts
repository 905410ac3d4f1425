import { task } from '#scenarios/foreign/tasks'
import type { ScenarioResult } from '#scenarios/running/result'
import { htmlReport } from './html'

/** Writes results as one HTML file, in the program for what strangers wrote. */
export const REPORT_RUNS = task({
  name: 'reportRuns',
  what: 'Writing the report',
  remedy: 'Report on fewer scenarios.',
  work: ({ results, version }: { readonly results: readonly ScenarioResult[]; readonly version: string }) =>
    htmlReport(results, version),
})
