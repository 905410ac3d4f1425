import type { BenchEvent } from '#protocol/events'
import type { PageReport, PageReports } from '#protocol/projects'
import { LIMITS } from '#lib/limits/limit-table'
import { parseTime } from '#window/lib/time'
import { dataLine, type TimelineEntry } from './timeline'

/** Both clocks of the bench at the arrival of reports, and virtual milliseconds per real millisecond. */
type Clocks = Extract<BenchEvent, { type: 'preview.reported' }>['clock']

const MAX_SKEW_MS = 60_000
let count = 0

/** The entries of what the shop's page reports, and one for the reports that were left out. */
export function entriesOfReports({
  reports,
  leftOut,
  clock,
}: PageReports & { readonly clock: Clocks }): readonly TimelineEntry[] {
  const entries = reports.map((report) => entryOf(report, clock))
  return leftOut === 0 ? entries : [...entries, leftOutEntry(leftOut, clock)]
}

/** The times of what happened at `wallAt` by the clock of the page; a time that is far from the bench's is ignored. */
function timesOf(
  wallAt: number,
  { now, wallNow, rate }: Clocks,
): Pick<TimelineEntry, 'virtualAt' | 'wallAt'> {
  const cameAt = parseTime(wallNow)
  const ago = cameAt - wallAt
  const isNear = Math.abs(ago) < MAX_SKEW_MS
  // What is reported has happened, also where the page's clock is ahead.
  return {
    virtualAt: parseTime(now) - (isNear ? Math.max(0, ago) * rate : 0),
    wallAt: isNear ? Math.min(wallAt, cameAt) : cameAt,
  }
}

/** The entry of a report. */
function entryOf({ kind, name, data, wallAt }: PageReport, clock: Clocks): TimelineEntry {
  const kept = data === undefined ? undefined : readData(data)
  return {
    id: `report ${(count += 1)}`,
    kind,
    name: name === '' ? '(no name)' : name,
    note: kept === undefined ? '' : dataLine(kept),
    ...(kept === undefined || kept === null ? {} : { data: kept }),
    ...(kind === 'error' || kind === 'csp' || /fail|error/i.test(name) ? { bad: true } : {}),
    ...timesOf(wallAt, clock),
  }
}

function leftOutEntry(leftOut: number, clock: Clocks): TimelineEntry {
  return {
    id: `report ${(count += 1)}`,
    kind: 'error',
    name: `${leftOut} more not recorded`,
    note: `The page reported more than ${LIMITS.previewReportsPerSecond} events in a second; look for a loop in it`,
    bad: true,
    ...timesOf(parseTime(clock.wallNow), clock),
  }
}

/** The value of a JSON text; the text itself where it was cut, or nests too deeply to be laid out. */
function readData(text: string): unknown {
  if (depthOf(text) > LIMITS.previewDataDepth) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** How deep brackets nest; those in strings count too, which errs on the safe side. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const character of text) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1))
    else if (character === ']' || character === '}') depth -= 1
  }
  return deepest
}
