import type { Handlers } from '#protocol/methods'
import type { Store } from '#store/store'
import { ruleMethods } from '#core/rules/rule-methods'
import type { ResponseRules } from '#merchant/responses/response-rules'

type AnswerHandlers = Pick<Handlers, Extract<keyof Handlers, `answers.${string}`>>

/** Creates the methods for response rules of the merchant listener: `answers.*`. */
export function answerHandlers(registry: ResponseRules, store: Store): AnswerHandlers {
  const methods = ruleMethods(registry, store)
  return {
    'answers.list': methods.list,
    'answers.save': methods.save,
    'answers.put': methods.put,
    'answers.remove': methods.remove,
    'answers.move': methods.move,
    'answers.switch': methods.switch,
    'answers.undo': methods.undo,
    'answers.resetCounts': methods.resetCounts,
  }
}
