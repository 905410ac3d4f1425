import type { MessageMark } from '#protocol/messages'
import { stepWords } from '#domain/response-rule/sentence'
import type { ResponseStep } from '#domain/response-rule/response-rule'
import type { ChosenStep } from '#merchant/responses/response-rules'
import type { Reaction, HttpResponse } from '#lib/http-message/message'

export type Forward = Extract<ResponseStep, { readonly kind: 'forward' }>

/** The planned reaction to a captured request: known at once, or the response of the merchant that it is passed on to. */
export type PlannedResponse = { readonly marks: readonly MessageMark[] } & (
  | { readonly reaction: Reaction; readonly forward?: undefined }
  | { readonly reaction: null; readonly forward: Forward }
)

const encoder = new TextEncoder()

/**
 * Plans the reaction to a captured request.
 * @param own the response where no rule matches
 */
export function plannedResponse(chosen: ChosenStep | null, own: HttpResponse): PlannedResponse {
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
