import { stringify } from 'yaml'
import { readScenario } from '../reading/read-scenario'
import { writeDuration } from '../vocabulary/units'
import { actStep, isAct, isBeginning } from './act-step'
import { CannotRecord, type Fact, type RecordedPayment, type Recording, type TimedFact } from './facts'
import { patternOf } from './patterns'

type Members = Readonly<Record<string, unknown>>

/** A step as it is written: its verb with its arguments, and what stands beside. */
type WrittenStep = Members | 'until idle'

interface NamedFact extends TimedFact {
  readonly paymentId: string
}

/**
 * Writes what happened to payments as a scenario that does the same and expects the same: their ids become variables, and
 * values that are new in every run become matchers. Time that passed becomes steps of a clock that stands still.
 * @throws CannotRecord where the language has no words for what happened
 */
export function recordScenario(recording: Recording): string {
  const { payments, title, switches, faults, answers, omitted } = recording
  const ids = new Map(
    payments.map(({ paymentId }, at) => [paymentId, at === 0 ? 'order' : `order${at + 1}`] as const),
  )
  const ends = payments.map(({ paymentId, status, code }) => ({
    'expect payment': { of: ids.get(paymentId), status, ...(code === '' ? {} : { code }) },
  }))
  const text = [
    ...omitted.map((sentence) => `# Not recorded: ${sentence.replaceAll(/\s+/g, ' ')}`),
    `name: ${inline(title)}`,
    'tags: [recorded]',
    'given:',
    '  clock: frozen',
    ...(Object.keys(switches).length === 0 ? [] : [`  project: ${inline({ switches })}`]),
    ...(answers.length === 0 ? [] : [`  capture: ${inline(answers)}`]),
    ...(faults.length === 0 ? [] : ['  faults:', ...faults.map((fault) => `    - ${inline(fault)}`)]),
    'steps:',
    ...[...stepsOf(inOrder(payments), ids), ...ends].flatMap(linesOf),
    '',
  ].join('\n')
  const reading = readScenario(text)
  if (reading.ok) return text
  const [first] = reading.problems
  throw new CannotRecord(`What happened does not fit into a scenario. ${first?.message ?? ''}`)
}

/** Facts of all payments by their times; those of one payment keep their order. */
function inOrder(payments: readonly RecordedPayment[]): readonly NamedFact[] {
  const all = payments.flatMap(({ paymentId, facts }) => facts.map((fact) => ({ ...fact, paymentId })))
  return all.sort((a, b) => a.at - b.at || (a.wallAt ?? 0) - (b.wallAt ?? 0))
}

/** Each act at its time, and before the next one the callbacks that followed. */
function stepsOf(facts: readonly NamedFact[], ids: ReadonlyMap<string, string>): readonly WrittenStep[] {
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
      steps.push(actStep(fact, { name, isMade, ids, again }))
      continue
    }
    isSettled = false
    if (fact.kind === 'callback') waiting.push(callbackStep(fact, name, ids))
  }
  passTo(facts.reduce((latest, { at }) => Math.max(latest, at), now))
  return steps
}

function callbackStep(
  fact: Extract<Fact, { kind: 'callback' }>,
  name: string,
  ids: ReadonlyMap<string, string>,
): WrittenStep {
  return { 'expect callback': { of: name, kind: fact.callback, body: patternOf(fact.body, ids) } }
}

/** One value in one line, quoted where YAML would read it otherwise. */
const inline = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: true }).trim()

function linesOf(step: WrittenStep): readonly string[] {
  if (typeof step === 'string') return [`  - ${step}`]
  return Object.entries(step).map(([key, value], at) => `  ${at === 0 ? '- ' : '  '}${key}: ${inline(value)}`)
}
