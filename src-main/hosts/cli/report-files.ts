import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeFor } from './file-errors'

export const REPORT_KINDS = ['junit', 'json', 'html'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** A report to write. */
export interface ReportFile {
  readonly kind: ReportKind
  readonly file: string
}

/** Reads a report such as `html=out/report.html`; null where the text has another form. */
export function readReport(text: string): ReportFile | null {
  const at = text.indexOf('=')
  const kind = REPORT_KINDS.find((each) => each === text.slice(0, Math.max(0, at)))
  const file = text.slice(at + 1)
  return kind === undefined || file === '' ? null : { kind, file }
}

/** Whether an argument has the form of a report: several may follow one `--report`. */
export const isReport = (text: string): boolean => /^(junit|json|html)=/.test(text)

/**
 * Writes the reports and creates their folders.
 * @throws Error with sentences for people where a report cannot be written
 */
export async function writeReports(
  reports: readonly ReportFile[],
  texts: Readonly<Record<ReportKind, () => string>>,
): Promise<void> {
  for (const { kind, file } of reports) {
    const text = texts[kind]()
    await writeFor('--report', file, async () => {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    })
  }
}
