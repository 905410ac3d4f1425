import type { PageReport, PageReports } from '../../../src-main/contract/preview'
import { LIMITS } from '../../../src-main/core/limits/limit-table'
import { clockStore, currentVirtualNow } from '../state/clock'
import { dataLine } from './timeline'
import type { TimelineEntry } from './timeline'

/** Virtual time so many real milliseconds ago. */
function virtualAgo(ms: number): number {
  const { view } = clockStore.getState()
  const rate = view === null ? 1 : view.mode === 'frozen' ? 0 : view.rate
  return currentVirtualNow() - ms * rate
}

const MAX_SKEW_MS = 60_000
let count = 0

/** The entries of what the shop's page reports, and one for what there was too much of. */
export function entriesOfReports(
  { reports, leftOut }: PageReports,
  wallNow: number,
): readonly TimelineEntry[] {
  const entries = reports.map((report) => entryOf(report, wallNow))
  return leftOut === 0 ? entries : [...entries, leftOutEntry(leftOut, wallNow)]
}

/** The entry of a report. Its own time orders it, unless that is not near ours. */
export function entryOf({ kind, name, data, wallAt }: PageReport, wallNow: number): TimelineEntry {
  const at = Math.abs(wallAt - wallNow) < MAX_SKEW_MS ? wallAt : wallNow
  const kept = data === undefined ? undefined : readData(data)
  return {
    id: `report ${(count += 1)}`,
    kind,
    name: name === '' ? '(no name)' : name,
    note: kept === undefined ? '' : dataLine(kept),
    ...(kept === undefined || kept === null ? {} : { data: kept }),
    ...(kind === 'error' || kind === 'csp' || /fail|error/i.test(name) ? { bad: true } : {}),
    wallAt: at,
    virtualAt: virtualAgo(wallNow - at),
  }
}

function leftOutEntry(leftOut: number, wallNow: number): TimelineEntry {
  return {
    id: `report ${(count += 1)}`,
    kind: 'error',
    name: `${leftOut} more not kept`,
    note: `The page reported more than ${LIMITS.previewReportsPerSecond} events in a second; look for a loop in it`,
    bad: true,
    wallAt: wallNow,
    virtualAt: virtualAgo(0),
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
