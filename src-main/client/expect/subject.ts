import { formatWord } from '../../domain/query/format'
import { BenchError } from '../../protocol/bench-error'
import type { BenchClient } from '../../protocol/client'
import type { BenchEvent } from '../../protocol/events'
import type { Result } from '../../protocol/methods'

/** The parts of a client that waiting needs. */
export interface WatchedClient extends Pick<BenchClient, 'call' | 'onEvent' | 'onRestart'> {
  /** Aborts with the reason when the connection has ended for good; undefined: it never does. */
  readonly ended?: AbortSignal
}

/** What exists already, oldest first, and how many older ones were left out. */
export interface Existing<Summary> {
  readonly items: readonly Summary[]
  readonly older: number
}

/** A kind of thing that can be waited for. */
export interface Subject<Summary, Detail> {
  readonly noun: string
  readonly idOf: (summary: Summary) => string
  /** Members that an event carries; the others have to be fetched. */
  readonly summaryMembers: ReadonlySet<string>
  /** The thing that an event is about, or null. */
  readonly summaryOf: (event: BenchEvent) => Summary | null
  /** Reads what exists; `expected` may narrow the search, not change its result. */
  readonly existing: (expected: Readonly<Record<string, unknown>>) => Promise<Existing<Summary>>
  readonly load: (summary: Summary) => Promise<Detail>
  /** What is compared with the pattern. */
  readonly viewOf: (detail: Detail) => unknown
  readonly label: (summary: Summary) => string
}

/** One page of a list, newest first, as the bench gives it. */
interface Page<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

/** Turns the newest page of a list around. */
export function oldestFirst<Item>(page: Page<Item>): Existing<Item> {
  return { items: page.items.toReversed(), older: page.total - page.items.length }
}

/** A condition of a filter that finds the whole text; none where it is not text, or too long for a filter. */
export function condition(field: string, text: unknown): { readonly query?: string } {
  if (typeof text !== 'string' || text.length > 500) return {}
  return { query: `${field}=${formatWord(text)}` }
}

/** Null for what was removed in the meantime. */
export async function loadOrNull<Summary, Detail>(
  subject: Subject<Summary, Detail>,
  summary: Summary,
): Promise<Detail | null> {
  try {
    return await subject.load(summary)
  } catch (error) {
    if (error instanceof BenchError && error.code === 'not_found') return null
    throw error
  }
}

export type CallbackDetail = Result<'callbacks.get'>
export type ExchangeDetail = Result<'exchanges.get'>
export type PaymentDetail = Result<'payments.get'>
