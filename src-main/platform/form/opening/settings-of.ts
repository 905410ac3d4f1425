import { isRecord, toPlain } from '#lib/json/node'
import { CARD_BRANDS } from '#domain/card/brand'
import { isBlank } from '#domain/clarification/check'
import type { AcceptedValues } from '#domain/clarification/submission'
import { utcDay } from '#lib/time/time'
import { givenSeriesEnd, newSeries } from '#domain/payment/series'
import { MAX_POSITIONS } from '#domain/api/rules'
import { type Block, readBlock, readJsonObject, readMoment, readSwitch } from '#domain/api/value-formats'
import type { ProjectId } from '#domain/ids'
import {
  type AutomaticRedirect,
  type FormMode,
  type FormSettings,
  themeOf,
  type FrameMode,
  type OrderLine,
  type RedirectMode,
  type ReturnRule,
} from '#domain/form/settings'
import { chooseLanguage, type FormLanguage } from '#domain/form/languages'
import { isOn, isTooFarAhead, listOf, type ParameterValues, suppliedValues, textOf, valuesOf } from './values'
import { isTolerated } from './warnings'
import type { ReceivedParameters } from './opening'
import { holdsCardNumber, keepableText } from '#domain/card/mask-text'

/** Interprets checked parameters of an opening. Values that it does not understand count as absent. */
export function settingsOf(
  values: ParameterValues,
  context: {
    readonly mode: FormMode
    readonly projectId: ProjectId
    readonly now: number
    readonly acceptLanguage: string | null
  },
): FormSettings {
  const { mode, projectId, now, acceptLanguage } = context
  const text = (name: string): string | null => textOf(values, name)
  /** Null for a text with a card number, because the settings are stored. */
  const freeText = (name: string): string | null => {
    const given = text(name)
    return given === null ? null : keepableText(given)
  }
  const holder = text('card_holder')
  const supplied = suppliedValues(values, utcDay(now))
  const externalReturn = text('redirect_return_url')
  const frameMode = frameModeOf(text('frame_mode'))
  const theme = themeOf(text('_theme'))
  const options = blockOf(values, 'payment_methods_options')
  const bank = options?.['submethod_code']
  const recurring = blockOf(values, 'recurring')
  const seriesEnd = recurring === null ? null : givenSeriesEnd(recurring)
  const lines = linesOf(text('receipt_data'))
  const amount = mode === 'card_tokenize' ? 0 : Number(text('payment_amount') ?? 0)
  const { id: _id, endsAt: _endsAt, ...series } = newSeries(0, recurring ?? {}, amount)
  return {
    mode,
    projectId,
    paymentId: mode === 'card_tokenize' ? null : text('payment_id'),
    customerId: text('customer_id'),
    amount,
    currency: mode === 'card_tokenize' ? null : text('payment_currency'),
    description: freeText('payment_description') ?? '',
    ...(lines.length === 0 ? {} : { lines }),
    operation: (text('operation_type') ?? text('card_operation_type')) === 'auth' ? 'auth' : 'sale',
    isMailOrPhoneOrder: text('moto_type') === '1' || text('moto_type') === '2',
    language: languageFrom(values, acceptLanguage),
    frameMode,
    bestBefore: limitOf(text('best_before'), now),
    methods: {
      forced: freeText('force_payment_method'),
      forcedGroup: text('force_payment_method') === null ? freeText('force_payment_group') : null,
      forcedBrand:
        CARD_BRANDS.find(({ brand }) => brand === text('force_payment_method_subtype'))?.brand ?? null,
      preselected: freeText('default_payment_method'),
      hidden: listOf(freeText('hide')),
    },
    ...(isBlank(bank) ? {} : { bank: keepableText(String(bank)) }),
    accountToken: text('account_token'),
    cardHolder: holder === null || holdsCardNumber(holder) ? null : holder,
    supplied,
    needsContact: needsContact(mode, supplied),
    registersRecurring: isOn(values, 'recurring_register') || switchIn(recurring?.['register']) === true,
    ...(seriesEnd === null ? {} : { seriesEndsAt: seriesEnd }),
    ...(recurring === null ? {} : { series }),
    returns: {
      success: returnRule(values, 'success'),
      fail: returnRule(values, 'fail'),
      back: returnRule(values, 'return'),
    },
    redirects: {
      success: redirect(values, 'success'),
      fail: redirect(values, 'fail'),
      tokenize: redirect(values, 'tokenize'),
    },
    callbacks: {
      paymentUrl: text('merchant_callback_url'),
      successUrl: text('merchant_success_callback_url'),
      declineUrl: text('merchant_decline_callback_url'),
    },
    ...(externalReturn === null ? {} : { externalReturn }),
    externalPagesInNewTab: isOn(values, 'force_acs_new_window'),
    ...(theme === 'light' ? {} : { theme }),
    olderEmbedded: frameMode === 'iframe' && wantsOlderEmbedded(options),
    payoutSession: freeText('uuid'),
  }
}

function linesOf(receipt: string | null): readonly OrderLine[] {
  const block = receipt === null ? '' : readBlock(receipt)
  const positions = typeof block === 'string' ? [] : block['positions']
  if (!Array.isArray(positions)) return []
  return positions.slice(0, MAX_POSITIONS).flatMap((position: unknown) => {
    const { description, quantity, amount } = isRecord(position) ? position : {}
    if (typeof description !== 'string') return []
    const minor = numberIn(amount)
    return [
      {
        text: keepableText(description.slice(0, 255)),
        quantity: numberIn(quantity),
        amount: minor !== null && Number.isSafeInteger(minor) ? minor : null,
      },
    ]
  })
}

/** In the JSON that shops send, a number may also be a string. */
function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** A card purchase needs an e-mail address or a phone number (contract 7.3). */
export function needsContact(mode: FormMode, supplied: AcceptedValues): boolean {
  return mode === 'purchase' && isBlank(supplied['customer.email']) && isBlank(supplied['customer.phone'])
}

/** The phone number; '' if there is none. */
export function phoneIn(supplied: AcceptedValues): string {
  return String(supplied['customer.phone'] ?? '')
}

/** The library names the frame mode; a form without one is not framed (contract 8.4). */
function frameModeOf(text: string | null): FrameMode {
  return text === 'popup' || text === 'iframe' || text === 'embedded' ? text : 'tab'
}

function limitOf(text: string | null, now: number): number | null {
  const at = text === null ? null : readMoment(text)
  return at === null || isTooFarAhead(at, now) ? null : at
}

function returnRule(values: ParameterValues, name: 'success' | 'fail' | 'return'): ReturnRule | null {
  const url = textOf(values, `merchant_${name}_url`)
  if (url === null) return null
  const enabled = textOf(values, `merchant_${name}_enabled`)
  return {
    url,
    enabled: enabled === '0' ? 0 : enabled === '1' ? 1 : 2,
    mode: givenMode(values, `merchant_${name}_redirect_mode`),
  }
}

function redirect(values: ParameterValues, name: 'success' | 'fail' | 'tokenize'): AutomaticRedirect | null {
  const url = textOf(values, `redirect_${name}_url`)
  return url === null ? null : { url, mode: givenMode(values, `redirect_${name}_mode`) ?? 'iframe' }
}

function givenMode(values: ParameterValues, name: string): RedirectMode | null {
  const text = textOf(values, name)
  if (isTolerated(name, text)) return null
  return text === 'iframe' || text === 'parent_page' || text === 'blank_page' ? text : null
}

/** Reads a parameter that is an object, or the JSON text of an object; null for any other value. */
export function blockOf(values: ParameterValues, name: string): Block | null {
  const value = values.get(name)
  if (value === undefined) return null
  if (value.kind === 'text') return readJsonObject(value.text)
  const plain = toPlain(value.node)
  return isRecord(plain) ? plain : null
}

function wantsOlderEmbedded(options: Block | null): boolean {
  const additional = options?.['additional_data']
  return isRecord(additional) && switchIn(additional['embedded_mode']) === true
}

/** Reads a switch in a block, where it may also be a boolean or a number; null if it is none. */
export const switchIn = (value: unknown): boolean | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? readSwitch(String(value))
    : null

function languageFrom(values: ParameterValues, acceptLanguage: string | null): FormLanguage {
  return chooseLanguage(
    textOf(values, 'language_code'),
    languagesOf(acceptLanguage ?? ''),
    textOf(values, 'region_code') ?? '',
  )
}

/** {@link languageFrom} for an error page. `parameters` is null if they could not be read. */
export function languageOf(
  parameters: ReceivedParameters | null,
  acceptLanguage: string | null,
): FormLanguage {
  return languageFrom(parameters === null ? new Map() : valuesOf(parameters.root), acceptLanguage)
}

function languagesOf(header: string): readonly string[] {
  return header
    .split(',')
    .slice(0, 50)
    .map((part) => {
      const [code = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/i.exec(each)?.[1]).find(Boolean)
      return { code, weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ code }) => code)
}

/** The effect of a return button (contract 7.6): send an event, close the modal or open its address; null if off. */
export function returnEffect(
  { enabled, mode }: ReturnRule,
  frameMode: FrameMode,
): RedirectMode | 'event' | 'close' | null {
  if (enabled === 0) return null
  if (frameMode === 'tab') return ownOrNew(mode)
  if (enabled === 2 && mode !== null) return mode
  return frameMode === 'popup' ? 'close' : 'event'
}

/** Where an automatic redirect opens (contract 7.3, 7.6). A form in a tab has no parent page. */
export function redirectMode({ mode }: AutomaticRedirect, frameMode: FrameMode): RedirectMode {
  return frameMode === 'tab' ? ownOrNew(mode) : mode
}

function ownOrNew(mode: RedirectMode | null): RedirectMode {
  return mode === 'blank_page' ? 'blank_page' : 'iframe'
}
