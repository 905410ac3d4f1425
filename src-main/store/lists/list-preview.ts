import { performance } from 'node:perf_hooks'
import type { TextTerm } from '#domain/query/terms'
import { integer } from '#store/columns'
import type { Connection } from '#store/connection'
import { NO_PAYMENT } from '#store/search/index-writer'
import { COUNT_NAMES_UP_TO, COUNT_UP_TO, namePhrase, wordPhrase } from '#store/search/search'
import type { ListPreview } from '#store/records'
import { putNewest } from '#lib/limits/bounded-text'
import type { Fragment } from './conditions'
import {
  containing,
  type Freshness,
  type ListName,
  type Matches,
  paymentsNamed,
  type PaymentSpan,
  type Stamp,
} from './text-matches'

export interface PreviewedList {
  readonly list: ListName
  readonly table: string
  readonly texts: readonly TextTerm[]
  /** Rows that match all terms but the texts; their number; and their order. */
  readonly rest: Fragment
  readonly size: number
  readonly sortedBy: 'm.seq' | '+m.seq'
  readonly limit: number
  readonly preview: ListPreview
}

interface WindowRow {
  readonly seq: number
  readonly payment: number
}

const KEPT = 8

/** Searches the newest rows instead of all rows for common texts. */
export function createListPreviews(connection: Connection, matches: Matches, freshness: Freshness) {
  const known = new Map<string, { readonly isCommon: boolean; readonly stamp: Stamp }>()

  const reaches = (sql: string, phrase: string, most: number): boolean =>
    integer(connection.get(sql, phrase, most + 1) ?? {}, 'found') > most

  const isCommon = (text: string, common: number): boolean => {
    const name = namePhrase(text)
    // Too short for the index of ids: every payment would be read.
    if (name === null) return true
    const key = `${common} ${text}`
    const before = known.get(key)
    if (before !== undefined && freshness.isGood(before.stamp)) return before.isCommon
    const startedAt = performance.now()
    const is = reaches(COUNT_NAMES_UP_TO, name, common) || reaches(COUNT_UP_TO, wordPhrase(text), common)
    putNewest(known, key, { isCommon: is, stamp: freshness.stamp(startedAt) }, KEPT)
    return is
  }

  const among = (numbers: readonly number[], { sql, values }: Fragment): readonly number[] =>
    connection
      .all(
        // The plus sign keeps SQLite from querying the text index once for each number.
        `SELECT DISTINCT seq FROM (${sql}) WHERE +seq IN (SELECT value FROM json_each(?))`,
        ...values,
        JSON.stringify(numbers),
      )
      .map((row) => integer(row, 'seq'))

  const testFor = (list: ListName, rows: readonly WindowRow[], { text, negated }: TextTerm) => {
    const seqs = rows.map(({ seq }) => seq)
    const payments = [...new Set(rows.map(({ payment }) => payment))]
    const spans = spansOf(payments)
    const isContaining = new Set(spans.flatMap((span) => among(seqs, containing(list, text, span))))
    const isNamed = new Set(spans.flatMap((span) => among(payments, paymentsNamed(text, span))))
    return ({ seq, payment }: WindowRow): boolean =>
      (isContaining.has(seq) || isNamed.has(payment)) !== negated
  }

  return {
    /** Whether one of the texts matches so many rows that searching all of them would be slow. */
    pays: (list: ListName, texts: readonly TextTerm[], common: number): boolean =>
      texts.some(({ text }) => !matches.knows(list, text) && isCommon(text, common)),
    /**
     * Numbers of the newest rows that match, newest first; `thereMayBeMore`: older ones were not searched. Null:
     * the newest rows have too few matches, and there are older rows.
     */
    newest({
      list,
      table,
      texts,
      rest,
      size,
      sortedBy,
      limit,
      preview,
    }: PreviewedList): { readonly seqs: readonly number[]; readonly thereMayBeMore: boolean } | null {
      const payment = list === 'payments' ? 'm.seq' : `coalesce(m.payment, ${NO_PAYMENT})`
      const rows = connection
        .all(
          `SELECT m.seq, ${payment} AS payment FROM ${table} m WHERE ${rest.sql} ORDER BY ${sortedBy} DESC LIMIT ?`,
          ...rest.values,
          preview.window,
        )
        .map((row): WindowRow => ({ seq: integer(row, 'seq'), payment: integer(row, 'payment') }))
      const tests = texts.map((term) => testFor(list, rows, term))
      const seqs = rows.filter((row) => tests.every((test) => test(row))).map(({ seq }) => seq)
      const thereMayBeMore = size > rows.length
      return thereMayBeMore && seqs.length <= limit ? null : { seqs, thereMayBeMore }
    },
  }
}

/** Messages of no payment are stored separately in the text index. */
function spansOf(payments: readonly number[]): readonly PaymentSpan[] {
  const known = payments.filter((payment) => payment !== NO_PAYMENT)
  return [
    ...(known.length < payments.length ? [{ first: NO_PAYMENT, last: NO_PAYMENT }] : []),
    ...(known.length === 0 ? [] : [{ first: Math.min(...known), last: Math.max(...known) }]),
  ]
}
