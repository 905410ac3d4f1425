import { useEffect, useMemo, useState } from 'react'
import type { PaymentAction, PaymentSummary } from '../../../src-main/contract/payments'
import { EVERYTHING_QUERY_FIELDS } from '../../../src-main/core/query/everything'
import { formatWord } from '../../../src-main/core/query/format'
import { completionsOf } from '../list/completion'
import { useBench } from '../state/bench'
import { useVirtualNow } from '../state/clock'
import { useInfo, useProjects } from '../state/info'
import { shopUrl } from '../state/listeners'
import { actionsOf, commandsOf, runPaymentCommand } from '../state/payment-commands'
import { usePreferences } from '../state/preferences'
import { useWatchedPayment } from '../state/watched-payments'
import { commonItems, matching } from './commands'
import type { PaletteItem } from './palette-item'
import { foundWords, leftOutWords, paymentItem, resultGroups } from './search-items'
import { unfinished } from './searches'
import { useSearch } from './use-search'

const SETTLE_MS = 120
const MOST_PAYMENTS = 8

/** Payments whose id contains the text; newest first. */
function useFoundPayments(text: string): readonly PaymentSummary[] {
  const bench = useBench()
  const [found, setFound] = useState<{
    readonly text: string
    readonly items: readonly PaymentSummary[]
  }>({ text: '', items: [] })
  useEffect(() => {
    let current = true
    const timer = setTimeout(() => {
      const query = text === '' ? {} : { query: `id:${formatWord(text)}` }
      bench.call('payments.list', { ...query, limit: MOST_PAYMENTS }).then(
        (page) => {
          if (current) setFound({ text, items: page.items })
        },
        () => {
          if (current) setFound({ text, items: [] })
        },
      )
    }, SETTLE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [bench, text])
  // What was found for another text stands first only where it fits: Enter must not go to a row of before.
  return found.text === text ? found.items : found.items.filter((payment) => hasText(payment, text))
}

const hasText = ({ paymentId }: PaymentSummary, text: string): boolean =>
  paymentId.toLowerCase().includes(text.toLowerCase())

/** What the bench allows for the selected payment now. */
function useActions(key: string | undefined): readonly PaymentAction[] {
  const bench = useBench()
  const [actions, setActions] = useState<readonly PaymentAction[]>([])
  useEffect(() => {
    if (key === undefined) return
    let current = true
    void actionsOf(bench, key).then((allowed) => {
      if (current) setActions(allowed)
    })
    return () => {
      current = false
    }
  }, [bench, key])
  return actions
}

/** Lines that belong together. */
export interface PaletteSection {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

export interface PaletteContent {
  readonly sections: readonly PaletteSection[]
  /** What was found, or why nothing was looked for; for everybody to see and for screen readers. */
  readonly says: string
  readonly leftOut: string | null
}

/** Ways to go on with a condition that is being typed; `typed` as it stands in the box. */
function completionItems(typed: string): readonly PaletteItem[] {
  const word = /\S*$/.exec(typed)?.[0] ?? ''
  if (word.length < 2) return []
  return completionsOf(typed, EVERYTHING_QUERY_FIELDS).map((completion): PaletteItem => ({
    id: `complete ${completion.text}`,
    group: 'Go on with',
    icon: 'code',
    label: completion.label,
    note: completion.note,
    completes: completion.text,
    run: () => undefined,
  }))
}

/** Everything that fits what was typed. */
export function usePaletteContent(typed: string): PaletteContent {
  const bench = useBench()
  const text = typed.trim()
  const projects = useProjects()
  const selected = useWatchedPayment(usePreferences((state) => state.payments.selection))
  const actions = useActions(selected?.key)
  const shop = useInfo((state) => (state.info === null ? null : shopUrl(state.info)))
  const payments = useFoundPayments(text)
  const { answer, totals } = useSearch(text)
  const now = useVirtualNow()
  const commands = useMemo(() => {
    const onPayment =
      selected === undefined
        ? []
        : commandsOf(actions).map((command): PaletteItem => ({
            id: `do ${command.name}`,
            group: 'This payment',
            icon: command.icon,
            label: command.label,
            note: selected.paymentId,
            run: () => runPaymentCommand(bench, command.name, selected),
          }))
    return [...onPayment, ...commonItems(bench, projects, shop)]
  }, [bench, projects, shop, selected, actions])

  const named = { title: 'Payments', items: payments.map((payment) => paymentItem(payment, text)) }
  const fitting = { title: 'Commands', items: matching(commands, text) }
  if (text === '') return { sections: present([fitting, named]), says: '', leftOut: null }

  const fault = unfinished(text)
  const completions = { title: 'Go on with', items: completionItems(typed) }
  if (fault !== null) {
    return { sections: present([completions, named, fitting]), says: fault, leftOut: null }
  }
  const found = answer?.text === text ? answer.found : null
  const shown = new Set(named.items.map(({ id }) => id))
  const groups = found === null ? [] : resultGroups(text, found, totals, shown, now)
  return {
    sections: present([named, fitting, ...groups, completions]),
    says:
      answer?.text !== text ? '' : answer.found === null ? answer.reason : foundWords(answer.found, totals),
    leftOut: found === null ? null : leftOutWords(found),
  }
}

const present = (sections: readonly PaletteSection[]): readonly PaletteSection[] =>
  sections.filter(({ items }) => items.length > 0)
