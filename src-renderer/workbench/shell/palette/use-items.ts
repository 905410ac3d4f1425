import { useEffect, useState } from 'react'
import type { PaymentDetail } from '#protocol/payments'
import { EVERYTHING_QUERY_FIELDS } from '#domain/query/everything'
import { formatWord } from '#domain/query/terms'
import { completionsOf } from '#window/list/filter-text'
import { useBench } from '#window/state/bench'
import { useClock, useVirtualNow } from '#window/state/clock'
import { useInfo, useProjectFilter, useProjects } from '#window/state/info'
import { ALL_PAYMENT_COMMANDS } from '#window/features/payments/payment-commands'
import { useFileWork } from '#window/state/file-work'
import { useSessions } from '#window/features/sessions/SessionsSettings.tsx'
import { isOpen, useBulkJobs } from '#window/features/replay/bulk-jobs'
import { useShown } from '#window/list/shown-rows'
import { commonItems, linesOf, matching, type PaletteItem, shownMessage, type Surroundings } from './commands'
import { unfinished } from './searches'
import { foundWords, leftOutWords, type PaletteSection, paymentItem, resultGroups } from './search-items'
import { scopeOf } from '#window/list/use-live-list'
import { useFetched } from '#window/message-view/use-fetched'

const SETTLE_MS = 120
const MAX_PAYMENTS = 8

function useShownPayment(): PaymentDetail | null {
  const bench = useBench()
  const { paymentKey } = useShown()
  return useFetched(`palette ${paymentKey ?? ''}`, async () =>
    paymentKey === null ? null : bench.call('payments.get', { key: paymentKey, maxSteps: 1 }),
  ).value
}

/** Suggestions for the unfinished condition at the end of `typed`, the part of the search that is not a token. */
function completionItems(typed: string): readonly PaletteItem[] {
  const word = /\S*$/.exec(typed)?.[0] ?? ''
  if (word.length < 2) return []
  return completionsOf(typed, EVERYTHING_QUERY_FIELDS).map((completion): PaletteItem => ({
    id: `complete ${completion.text}`,
    group: 'Continue with',
    icon: 'code',
    label: completion.label,
    note: completion.note,
    completes: completion.text,
    run: () => undefined,
  }))
}

function useSurroundings(): Surroundings {
  const bench = useBench()
  const { messages } = useShown()
  const message = shownMessage(messages)
  const callbackId = message?.list === 'callbacks' ? message.id : null
  const callback = useFetched(`palette callback ${callbackId ?? ''}`, async () =>
    callbackId === null ? null : bench.call('callbacks.get', { id: callbackId }),
  ).value
  const replay = useBulkJobs().find(isOpen)
  const sessions = useSessions().value ?? []
  const session = useInfo((state) => state.info?.session)
  const fileWork = useFileWork((state) => state.work)
  return { messages, callback, replay, sessions, session, fileWork }
}

/** Everything that matches a query; `typed` is the part at its end that is not yet a token. */
export function usePaletteContent(query: string, typed: string) {
  const bench = useBench()
  const text = query.trim()
  const projects = useProjects()
  const surroundings = useSurroundings()
  // Only for a payment on the screen: commands for another one would be surprising.
  const selected = useShownPayment()
  const { payments, found, failure } = useSearch(text)
  const now = useVirtualNow()
  const onPayment =
    selected === null
      ? []
      : linesOf(bench, ALL_PAYMENT_COMMANDS, selected, 'This payment').map((line) => ({
          ...line,
          note: selected.paymentId,
        }))
  // Renders again when the clock changes, because the clock's commands name the next timer.
  useClock()
  const commands = [...onPayment, ...commonItems(bench, projects, surroundings)]

  // A different title, because the section of payments that contain the text may follow.
  const paymentLines = {
    title: text === '' ? 'Payments' : 'Payments by id',
    items: payments.map((payment) => paymentItem(payment, text)),
  }
  const commandLines = { title: 'Commands', items: matching(commands, text) }
  if (text === '') return { sections: nonEmpty([commandLines, paymentLines]), message: '', leftOut: null }

  const error = unfinished(text)
  const completions = { title: 'Continue with', items: completionItems(typed) }
  if (error !== null) {
    // No error if a command matches: the text may be part of its name, which may contain a colon too.
    const message = commandLines.items.length > 0 ? '' : error
    return { sections: nonEmpty([completions, paymentLines, commandLines]), message, leftOut: null }
  }
  const shown = new Set(paymentLines.items.map(({ id }) => id))
  const groups = found === null ? [] : resultGroups(text, found, shown, now)
  return {
    sections: nonEmpty([paymentLines, commandLines, ...groups, completions]),
    message: failure ?? (found === null ? '' : foundWords(found)),
    leftOut: found === null ? null : leftOutWords(found),
  }
}

const nonEmpty = (sections: readonly PaletteSection[]): readonly PaletteSection[] =>
  sections.filter(({ items }) => items.length > 0)

/** Paybench's results once typing has paused; none before, so that Enter opens no result for an earlier text. */
function useSearch(text: string) {
  const bench = useBench()
  const projectId = useProjectFilter()
  const [lastText, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const search = useFetched(`search ${String(projectId)} ${lastText}`, async () => {
    const scope = scopeOf(lastText === '' ? '' : `id:${formatWord(lastText)}`, projectId)
    const isSearched = lastText !== '' && unfinished(lastText) === null
    const [{ items }, found] = await Promise.all([
      bench.call('payments.list', { ...scope, limit: MAX_PAYMENTS }),
      isSearched ? bench.call('search.all', { ...scopeOf(lastText, projectId), query: lastText }) : null,
    ])
    return { payments: items, found }
  })
  const { value, error } = lastText === text ? search : { value: null, error: null }
  return { ...(value ?? { payments: [], found: null }), failure: error }
}
