import { writeAmount } from '#scenarios/vocabulary/units'
import { cardLike } from './card-like'
import { CannotRecord, type Fact } from './facts'
import { customerArgs } from './customer-step'
import { beginningArgs, laterArgs } from './request-step'
import type { Members } from '#lib/json/record'

/** The names that a step can use, and its place among the steps of its payment. */
export interface StepNames {
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
export const isAct = ({ kind }: Fact): boolean => kind !== 'callback' && kind !== 'progress'

/** Whether a fact can be the first of a payment. */
export function isBeginning(fact: Fact): boolean {
  if (fact.kind === 'request') return fact.verb === 'sale' || fact.verb === 'auth'
  return fact.kind === 'create' || fact.kind === 'charge' || (fact.kind === 'form' && fact.does === 'open')
}

/**
 * Writes an act as the step that repeats it.
 * @throws CannotRecord where no step can express it
 */
export function actStep(fact: Fact, names: StepNames): Members {
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
