import { assertNever } from '#lib/assert-never'
import type { CapturedKind } from './captured-kind'
import type { AfterSteps, RequestMatch, ResponseRule, ResponseStep } from './response-rule'

/** Describes a rule in one sentence. */
export function responseSentence(rule: ResponseRule): string {
  const steps = rule.steps.map(stepWords)
  const each = PER_WORDS[rule.per]
  const first = steps[0] ?? ''
  if (steps.length === 1) {
    const once = rule.after === 'pass' ? ' once' : ''
    return `${matchWords(rule.match)}: ${first}${once}${once === '' ? '' : each}.`
  }
  return `${matchWords(rule.match)}: ${steps.join(', then ')}; after that ${AFTER_WORDS[rule.after]}${each}.`
}

const PER_WORDS: Readonly<Record<ResponseRule['per'], string>> = {
  callback: ', for every callback anew',
  payment: ', for every payment anew',
  rule: ', counted over all requests',
}

const AFTER_WORDS: Readonly<Record<AfterSteps, string>> = {
  last: 'the last one again',
  again: 'from the start',
  pass: 'as the rules below say',
}

/** What is done, in a few words. */
export function stepWords(step: ResponseStep): string {
  switch (step.kind) {
    case 'reply':
      return `respond ${String(step.status)}${afterWords(step.delayMs)}`
    case 'silence':
      return 'never respond'
    case 'reset':
      return `reset the connection${afterWords(step.delayMs)}`
    case 'forward':
      return `pass it on to ${step.url}${step.appendPath ? ' with its path' : ''} and return its response`
    default:
      return assertNever(step)
  }
}

function afterWords(delayMs: number): string {
  return delayMs === 0 ? '' : ` after ${String(delayMs / 1000)} s`
}

/** Kinds as they stand before the word `callback`. */
const KIND_WORDS: Readonly<Record<CapturedKind, string | null>> = {
  clarification: 'clarification',
  remaining: 'remaining-data',
  intermediate: 'intermediate',
  result: 'result',
  token: 'token',
  other: null,
}

function matchWords({ method, path, kinds, projectId, paymentId }: RequestMatch): string {
  const callbacks = (kinds ?? []).flatMap((kind) => KIND_WORDS[kind] ?? [])
  const what = [
    ...(callbacks.length === 0 ? [] : [`${callbacks.join(' or ')} callback`]),
    ...(kinds?.includes('other') === true ? ['request that is not a callback'] : []),
  ]
  return [
    `Every ${kinds === undefined ? 'request' : what.join(' or ')}`,
    method === undefined ? null : `by ${method}`,
    path === undefined ? null : `to ${path}`,
    paymentId === undefined ? null : `of payment ${paymentId}`,
    projectId === undefined ? null : `of project ${String(projectId)}`,
  ]
    .filter((part) => part !== null)
    .join(' ')
}
