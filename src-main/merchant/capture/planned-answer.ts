import { stepWords } from '../../domain/response-rule/sentence'
import type { AnswerStep } from '../../domain/response-rule/answer-rule'
import type { StoredMark } from '../../store/records'
import type { ChosenAnswer } from '../responses/response-rules'
import type { Reaction, HttpResponse } from '../../lib/http-message/message'

export type Forward = Extract<AnswerStep, { readonly kind: 'forward' }>

/** What a captured request gets: a reaction that is known at once, or the answer of the merchant it is passed on to. */
export type PlannedAnswer = { readonly marks: readonly StoredMark[] } & (
  | { readonly reaction: Reaction; readonly forward?: undefined }
  | { readonly reaction: null; readonly forward: Forward }
)

const encoder = new TextEncoder()

/** `own` is the answer where no rule fits. */
export function plannedAnswer(chosen: ChosenAnswer | null, own: HttpResponse): PlannedAnswer {
  if (chosen === null) return { reaction: { kind: 'response', response: own, delayMs: 0 }, marks: [] }
  const { rule, step } = chosen
  const marks = [{ ruleId: rule.id, text: `Response rule${nameOf(rule.name)}: ${stepWords(step)}.` }]
  switch (step.kind) {
    case 'forward':
      return { reaction: null, forward: step, marks }
    case 'silence':
      return { reaction: { kind: 'silence' }, marks }
    case 'reset':
      return { reaction: { kind: 'reset', delayMs: step.delayMs }, marks }
    case 'reply': {
      const { status, headers, body, delayMs } = step
      return {
        reaction: { kind: 'response', response: { status, headers, body: encoder.encode(body) }, delayMs },
        marks,
      }
    }
  }
}

function nameOf(name: string): string {
  return name === '' ? '' : ` "${name}"`
}
