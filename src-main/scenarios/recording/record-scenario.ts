import { stringify } from 'yaml'
import { readScenario } from '../reading/read-scenario'
import { writeDuration } from '../vocabulary/units'
import { CannotRecord, type Fact, type RecordedPayment, type TimedFact } from './facts'
import { patternOf } from './patterns'
import { beginningArgs, laterArgs } from './request-step'

type Members = Readonly<Record<string, unknown>>

/** A step as it is written: its verb with its arguments, and what stands beside. */
type WrittenStep = Members | 'until idle'

const NAME = 'order'

/**
 * Writes what happened to a payment as a scenario that does the same and expects the same: its id becomes a variable, and
 * values that are new in every run become matchers. Time that passed becomes steps of a clock that stands still.
 * @param title the name of the scenario
 * @param switches of the payment's project that differ from their defaults
 * @throws CannotRecord where the language has no words for what happened
 */
export function recordScenario(payment: RecordedPayment, title: string, switches: Members): string {
  const ids = new Map([[payment.paymentId, NAME]])
  const steps = stepsOf(payment.facts, ids)
  const expected = {
    of: NAME,
    status: payment.status,
    ...(payment.code === '' ? {} : { code: payment.code }),
  }
  const text = [
    `name: ${inline(title)}`,
    'tags: [recorded]',
    'given:',
    '  clock: frozen',
    ...(Object.keys(switches).length === 0 ? [] : [`  project: ${inline({ switches })}`]),
    'steps:',
    ...[...steps, { 'expect payment': expected }].flatMap(linesOf),
    '',
  ].join('\n')
  const reading = readScenario(text)
  if (reading.ok) return text
  const [first] = reading.problems
  throw new CannotRecord(`What happened does not fit into a scenario. ${first?.message ?? ''}`)
}

/** What people and merchants do; everything else follows from it. */
const isAct = ({ fact }: TimedFact): boolean =>
  fact.kind === 'request' || fact.kind === 'ask' || fact.kind === 'complete'

/** Each act at its time, and before the next one the callbacks that followed. */
function stepsOf(facts: readonly TimedFact[], ids: ReadonlyMap<string, string>): readonly WrittenStep[] {
  const [first] = facts
  if (first?.fact.kind !== 'request' || !isBeginning(first.fact.verb))
    throw new CannotRecord('The request that began the payment is not on record, so it cannot be repeated.')
  const steps: WrittenStep[] = []
  const waiting: WrittenStep[] = []
  let now = first.at
  let started = 0
  let isSettled = true
  /** Lets the time pass up to `at`, then expects what has come. */
  const passTo = (at: number): void => {
    if (at > now) steps.push({ advance: writeDuration(at - now) })
    else if (!isSettled) steps.push('until idle')
    now = Math.max(now, at)
    isSettled = true
    steps.push(...waiting.splice(0))
  }
  for (const timed of facts) {
    const { fact, at } = timed
    if (isAct(timed)) {
      passTo(at)
      steps.push(actStep(fact, started, ids))
      if (fact.kind === 'request' && isBeginning(fact.verb)) started += 1
      continue
    }
    isSettled = false
    if (fact.kind === 'callback') waiting.push(callbackStep(fact, ids))
  }
  passTo(facts.reduce((latest, { at }) => Math.max(latest, at), now))
  return steps
}

const isBeginning = (verb: string): boolean => verb === 'sale' || verb === 'auth'

function actStep(fact: Fact, started: number, ids: ReadonlyMap<string, string>): WrittenStep {
  switch (fact.kind) {
    case 'ask':
      return { ask: { of: NAME, fields: fact.fields } }
    case 'complete': {
      const { outcome, code, message } = fact
      const reason = outcome === 'success' ? {} : { code, ...(message === null ? {} : { message }) }
      return { complete: { of: NAME, outcome, ...reason } }
    }
    case 'request': {
      const { verb, answer } = fact
      const args =
        isBeginning(verb) && started === 0
          ? beginningArgs(fact, NAME, null)
          : isBeginning(verb)
            ? beginningArgs(fact, `again${started}`, `\${${NAME}.id}`)
            : laterArgs(fact, NAME)
      const expect =
        answer === null ? {} : { expect: { http: answer.http, body: patternOf(answer.body, ids) } }
      return { [verb]: args, ...expect }
    }
    default:
      throw new Error(`${fact.kind} is no act`)
  }
}

function callbackStep(
  fact: Extract<Fact, { kind: 'callback' }>,
  ids: ReadonlyMap<string, string>,
): WrittenStep {
  return { 'expect callback': { of: NAME, kind: fact.callback, body: patternOf(fact.body, ids) } }
}

/** One value in one line, quoted where YAML would read it otherwise. */
const inline = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: true }).trim()

function linesOf(step: WrittenStep): readonly string[] {
  if (typeof step === 'string') return [`  - ${step}`]
  return Object.entries(step).map(([key, value], at) => `  ${at === 0 ? '- ' : '  '}${key}: ${inline(value)}`)
}
