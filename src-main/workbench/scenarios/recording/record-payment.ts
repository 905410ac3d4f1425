import { realSum } from '#domain/callback/status-object'
import type { PaymentKey } from '#domain/ids'
import { DEFAULT_SWITCHES, type Project } from '#domain/project/project'
import { BenchError } from '#protocol/connection'
import type { RecordedExpects } from '#protocol/scenarios'
import { CannotRecord, type RecordedPayment, type Recording } from '#scenarios/recording/facts'
import { writePlaywrightTest } from '#scenarios/recording/playwright/write-test'
import { recordScenario } from '#scenarios/recording/record-scenario'
import type { BenchContext } from '#workbench/payment-engine'
import { createOmissions, type Omissions } from './form-facts'
import { findPayment } from '#workbench/payments/payment-detail'
import { factsOfPayment } from './payment-facts'
import { readStoredJsonOrNull } from '#core/stored-json'
import { readShape } from '#domain/read-shape'
import { faultRule } from '#domain/fault/rule'
import { writeFault } from '#scenarios/vocabulary/faults'
import type { Store } from '#store/store'

function changedSwitches({ switches }: Project): Readonly<Record<string, unknown>> {
  const defaults: Readonly<Record<string, unknown>> = { ...DEFAULT_SWITCHES }
  return Object.fromEntries(
    Object.entries(switches).filter(
      ([name, value]) => JSON.stringify(defaults[name]) !== JSON.stringify(value),
    ),
  )
}

export type RecordedText = ReturnType<typeof recordPayments>

/**
 * Writes payments as the text of one scenario or test, oldest first. `omitted`: what the text lacks, as sentences.
 * @throws BenchError `wrong_state` if a payment cannot be repeated, or if the payments belong to several projects
 */
export function recordPayments(
  context: BenchContext,
  keys: readonly PaymentKey[],
  options: {
    readonly format?: 'scenario' | 'playwright'
    readonly expects: RecordedExpects
    /** Omissions that are already known. */
    readonly omitted: readonly string[]
  },
) {
  const { store, paymentService } = context
  const { format = 'scenario', expects } = options
  const chosen = [...new Set(keys)]
  const found = chosen.map((key) => findPayment(context, key))
  const [first] = found
  if (first === undefined) throw new Error('There is nothing to record')
  const { project } = first
  if (found.some((each) => each.project.projectId !== project.projectId))
    throw new BenchError('wrong_state', 'Choose payments of a single project: these belong to several.')
  const omissions = createOmissions()
  const { ownMethods } = project.switches
  const registeredBy = (series: number): string | null =>
    paymentService.bySeries(project.projectId, series)?.paymentId ?? null
  const more = found.length === 1 ? '' : ` and ${found.length - 1} more`
  const payments = found
    .map(({ payment }) => {
      const { paymentId: id, status, resultCode, requested } = payment
      const charged = realSum(payment)
      return withPaymentNamed(id, () => ({
        paymentId: id,
        status,
        code: resultCode,
        ...(charged.amount === requested.amount ? {} : { charged }),
        facts: factsOfPayment(payment, { store, omissions, ownMethods, registeredBy }),
      }))
    })
    .sort(compareBeginnings)
  const paymentId = payments[0]?.paymentId ?? ''
  const isTest = format === 'playwright'
  const around = surroundingsOf(store, chosen, { isTest, omissions })
  // The UTC day decides between a reversal and a refund (contract 4.4).
  if (found.some(({ payment: each }) => each.refunded > 0 && each.updatedAt > (each.succeededAt ?? 0)))
    omissions.add('The time of day: whether a refund becomes a reversal depends on the UTC day.')
  const omitted = [...options.omitted, ...omissions.sentences()]
  const text = withPaymentNamed(paymentId, () =>
    (isTest ? writePlaywrightTest : recordScenario)({
      payments,
      expects,
      omitted,
      ...around,
      title: `Recorded: ${paymentId}${more}`,
      switches: changedSwitches(project),
    }),
  )
  return { text, paymentId, omitted }
}

function compareBeginnings({ facts: [a] }: RecordedPayment, { facts: [b] }: RecordedPayment): number {
  return (a?.at ?? 0) - (b?.at ?? 0) || (a?.wallAt ?? 0) - (b?.wallAt ?? 0)
}

function withPaymentNamed<Made>(paymentId: string, make: () => Made): Made {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof CannotRecord)) throw error
    throw new BenchError('wrong_state', `${paymentId} cannot be recorded. ${error.message}`)
  }
}

const MAX_ANSWERS = 100

/** For the `given` section, which a test lacks: faults that acted on callbacks, and the responses to callbacks. */
function surroundingsOf(
  store: Store,
  keys: readonly PaymentKey[],
  { isTest, omissions }: { readonly isTest: boolean; readonly omissions: Omissions },
): Pick<Recording, 'faults' | 'responses'> {
  const rows = keys.flatMap((key) => store.callbacks.byPayment(key))
  const acted = new Set(rows.flatMap(({ marks }) => marks.flatMap(({ ruleId }) => ruleId ?? [])))
  const own = rows.filter(({ replayOf }) => replayOf === null)
  const answered = own.map(({ id }) =>
    store.attempts
      .outlines(id)
      .filter(({ finished }) => finished)
      .map(({ status }) => status),
  )
  if (isTest) {
    if (acted.size > 0) omissions.add('The fault rules that acted on callbacks.')
    if (answered.flat().some((status) => status !== 200)) omissions.add('The responses that callbacks got.')
    return { faults: [], responses: [] }
  }
  return { faults: faultsOf(store, acted, omissions), responses: responsesOf(answered, omissions) }
}

function faultsOf(store: Store, acted: ReadonlySet<string>, omissions: Omissions): Recording['faults'] {
  const found = store.rules.all('fault').flatMap(({ id, data }) => {
    const rule = acted.has(id) ? readShape(faultRule, readStoredJsonOrNull(data)).data : undefined
    return rule === undefined ? [] : [{ id, rule }]
  })
  const faults = found.flatMap(({ rule: { name, match, when, fault } }) => {
    if (when.kind === 'chance') {
      omissions.add(`The fault rule “${name}” acted at random.`)
      return []
    }
    if (match.target !== undefined)
      omissions.add(`The fault rule “${name}” depended on the target of callbacks.`)
    const on = match.kinds === undefined ? {} : { on: match.kinds }
    return [{ ...writeFault(fault), ...on, ...(when.kind === 'first' ? { first: when.count } : {}) }]
  })
  if (faults.length > 0)
    omissions.add('The time at which fault rules were switched on: in a scenario, they act from the start.')
  for (const id of acted)
    if (found.every((each) => each.id !== id))
      omissions.add('A fault rule that acted and has since been removed.')
  return faults
}

/** One list of statuses for all callbacks, for the capture server; empty if all got 200, or if no single list fits. */
function responsesOf(
  answered: readonly (readonly (number | null)[])[],
  omissions: Omissions,
): Recording['responses'] {
  const longest = answered.reduce((long, each) => (each.length > long.length ? each : long), [])
  const statuses = longest.flatMap((status) => status ?? [])
  if (answered.every((each) => each.every((status) => status === 200))) return []
  const isOneList = answered.every((each) => each.every((status, at) => status === longest[at]))
  if (isOneList && statuses.length === longest.length && statuses.length <= MAX_ANSWERS) return statuses
  omissions.add(
    'The responses to callbacks do not fit one list of statuses: every callback gets 200 instead.',
  )
  return []
}
