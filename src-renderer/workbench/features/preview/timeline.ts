import { LIMITS } from '#lib/limits/limit-table'

/** What an entry of the time line is. `in` and `out` are seen from the shop's page. */
export type EntryKind =
  | 'handler'
  | 'message-in'
  | 'message-out'
  | 'callback'
  | 'capture'
  | 'payment'
  | 'request'
  | 'frame'
  | 'console'
  | 'csp'
  | 'error'

export interface TimelineEntry {
  /** An entry that is reported again keeps its place. */
  readonly id: string
  readonly kind: EntryKind
  readonly name: string
  /** A short summary. */
  readonly note: string
  readonly data?: unknown
  /** The full message, for what passed through the bench. */
  readonly message?: { readonly type: 'callback' | 'capture' | 'exchange'; readonly id: string }
  readonly bad?: boolean
  /** Epoch milliseconds. The virtual time orders the entries. */
  readonly virtualAt: number
  readonly wallAt: number
}

export type EntryGroup = 'all' | 'handlers' | 'messages' | 'callbacks' | 'form' | 'payment' | 'errors'

/** The quick filters in their order. */
export const GROUPS: readonly {
  readonly group: EntryGroup
  readonly label: string
  readonly kinds: readonly EntryKind[] | null
}[] = [
  { group: 'all', label: 'All', kinds: null },
  { group: 'handlers', label: 'Handlers', kinds: ['handler'] },
  { group: 'messages', label: 'Messages', kinds: ['message-in', 'message-out'] },
  { group: 'callbacks', label: 'Callbacks', kinds: ['callback', 'capture'] },
  { group: 'form', label: 'Form', kinds: ['request', 'frame'] },
  { group: 'payment', label: 'Payment', kinds: ['payment'] },
  { group: 'errors', label: 'Errors', kinds: ['error', 'console', 'csp'] },
]

/** What the bench reports in the order in which it happened; the wall clock of these is only estimated. */
const IN_ORDER: ReadonlySet<EntryKind> = new Set(['payment', 'callback', 'capture'])

/**
 * Whether the entry stays before one that is added. Within one moment of the virtual clock the wall clock decides,
 * except between entries that arrive in their order.
 */
const isUpTo = (one: TimelineEntry, added: TimelineEntry): boolean =>
  one.virtualAt < added.virtualAt ||
  (one.virtualAt === added.virtualAt &&
    (one.wallAt <= added.wallAt || (IN_ORDER.has(one.kind) && IN_ORDER.has(added.kind))))

/** Entries in the order of the virtual clock; an entry with a known id is replaced in its place. */
export function withEntries(
  entries: readonly TimelineEntry[],
  added: readonly TimelineEntry[],
): readonly TimelineEntry[] {
  const next = [...entries]
  for (const entry of added) {
    const known = next.findIndex(({ id }) => id === entry.id)
    const before = next[known]
    if (before !== undefined) {
      next[known] = { ...entry, wallAt: before.wallAt, virtualAt: before.virtualAt }
      continue
    }
    const behind = next.findLastIndex((each) => isUpTo(each, entry))
    next.splice(behind + 1, 0, entry)
  }
  return next.slice(-LIMITS.previewEntries)
}

/** The entries of a quick filter. */
export function ofGroup(entries: readonly TimelineEntry[], group: EntryGroup): readonly TimelineEntry[] {
  const kinds = GROUPS.find((each) => each.group === group)?.kinds ?? null
  return kinds === null ? entries : entries.filter(({ kind }) => kinds.includes(kind))
}

/** The number at a quick filter. A callback and its capture are two events of one callback. */
export function countOf(entries: readonly TimelineEntry[], group: EntryGroup): number {
  const shown = ofGroup(entries, group)
  return group === 'callbacks' ? shown.filter(({ kind }) => kind === 'callback').length : shown.length
}

/** The data of an entry as text to read and to copy; '' where there is none. */
export function dataText(data: unknown): string {
  if (data === undefined) return ''
  return typeof data === 'string' ? data : JSON.stringify(data, null, 2)
}

/** The data in one line, cut to the length of a row. */
export function dataLine(data: unknown): string {
  if (data === undefined) return ''
  const line = typeof data === 'string' ? data : JSON.stringify(data)
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
