import { iso, readAnnotation } from '#core/views'
import type { Project } from '#domain/project/project'
import type { PaymentKey } from '#domain/ids'
import { LIMITS } from '#lib/limits/limit-table'
import type { PaymentDetail } from '#protocol/payments'
import type { BenchContext } from '#workbench/context'
import { findPayment } from '#workbench/payments/find-payment'
import { fromEvent } from '#platform/payments/payment-record'
import { paymentDetail } from '#workbench/payments/payment-detail'
import { eventStepId } from '#workbench/payments/timeline'
import type { PaymentReport, Report, ReportNote } from './report'
import { reportStep } from './report-steps'
import { createByteRoom, createShownText, type ShownText } from './shown-text'
import { factsOf, leadOf } from './summary'
import { type ReportedEvent, verdictsOf } from './verdicts'

/** Gathers everything that the bench knows about these payments. @throws BenchError not_found */
export function collectReport(context: BenchContext, keys: readonly PaymentKey[], version: string): Report {
  const secrets = context.projects.all().map(({ secret }) => secret)
  const shown = createShownText(secrets, createByteRoom())
  const payments = [...new Set(keys)].map((key) => collectPayment(context, key, shown))
  const isCut = shown.hasCut() || payments.some(({ leftOut }) => leftOut !== undefined)
  return { version, writtenAt: iso(context.clock.now()), payments, isCut }
}

function collectPayment(context: BenchContext, key: PaymentKey, shown: ShownText): PaymentReport {
  const { store, ports, addresses, clock, projects } = context
  const found = findPayment(context, key)
  const payment = paymentDetail({
    ...found,
    store,
    crypto: ports.crypto,
    addresses: addresses(),
    now: clock.now(),
    maxSteps: null,
  })
  const happened = payment.timeline.filter(({ kind }) => kind !== 'planned')
  const steps = happened
    .slice(0, LIMITS.reportSteps)
    .map((step, at) => reportStep(step, at + 1, { store, projects, crypto: ports.crypto, shown }))
  const more = happened.length - steps.length
  return {
    payment,
    project: shown.plain(projectWords(found.project)),
    lead: shown.plain(leadOf(payment)),
    facts: factsOf(payment).map(([name, value]) => [name, shown.plain(value)]),
    steps,
    leftOut:
      more === 0
        ? undefined
        : `${String(more)} further steps are left out: a report shows the first ${String(LIMITS.reportSteps)}. The payment in Paybench has all of them.`,
    verdicts: verdictsOf(steps, eventsOf(context, key, steps)),
    notes: notesOf(context, payment, steps).map(({ about, annotation: { labels, note, ...rest } }) => ({
      about,
      annotation: { ...rest, labels: labels.map(shown.plain), note: shown.plain(note) },
    })),
  }
}

/** The log of the payment as far as the report shows it, each event with its step. */
function eventsOf(
  { store }: BenchContext,
  key: PaymentKey,
  steps: PaymentReport['steps'],
): readonly ReportedEvent[] {
  const numbers = new Map(steps.map(({ n, step }) => [step.id, n]))
  return store.events.byPayment(key).flatMap(({ seq, data }) => {
    const n = numbers.get(eventStepId(seq))
    return n === undefined ? [] : [{ n, event: fromEvent(data) }]
  })
}

/** The name of a project, and its number where the name does not have it. */
function projectWords({ name, projectId }: Pick<Project, 'name' | 'projectId'>): string {
  const number = String(projectId)
  return name.includes(number) ? name : `${name}, project ${number}`
}

/** The note of the payment, then those of its messages in the order of the steps. */
function notesOf(
  { store }: BenchContext,
  payment: PaymentDetail,
  steps: PaymentReport['steps'],
): readonly ReportNote[] {
  const own = payment.annotation === undefined ? [] : [{ about: null, annotation: payment.annotation }]
  const seen = new Set<string>()
  const ofMessages = steps.flatMap(({ n, step: { reference, title } }): ReportNote[] => {
    if (reference === undefined || seen.has(reference.id)) return []
    seen.add(reference.id)
    const row =
      reference.type === 'callback' ? store.callbacks.row(reference.id) : store.exchanges.row(reference.id)
    const annotation = readAnnotation(row?.annotation ?? null)
    return annotation === undefined ? [] : [{ about: `${String(n)} ${title}`, annotation }]
  })
  return [...own, ...ofMessages]
}
