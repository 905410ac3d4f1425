import { assertNever } from '#lib/assert-never'
import type { FieldProblem } from '#domain/form/view'
import type { FormRefusal } from '#domain/form/wire'
import { type FormEffect, type FormRequest, type PageSettings, post } from './form-state'
import type { JsonObject } from './read-json'

/** A message about saved cards has two names: the usual one, and that of older pages, which comes second (contract 8.8). */
const CARD_SELECTED = ['wallet_select', 'wallet_selected'] as const
const CARD_REMOVED = ['wallet_remove', 'wallet_removed'] as const

/** The customer has chosen a saved card; `card` as the platform describes it for the embedding page. */
export function cardSelectedMessages(card: unknown): readonly FormEffect[] {
  return CARD_SELECTED.map((message) => post(message, card))
}

/** The only payment method is announced once, when the card page is first shown (contract 8.8). */
export function methodMessage({ texts, mode }: PageSettings): FormEffect {
  const data = {
    name: texts.cards,
    payment_method_type: mode === 'payout' ? '2' : '1',
    payment_method_code: 'card',
  }
  return post('payment_method_select', data)
}

/** The messages to the embedding page once the platform has accepted a request. */
export function sentMessages(request: FormRequest): readonly FormEffect[] {
  switch (request.path) {
    case 'retry':
      return [post('payment.try_again')]
    case 'give-up':
      return [post('payment.canceled')]
    case 'cards/remove':
      return CARD_REMOVED.map((message) => post(message, request.card))
    case 'confirm':
    case 'details':
    case 'clarification':
      return []
    default:
      return assertNever(request)
  }
}

/** The messages to the embedding page about values that the platform refused. */
export function refusalMessages(
  settings: PageSettings,
  { reportsProblems }: FormRequest,
  { problems }: FormRefusal,
): readonly FormEffect[] {
  const messages = problemMessages(settings, problems, reportsProblems)
  if (!reportsProblems) return messages
  const data = problemTexts(settings, problems)
  return [...messages, post('received_server_errors', data)]
}

/** The messages to the embedding page about wrong fields. */
export function problemMessages(
  settings: PageSettings,
  problems: readonly FieldProblem[],
  reportsProblems: boolean,
): readonly FormEffect[] {
  if (problems.length === 0) return []
  const data = problemTexts(settings, problems)
  return [
    ...(settings.frameMode === 'embedded' ? [post('embedded_mode.validation_error', data)] : []),
    ...(reportsProblems ? [post('validation_status_change', data)] : []),
  ]
}

/** The texts of the problems by the names of the fields. */
export function problemTexts({ texts }: PageSettings, problems: readonly FieldProblem[]): JsonObject {
  const byName: Record<string, string> = {}
  problems.forEach(({ name, reason }) => {
    byName[name] = texts.problems[reason]
  })
  return byName
}
