import { useEffect, useMemo, useState } from 'react'
import type { PaymentAction, PaymentSummary } from '../../../src-main/contract/payments'
import { formatWord } from '../../../src-main/core/query/format'
import { useBench } from '../state/bench'
import { useInfo, useProjects } from '../state/info'
import { shopUrl } from '../state/listeners'
import { actionsOf, commandsOf, runPaymentCommand } from '../state/payment-commands'
import { setPlace, setPreferences, usePreferences } from '../state/preferences'
import { useWatchedPayment } from '../state/watched-payments'
import { amountText } from '../ui/Amount'
import { statusLook } from '../ui/states'
import { commonItems, matching } from './commands'
import type { PaletteItem } from './commands'

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

const goTo = (payment: PaymentSummary): PaletteItem => ({
  id: `payment ${payment.key}`,
  group: 'Payments',
  icon: statusLook(payment.status).icon,
  label: payment.paymentId,
  note: `${payment.status}, ${amountText(payment.amount, payment.currency)}`,
  run: () => {
    setPlace('payments', { selection: payment.key })
    setPreferences({ page: 'payments' })
  },
})

/** Everything that fits what was typed. */
export function usePaletteItems(typed: string): readonly PaletteItem[] {
  const bench = useBench()
  const text = typed.trim()
  const projects = useProjects()
  const filters = usePreferences((state) => state.paymentFilters)
  const selected = useWatchedPayment(usePreferences((state) => state.payments.selection))
  const actions = useActions(selected?.key)
  const shop = useInfo((state) => (state.info === null ? null : shopUrl(state.info)))
  const payments = useFoundPayments(text)
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
    return [...onPayment, ...commonItems(bench, projects, filters, shop)]
  }, [bench, projects, filters, shop, selected, actions])
  const found = payments.map(goTo)
  const fitting = matching(commands, text)
  return text === '' ? [...fitting, ...found] : [...found, ...fitting]
}
