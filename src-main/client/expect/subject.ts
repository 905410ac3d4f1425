import { formatWord } from '#domain/query/terms'
import { BenchError } from '#protocol/connection'
import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'
import type { Result } from '#protocol/methods'

/** The parts of a client that an expectation needs. */
export interface WatchedClient extends Pick<BenchClient, 'call' | 'onEvent' | 'onRestart'> {
  /** Aborts with the reason when the connection ends for good; undefined: it never does. */
  readonly ended?: AbortSignal
}

/** The existing items, oldest first, and the number of older ones that were left out. */
export interface Existing<Summary> {
  readonly items: readonly Summary[]
  readonly older: number
}

/** A kind of item that a test can wait for. */
export interface Subject<Summary, Detail> {
  /** Its name in messages, such as `callback`. */
  readonly noun: string
  readonly idOf: (summary: Summary) => string
  /** Members of the summary, which events carry; the others have to be loaded. */
  readonly summaryMembers: ReadonlySet<string>
  /** Returns the item that an event is about, or null. */
  readonly summaryOf: (event: BenchEvent) => Summary | null
  /** Reads the existing items. It may use `expected` to narrow the search, but must not leave out a match. */
  readonly existing: (expected: Readonly<Record<string, unknown>>) => Promise<Existing<Summary>>
  readonly load: (summary: Summary) => Promise<Detail>
  /** Returns the value that is compared with the pattern. */
  readonly viewOf: (detail: Detail) => unknown
  /** Describes an item in one line. */
  readonly label: (summary: Summary) => string
}

/** One page of a list, newest first. */
interface Page<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

/** Reverses the newest page of a list. */
export function oldestFirst<Item>(page: Page<Item>): Existing<Item> {
  return { items: page.items.toReversed(), older: page.total - page.items.length }
}

/** Builds the query that finds a text exactly; empty where the value is not text or is too long for a query. */
export function condition(field: string, text: unknown): { readonly query?: string } {
  if (typeof text !== 'string' || text.length > 500) return {}
  return { query: `${field}=${formatWord(text)}` }
}

/** Loads an item; null where it was removed in the meantime. */
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
