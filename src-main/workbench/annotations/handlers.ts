import { notFound } from '#core/errors'
import { maskText } from '#domain/card/mask-text'
import { exchangeSummary, readAnnotation } from '#core/views'
import type { Annotation } from '#protocol/annotations'
import type { Handlers } from '#protocol/methods'
import type { AnnotatedKind } from '#store/settings'
import type { BenchContext } from '#workbench/payment-engine'

interface Annotated {
  readonly kind: AnnotatedKind
  readonly annotation: string | null
  readonly changed: () => void
}

const NONE: Annotation = { labels: [], note: '' }

/** Removes duplicates, ignoring letter case; the first spelling stays. */
function distinct(labels: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const label of labels) {
    const folded = label.toLowerCase()
    if (!known.has(folded)) known.set(folded, label)
  }
  return [...known.values()]
}

export function annotationHandlers({ store, changes }: BenchContext): Pick<Handlers, 'annotations.set'> {
  const find = (id: string): Annotated | null => {
    const payment = store.payments.row(id)
    if (payment !== null) {
      return { kind: 'payment', annotation: payment.annotation, changed: () => changes.payment(id, false) }
    }
    const callback = store.callbacks.row(id)
    if (callback !== null) {
      return { kind: 'callback', annotation: callback.annotation, changed: () => changes.callback(id, false) }
    }
    const exchange = store.exchanges.row(id)
    if (exchange === null) return null
    return {
      kind: 'exchange',
      annotation: exchange.annotation,
      changed: () => {
        if (exchange.source === 'capture') changes.capture(id, false)
        else
          changes.other(() => ({
            type: 'exchange.changed',
            exchange: exchangeSummary(store.exchanges.row(id) ?? exchange),
          }))
      },
    }
  }

  return {
    'annotations.set': async ({ id, labels, note }) => {
      const found = find(id)
      if (found === null) throw notFound('payment or message', id)
      const before = readAnnotation(found.annotation) ?? NONE
      // Masked, because a tester may paste a message with card data.
      const next: Annotation = {
        labels: distinct((labels ?? before.labels).map((label) => maskText(label).text)),
        note: maskText(note ?? before.note).text,
      }
      const isNone = next.labels.length === 0 && next.note === ''
      store.annotations.set(found.kind, id, isNone ? null : JSON.stringify(next))
      found.changed()
      await store.committed()
      return next
    },
  }
}
