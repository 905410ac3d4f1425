import { writeDuration } from '#scenarios/vocabulary/fields'
import { CannotRecord, type RecordedPayment, type Recording, type StepNames, type TimedFact } from './facts'
import { patternOf } from './recorded-values'
import { type Members, isRecord } from '#lib/json/node'

/** A step as written in a scenario: its verb with its arguments, and keys such as `expect` beside it. */
export type WrittenStep = Members | 'until idle'

interface NamedFact extends TimedFact {
  readonly paymentId: string
}

/** Steps that repeat payments, and the names of the payments by id. Throws CannotRecord. */
export function recordedSteps({ payments, expects }: Recording): {
  readonly steps: readonly WrittenStep[]
  readonly ids: ReadonlyMap<string, string>
} {
  const ids = new Map(
    payments.map(({ paymentId }, at) => [paymentId, at === 0 ? 'order' : `order${at + 1}`] as const),
  )
  const ends = payments.map(({ paymentId, status, code, charged }) => ({
    'expect payment': {
      of: ids.get(paymentId),
      status,
      ...(code === '' ? {} : { code }),
      ...(charged === undefined ? {} : { body: { sum_real: charged } }),
    },
  }))
  const expected = (body: unknown): unknown =>
    patternOf(expects === 'everything' ? body : partBelow('', body), ids)
  return { steps: [...stepsOf(inOrder(payments), ids, expected), ...ends], ids }
}

function inOrder(payments: readonly RecordedPayment[]): readonly NamedFact[] {
  const all = payments.flatMap(({ paymentId, facts }) => facts.map((fact) => ({ ...fact, paymentId })))
  return all.sort((a, b) => a.at - b.at || (a.wallAt ?? 0) - (b.wallAt ?? 0))
}

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
  const advanceTo = (at: number): void => {
    if (at > now) steps.push({ advance: writeDuration(at - now) })
    else if (!isSettled) steps.push('until idle')
    now = Math.max(now, at)
    isSettled = true
    steps.push(...waiting.splice(0))
  }
  const newName = (): string => {
    againCount += 1
    return `again${againCount}`
  }
  for (const { fact, at, paymentId } of facts) {
    const name = ids.get(paymentId) ?? ''
    const isMade = made.has(paymentId)
    if (!isMade && !(fact.kind === 'act' && fact.begins))
      throw new CannotRecord('What began the payment is not on record, so it cannot be repeated.')
    made.add(paymentId)
    if (fact.kind === 'act') {
      // Nothing has changed since the last step, so a step that only reads leaves its pause to the next one.
      if (!fact.reads || !isSettled) advanceTo(at)
      steps.push(fact.step({ name, isMade, ids, expected, newName }))
      continue
    }
    isSettled = false
    if (fact.kind === 'callback')
      waiting.push({ 'expect callback': { of: name, kind: fact.callback, body: expected(fact.body) } })
  }
  if (!isSettled) advanceTo(facts.at(-1)?.at ?? now)
  return steps
}

/** What matters to merchants in messages (contract 3.2 to 3.9). A dot means nesting; a list is read item by item. */
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

/** Keeps the part that {@link WHAT_MATTERS} lists. `path`: where `value` is, ending with a dot; '' for the body. */
function partBelow(path: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => partBelow(path, item))
  if (!isRecord(value)) return {}
  const parts = Object.entries(value).flatMap(([name, inner]) => {
    const at = `${path}${name}`
    if (WHAT_MATTERS.includes(at)) return [[name, inner] as const]
    const isAbove = WHAT_MATTERS.some((each) => each.startsWith(`${at}.`))
    return isAbove ? [[name, partBelow(`${at}.`, inner)] as const] : []
  })
  return Object.fromEntries(parts)
}
