import { z } from 'zod'
import { clockStore, currentVirtualNow } from '../state/clock'
import { dataLine } from './timeline'
import type { TimelineEntry } from './timeline'

/** What the shop's page tells about a preview; anybody may post a message, so nothing of it is taken on trust. */
const report = z.object({
  source: z.literal('paybench-preview'),
  preview: z.string().max(100),
  kind: z.enum(['handler', 'message-in', 'message-out', 'error', 'console', 'csp']),
  name: z.string().max(500),
  data: z.unknown().optional(),
  wallAt: z.number(),
})
export type Report = z.infer<typeof report>

/** A message as the browser hands it over. */
export interface Heard {
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
}

/** Whom we listen to: windows that we have opened ourselves, while they show a page of the shop. */
export interface Expected {
  readonly windows: readonly unknown[]
  readonly origin: string
  readonly preview: string
}

/** A report of the shop's page, or null for every other message that comes to the window. */
export function readReport(heard: Heard, expected: Expected): Report | null {
  if (heard.source === null || !expected.windows.includes(heard.source)) return null
  if (heard.origin !== expected.origin) return null
  const read = report.safeParse(heard.data)
  return read.success && read.data.preview === expected.preview ? read.data : null
}

/** Virtual time so many real milliseconds ago. */
function virtualAgo(ms: number): number {
  const { view } = clockStore.getState()
  const rate = view === null ? 1 : view.mode === 'frozen' ? 0 : view.rate
  return currentVirtualNow() - ms * rate
}

const MOST_DATA_CHARS = 50_000
const MOST_SKEW_MS = 60_000
let count = 0

/** The entry of a report. Its own time orders it, unless that is not near ours. */
export function entryOf({ kind, name, data, wallAt }: Report, wallNow: number): TimelineEntry {
  const at = Math.abs(wallAt - wallNow) < MOST_SKEW_MS ? wallAt : wallNow
  const text = data === undefined ? '' : JSON.stringify(data)
  const kept = text.length > MOST_DATA_CHARS ? `${text.slice(0, MOST_DATA_CHARS)}… (cut)` : data
  return {
    id: `report ${(count += 1)}`,
    kind,
    name: name === '' ? '(no name)' : name,
    note: dataLine(kept),
    ...(kept === undefined || kept === null ? {} : { data: kept }),
    ...(kind === 'error' || kind === 'csp' || /fail|error/i.test(name) ? { bad: true } : {}),
    wallAt: at,
    virtualAt: virtualAgo(wallNow - at),
  }
}
