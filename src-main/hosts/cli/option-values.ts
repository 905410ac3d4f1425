import { readReport, type ReportFile } from './report-files'

/** Reads a port. Adds a problem and returns null where it is invalid. */
export function readPort(name: string, value: string, problems: string[]): number | null {
  const port = Number(value)
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port
  problems.push(`${name}: ${value} is not a port. Give a number from 0 (any free port) to 65535.`)
  return null
}

/** Adds the report to `reports`, or a problem to `problems` where it is invalid. */
export function readReportInto(reports: ReportFile[], value: string, problems: string[]): void {
  const report = readReport(value)
  if (report === null)
    problems.push(`--report: ${value} is not a report. Write junit=FILE, json=FILE or html=FILE.`)
  else reports.push(report)
}
