import type { BenchEvent } from '#protocol/events'
import type { PageReport } from '#protocol/projects'
import { LIMITS } from '#lib/limits/limit-table'
import { parseTime } from '#window/lib/time'
import type { TimelineEntry } from './timeline'

type Reported = Pick<Extract<BenchEvent, { type: 'preview.reported' }>, 'reports' | 'leftOut' | 'clock'>

const MAX_SKEW_MS = 60_000
const MAX_NOTE_CHARS = 300
let count = 0

export function entriesOfReports({ reports, leftOut, clock }: Reported): readonly TimelineEntry[] {
  const wallNow = parseTime(clock.wallNow)
  const entryOf = ({ kind, name, data, wallAt }: PageReport): TimelineEntry => {
    const content = data === undefined ? undefined : readData(data)
    const line = content === undefined ? '' : typeof content === 'string' ? content : JSON.stringify(content)
    // A time ahead of Paybench's clock, or a minute or more behind it, means that the page's clock is wrong: the
    // event is then shown as happening now.
    const past = Math.max(0, wallNow - wallAt)
    const ago = past < MAX_SKEW_MS ? past : 0
    return {
      id: `report ${(count += 1)}`,
      kind,
      name: name === '' ? '(no name)' : name,
      note: line.length > MAX_NOTE_CHARS ? `${line.slice(0, MAX_NOTE_CHARS)}…` : line,
      ...(content === undefined || content === null ? {} : { data: content }),
      bad: kind === 'error' || kind === 'csp' || /fail|error/i.test(name),
      virtualAt: parseTime(clock.now) - ago * clock.rate,
      wallAt: wallNow - ago,
    }
  }
  if (leftOut === 0) return reports.map(entryOf)
  const most = String(LIMITS.previewReportsPerSecond)
  const rest: PageReport = {
    kind: 'error',
    name: `${String(leftOut)} more not recorded`,
    data: `The page reported more than ${most} events in a second; look for a loop in it`,
    wallAt: wallNow,
  }
  return [...reports, rest].map(entryOf)
}

/** The value of a JSON text; the text itself if it is truncated or nested too deeply to be laid out. */
function readData(text: string): unknown {
  if (depthOf(text) > LIMITS.previewDataDepth) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The nesting depth of JSON; brackets in its strings do not count. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const character of text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '')) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1))
    else if (character === ']' || character === '}') depth -= 1
  }
  return deepest
}
