import { nearestName } from '#domain/query/fields'
import { findLanguage } from '#domain/form/languages'
import type { FormMode, FormSettings } from '#domain/form/settings'
import { BANK_GROUP, CARD, formCodeOf, waysToPay } from '#domain/form/ways-to-pay'
import { readMoment } from '#domain/api/value-formats'
import type { ProjectSwitches } from '#domain/project/project'
import { amountText } from '#lib/money/minor-units'
import { methodFields } from './method-fields'
import { isTooFarAhead, type ParameterValues, textOf } from './values'
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

/** Parameters about ways to pay that change nothing on the form (contract 7.3, 16.11). */
export function wayWarnings(
  settings: FormSettings,
  switches: ProjectSwitches,
  now: number,
): readonly OpeningWarning[] {
  const { amount, currency, bank, methods: wanted } = settings
  const { card, methods, unknown } = waysToPay(settings, switches, now)
  const codes = [...(card ? [CARD] : []), ...methods.map(formCodeOf)]
  const { forced, forcedGroup: group, preselected } = wanted
  const isIgnored = forced !== null && forced !== CARD && methods.length === 0
  const shown = methods.length === 0 ? 'the card page is shown' : 'the customer chooses from all ways to pay'
  return warningsFrom({
    force_payment_method:
      unknown !== null
        ? `The project has no method ${quotedText(unknown)} that takes ${amountText(amount, currency ?? '')}; ${shown}.`
        : isIgnored
          ? `Only a card works with an auth, a series, account_token and every mode but purchase, so ${quotedText(forced)} is ignored; ${shown}.`
          : null,
    force_payment_group:
      group === null || (group === BANK_GROUP && !card)
        ? null
        : `No method of the project belongs to the group ${quotedText(group)}; ${shown}.`,
    default_payment_method:
      preselected === null || codes.includes(preselected)
        ? null
        : `The form does not offer ${quotedText(preselected)}, so it is not selected; ${shown}.`,
    payment_methods_options:
      bank === undefined ||
      methods.some((method) => methodFields(settings, method).some(({ value }) => value !== ''))
        ? null
        : `No method on the form has a bank with the id or abbreviation ${quotedText(bank)}, so none is selected.`,
    hide:
      wanted.hidden.includes(CARD) && card
        ? 'card is the only way to pay here and cannot be hidden; the card page is shown.'
        : null,
  })
}

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
