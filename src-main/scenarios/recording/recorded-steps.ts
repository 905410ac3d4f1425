import { writeDuration, writeAmount } from '#scenarios/vocabulary/fields'
import {
  CannotRecord,
  type RecordedPayment,
  type Recording,
  type TimedFact,
  type Fact,
  type FormFact,
  type TypedCard,
} from './facts'
import { cardLike, checkTexts, patternOf } from './recorded-values'
import { type Members, isRecord } from '#lib/json/node'
import { beginningArgs, laterArgs } from './request-step'
import { DEFAULT_CARD, DEFAULT_PARAMETERS } from '#scenarios/form/opening'

/** A step as it is written: its verb with its arguments, and what stands beside. */
export type WrittenStep = Members | 'until idle'

interface NamedFact extends TimedFact {
  readonly paymentId: string
}

/**
 * Turns what happened to payments into steps that do the same and expect the same. `ids`: names of the payments by their ids.
 * The clock is frozen, and time that passed becomes `advance` steps.
 * @throws CannotRecord where a scenario cannot express what happened
 */
export function recordedSteps({ payments, expects }: Recording): {
  readonly steps: readonly WrittenStep[]
  readonly ids: ReadonlyMap<string, string>
} {
  const ids = new Map(
    payments.map(({ paymentId }, at) => [paymentId, at === 0 ? 'order' : `order${at + 1}`] as const),
  )
  const ends = payments.map(({ paymentId, status, code }) => ({
    'expect payment': { of: ids.get(paymentId), status, ...(code === '' ? {} : { code }) },
  }))
  const expected = (body: unknown): unknown =>
    patternOf(expects === 'everything' ? body : whatMatters(body), ids)
  return { steps: [...stepsOf(inOrder(payments), ids, expected), ...ends], ids }
}

/** Facts of all payments by their times; those of one payment keep their order. */
function inOrder(payments: readonly RecordedPayment[]): readonly NamedFact[] {
  const all = payments.flatMap(({ paymentId, facts }) => facts.map((fact) => ({ ...fact, paymentId })))
  return all.sort((a, b) => a.at - b.at || (a.wallAt ?? 0) - (b.wallAt ?? 0))
}

/** Writes each act at its time, and before the next act the callbacks that followed. */
function stepsOf(
  facts: readonly NamedFact[],
  ids: ReadonlyMap<string, string>,
  expected: StepNames['expected'],
): readonly WrittenStep[] {
  const made = new Set<string>()
  const steps: WrittenStep[] = []
  const waiting: WrittenStep[] = []
  let now = facts[0]?.at ?? 0
  let againCount = 0
  let isSettled = true
  /** Lets the time pass up to `at`, then expects what has come. */
  const passTo = (at: number): void => {
    if (at > now) steps.push({ advance: writeDuration(at - now) })
    else if (!isSettled) steps.push('until idle')
    now = Math.max(now, at)
    isSettled = true
    steps.push(...waiting.splice(0))
  }
  for (const { fact, at, paymentId } of facts) {
    const name = ids.get(paymentId) ?? ''
    const isMade = made.has(paymentId)
    if (!isMade && !isBeginning(fact))
      throw new CannotRecord('What began the payment is not on record, so it cannot be repeated.')
    made.add(paymentId)
    if (isAct(fact)) {
      passTo(at)
      const again = (): string => {
        againCount += 1
        return `again${againCount}`
      }
      steps.push(actStep(fact, { name, isMade, ids, expected, again }))
      continue
    }
    isSettled = false
    if (fact.kind !== 'callback') continue
    waiting.push({ 'expect callback': { of: name, kind: fact.callback, body: expected(fact.body) } })
  }
  passTo(facts.reduce((latest, { at }) => Math.max(latest, at), now))
  return steps
}

/**
 * What decides for a merchant in responses and callbacks (contract 3.2 to 3.9): statuses, result codes, requested fields, and
 * errors without their texts. A dot means nesting; a list holds its members one by one.
 */
const WHAT_MATTERS = [
  'status',
  'code',
  'payment.status',
  'payment.result_code',
  'operation.type',
  'operation.status',
  'operation.code',
  'clarification_fields',
  'errors.code',
  'errors.field',
  'errors.constraint',
  'request.action',
  'request.status',
  'token_status',
  'recurring.status',
]

/** Reduces a recorded body to {@link WHAT_MATTERS}. */
const whatMatters = (body: unknown): unknown => partBelow('', body)

/** `path`: of the value, with a dot after it; empty for the body itself. */
function partBelow(path: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => partBelow(path, item))
  if (!isRecord(value)) return {}
  const parts = Object.entries(value).map(([name, inner]) => [name, partAt(`${path}${name}`, inner)] as const)
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
}

function partAt(path: string, value: unknown): unknown {
  if (WHAT_MATTERS.includes(path)) return value
  const below = `${path}.`
  return WHAT_MATTERS.some((each) => each.startsWith(below)) ? partBelow(below, value) : undefined
}

/** The names that a step can use, and its place among the steps of its payment. */
interface StepNames {
  /** Of its payment. */
  readonly name: string
  /** Whether an earlier step has made the payment. */
  readonly isMade: boolean
  /** Names of the recorded payments by their ids. */
  readonly ids: ReadonlyMap<string, string>
  /** Turns a recorded body into what later runs expect. */
  expected(body: unknown): unknown
  /** A name for another request that begins the same payment. */
  again(): string
}

/** Whether people or the merchant did it. Callbacks and progress follow from their acts. */
const isAct = ({ kind }: Fact): boolean => kind !== 'callback' && kind !== 'progress'

/** Whether a fact can be the first of a payment. */
function isBeginning(fact: Fact): boolean {
  if (fact.kind === 'request') return fact.verb === 'sale' || fact.verb === 'auth'
  return fact.kind === 'create' || fact.kind === 'charge' || (fact.kind === 'form' && fact.does === 'open')
}

/**
 * Writes an act as the step that repeats it.
 * @throws CannotRecord where no step can express it
 */
function actStep(fact: Fact, names: StepNames): Members {
  const { name, ids, expected } = names
  switch (fact.kind) {
    case 'ask':
      return { ask: { of: name, fields: fact.fields } }
    case 'complete': {
      const { outcome, code, message } = fact
      const reason = outcome === 'success' ? {} : { code, ...(message === null ? {} : { message }) }
      return { complete: { of: name, outcome, ...reason } }
    }
    case 'create': {
      const { sum, card, customer, description, operation, outcome, series } = fact
      const args = {
        as: name,
        amount: writeAmount(sum),
        ...(card === null ? {} : { card: cardLike(card) }),
        ...(customer === 'customer-1' ? {} : { customer }),
        ...(description === '' ? {} : { description }),
        ...(operation === 'sale' ? {} : { operation }),
        ...(outcome === 'hold' ? {} : { outcome }),
        ...(series === null ? {} : { series }),
      }
      return { create: args }
    }
    case 'charge': {
      const of = ids.get(fact.registeredBy)
      if (of === undefined)
        throw new CannotRecord(
          `It charges the series of ${fact.registeredBy}. Choose that payment too, so that both stand in one file.`,
        )
      return { 'charge again': { as: name, of, amount: writeAmount(fact.sum), ...held(fact) } }
    }
    case 'by hand': {
      const { does, sum } = fact
      return {
        'by hand': { of: name, does, ...(sum === null ? {} : { amount: writeAmount(sum) }), ...held(fact) },
      }
    }
    case 'form':
      return { customer: customerArgs(fact, names) }
    case 'request': {
      const { verb, answer } = fact
      const args = !isBeginning(fact)
        ? laterArgs(fact, name)
        : names.isMade
          ? beginningArgs(fact, names.again(), `\${${name}.id}`)
          : beginningArgs(fact, name, null)
      const expect = answer === null ? {} : { expect: { http: answer.http, body: expected(answer.body) } }
      return { [verb]: args, ...expect }
    }
    default:
      throw new Error(`${fact.kind} is not an act`)
  }
}

const held = ({ held: isHeld }: { readonly held: boolean }): Members => (isHeld ? { outcome: 'hold' } : {})

/** Parameters that the opening step creates again, or that hold addresses of the merchant. */
const NOT_REPEATED = new Set(['project_id', 'payment_id', 'signature', 'merchant_callback_url'])
const OWN_PARAMETERS: Members = DEFAULT_PARAMETERS

/** The step does not wait for the provider: the recorded steps that follow let the time pass. */
const AT_ONCE = { waits: false }

/**
 * The arguments of a step that does what the customer did on the form.
 * @throws CannotRecord for a card or a text that a scenario cannot hold
 */
function customerArgs(
  fact: FormFact,
  { name, isMade }: { readonly name: string; readonly isMade: boolean },
): Members {
  const of = { of: name }
  switch (fact.does) {
    case 'open':
      return { ...(isMade ? of : { as: name }), opens: openingOf(fact.parameters), ...AT_ONCE }
    case 'pay': {
      checkTexts(fact.fields)
      const fields = Object.keys(fact.fields).length === 0 ? {} : { fields: fact.fields }
      const saves = fact.saves ? { saves: true } : {}
      const retries = fact.isRetry ? { retries: true } : {}
      return { ...of, ...retries, pays: { ...cardOf(fact.card), ...fields, ...saves }, ...AT_ONCE }
    }
    case 'fill':
      checkTexts(fact.fields)
      return { ...of, fills: fact.fields, ...AT_ONCE }
    case 'challenge':
      return { ...of, challenge: fact.answer, ...AT_ONCE }
    case 'close':
      return { ...of, closes: true, ...AT_ONCE }
  }
}

function openingOf(parameters: Members): Members {
  const given = Object.entries(parameters).filter(
    ([name]) => !NOT_REPEATED.has(name) && !name.endsWith('_callback_url'),
  )
  for (const [, value] of given) checkTexts(value)
  const wanted = Object.fromEntries(given)
  const missing = Object.keys(OWN_PARAMETERS).filter((name) => !Object.hasOwn(wanted, name))
  const changed = given.filter(([name, value]) => String(OWN_PARAMETERS[name]) !== String(value))
  return { ...Object.fromEntries(changed), ...Object.fromEntries(missing.map((name) => [name, 'absent'])) }
}

function cardOf({ pan, month, year, cvv, card_holder: holder }: TypedCard): Members {
  const expires = `${month.padStart(2, '0')}/${year.slice(-2)}`
  checkTexts(holder)
  return {
    card: cardLike(pan.replaceAll(/[ -]/g, '')),
    ...(expires === DEFAULT_CARD.expires ? {} : { expires }),
    ...(holder === DEFAULT_CARD.holder ? {} : { holder }),
    ...(cvv.length === DEFAULT_CARD.cvv.length ? {} : { cvv: '1234567890'.slice(0, cvv.length) }),
  }
}
