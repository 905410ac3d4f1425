import { notFound } from '#core/errors'
import { maskText } from '#domain/card/mask-text'
import { exchangeSummary, readAnnotation } from '#core/views'
import type { Annotation } from '#protocol/annotations'
import type { ExchangeSummary } from '#protocol/messages'
import type { Handlers } from '#protocol/methods'
import type { BenchContext } from '#workbench/payment-engine'

const NONE: Annotation = { labels: [], note: '' }

/** Removes duplicates, ignoring letter case; the first spelling stays. */
function withoutDuplicates(labels: readonly string[]): string[] {
  const folded = labels.map((label) => label.toLowerCase())
  return labels.filter((_, at) => folded.indexOf(folded[at] ?? '') === at)
}

export function annotationHandlers({ store, changes }: BenchContext): Pick<Handlers, 'annotations.set'> {
  const { payments, callbacks, exchanges } = store
  return {
    'annotations.set': async ({ id, labels, note }) => {
      const [payment, callback, exchange] = [payments.row(id), callbacks.row(id), exchanges.row(id)]
      const row = payment ?? callback ?? exchange
      if (row === null) throw notFound('payment or message', id)
      const before = readAnnotation(row.annotation) ?? NONE
      // Masked, because a tester may paste a message with card data.
      const next: Annotation = {
        labels: withoutDuplicates((labels ?? before.labels).map((label) => maskText(label).text)),
        note: maskText(note ?? before.note).text,
      }
      const isNone = next.labels.length === 0 && next.note === ''
      const kind = payment !== null ? 'payment' : callback !== null ? 'callback' : 'exchange'
      store.annotations.set(kind, id, isNone ? null : JSON.stringify(next))
      if (payment !== null) changes.payment(id, false)
      else if (callback !== null) changes.callback(id, false)
      else if (exchange?.source === 'capture') changes.capture(id, false)
      else if (exchange !== null) {
        const changed = (): ExchangeSummary => exchangeSummary(exchanges.row(id) ?? exchange)
        changes.other(() => ({ type: 'exchange.changed', exchange: changed() }))
      }
      await store.committed()
      return next
    },
  }
}
