import type { ScenarioResult } from '#scenarios/running/result'
import { consoleSummary } from './console'

/** Writes the results as JSON: `{tool, version, summary, scenarios}`. */
export function jsonReport(results: readonly ScenarioResult[], version: string): string {
  return `${JSON.stringify({ tool: 'paybench', version, summary: consoleSummary(results), scenarios: results }, null, 2)}\n`
}
