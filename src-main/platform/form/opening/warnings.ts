import { nearestName } from '#domain/query/fields'
import { findLanguage } from '#domain/form/languages'
import type { FormMode } from '#domain/form/settings'
import { readMoment } from '#domain/api/value-formats'
import { isTooFarAhead, listOf, type ParameterValues, textOf } from './values'
import type { OpeningWarning } from './opening'
import { findParameter, FORM_PARAMETERS } from '#domain/form/parameters/parameters'
import { quotedText } from '#lib/limits/bounded-text'
import { holdsCardNumber } from '#domain/card/mask-text'

/** What the developer should know about an accepted opening. */
export function openingWarnings(
  values: ParameterValues,
  mode: FormMode,
  now: number,
): readonly OpeningWarning[] {
  return [
    ...unknownNames(values),
    ...withoutEffect(values, mode),
    ...cardNumbers(values),
    ...unusualValues(values, now),
    ...methodWarnings(values),
    ...toleratedWarnings(values),
  ]
}

const NAMES = FORM_PARAMETERS.map(({ name }) => name)
const MAX_NAMED = 20

function unknownNames(values: ParameterValues): readonly OpeningWarning[] {
  return [...values.keys()]
    .filter((name) => !name.startsWith('_') && findParameter(name) === null)
    .slice(0, MAX_NAMED)
    .map((name) => {
      const nearest = findParameter(snakeCase(name))?.name ?? nearestName(NAMES, name)
      return {
        field: quotedText(name),
        message: `The form has no parameter ${quotedText(name)}; it is signed and has no effect.${
          nearest === null ? '' : ` Do you mean ${nearest}?`
        }`,
      }
    })
}

function withoutEffect(values: ParameterValues, mode: FormMode): readonly OpeningWarning[] {
  return [...values.keys()].flatMap((name) => {
    const parameter = findParameter(name)
    return parameter === null || parameter.modes.includes(mode)
      ? []
      : [{ field: name, message: `${name} has no effect with mode ${mode}.` }]
  })
}

/** The form collects the card itself: only `recipient_pan` should contain a card number. */
function cardNumbers(values: ParameterValues): readonly OpeningWarning[] {
  return [...values]
    .filter(
      ([name, value]) =>
        name !== 'recipient_pan' &&
        !name.startsWith('_') &&
        value.kind === 'text' &&
        holdsCardNumber(value.text),
    )
    .map(([name]) => ({
      field: quotedText(name),
      message: `${quotedText(name)} contains what looks like a card number. It is masked or left out, except in ids and addresses: remove it.`,
    }))
}

const warningsFrom = (messages: Readonly<Record<string, string | null>>): readonly OpeningWarning[] =>
  Object.entries(messages).flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))

function unusualValues(values: ParameterValues, now: number): readonly OpeningWarning[] {
  const language = textOf(values, 'language_code')
  return warningsFrom({
    language_code:
      language === null || findLanguage(language) !== null
        ? null
        : `The form is not offered in ${quotedText(language)}; it is shown in English.`,
    best_before: limitWarning(readMoment(textOf(values, 'best_before') ?? ''), now),
  })
}

function limitWarning(limit: number | null, now: number): string | null {
  if (limit === null) return null
  if (isTooFarAhead(limit, now))
    return 'best_before is more than 30 days ahead, so there is no limit. Send an earlier time.'
  return limit > now
    ? null
    : 'best_before has passed, so the customer sees that the time has expired. Send a later time.'
}

/** `paymentId` becomes `payment_id`: several SDKs follow the style of their language. */
function snakeCase(name: string): string {
  return name.slice(0, 100).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Parameters that choose between payment methods have no effect if there is only one (contract 7.3, method choice). */
function methodWarnings(values: ParameterValues): readonly OpeningWarning[] {
  const method = textOf(values, 'force_payment_method')
  const group = textOf(values, 'force_payment_group')
  const preselected = textOf(values, 'default_payment_method')
  return warningsFrom({
    force_payment_method:
      method === null || method === CARD
        ? null
        : `The only way to pay here is card, not ${quotedText(method)}; the card page is shown.`,
    force_payment_group:
      group === null || method !== null
        ? null
        : `Ways to pay have no groups here, so ${quotedText(group)} restricts nothing; the card page is shown.`,
    default_payment_method:
      preselected === null || preselected === CARD
        ? null
        : `The only way to pay here is card, so ${quotedText(preselected)} is not selected; the card page is shown.`,
    hide: listOf(textOf(values, 'hide')).includes(CARD)
      ? 'card is the only way to pay here and cannot be hidden; the card page is shown.'
      : null,
  })
}

const CARD = 'card'

/** Whether the value is accepted only because public pages offer it; it has no effect (contract 12.27). */
export function isTolerated(name: string, text: string | null): boolean {
  const rule = findParameter(name)?.rule
  return text !== null && rule?.tolerated?.includes(text) === true
}

function toleratedWarnings(values: ParameterValues): readonly OpeningWarning[] {
  return [...values.keys()].flatMap((name) => {
    const text = textOf(values, name)
    if (text === null || !isTolerated(name, text)) return []
    const choices = findParameter(name)?.rule.values ?? []
    return [
      {
        field: name,
        message: `${name} cannot be ${quotedText(text)} and is ignored. Send one of ${choices.join(', ')}.`,
      },
    ]
  })
}
