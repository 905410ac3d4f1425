import { chosenCard, digitsOf, readExpiry, twoDigits } from './card-typing'
import { type Control, controlNamed, controls, inputNamed, isShown } from './dom'
import type { JsonObject } from './platform'
import type { ConfirmBody } from '#domain/form/request-bodies'

const CARD_INPUTS = ['pan', 'expiry', 'cvv', 'card_holder', 'saved_card', 'save']

/** A date is sent with hyphens, whatever the language separates its parts by. */
function valueOf(control: Control): string {
  const value = control.value.trim()
  return /^date/.test(control.getAttribute('data-check') ?? '') ? value.replace(/[./]/g, '-') : value
}

/** The values of visible inputs by name, which is the field's path. Leaves out empty inputs and those of the card. */
export function fieldValues(): Record<string, string> {
  const values: Record<string, string> = {}
  controls().forEach((control) => {
    const value = valueOf(control)
    if (CARD_INPUTS.indexOf(control.name) < 0 && isShown(control) && value !== '')
      values[control.name] = value
  })
  return values
}

const SECRETS = /(?:(?:security|otp|approval)_code|secret)$/

/** What the merchant's page may know (contract 7.3, 12.28): six and four digits, and the length of the code. */
export function typedValues(): Record<string, string> {
  const values: Record<string, string> = {}
  controls().forEach((control) => {
    const { name } = control
    const value = valueOf(control)
    if (!isShown(control) || name === 'saved_card' || name === 'save') return
    if (name === 'pan') values['pan'] = maskDigits(digitsOf(value))
    else if (name === 'cvv') values['cvv'] = value.replace(/./g, '*')
    else if (name === 'expiry') {
      const expiry = readExpiry(value)
      values['month'] = expiry === null ? '' : String(expiry.month)
      values['year'] = expiry === null ? '' : String(expiry.year)
    } else if (name === 'account.number') values['account_number'] = maskDigits(value)
    else
      values[control.getAttribute('data-param') ?? name] = SECRETS.test(name)
        ? value.replace(/./g, '*')
        : value
  })
  return values
}

function maskDigits(digits: string): string {
  const hidden = digits.length - 10
  return hidden < 3
    ? digits.replace(/./g, '*')
    : `${digits.slice(0, 6)}${new Array(hidden + 1).join('*')}${digits.slice(-4)}`
}

/** The confirmation of a card or a method. `additional` came from the merchant's page (contract 8.9, step 4a). */
export function confirmBody(form: HTMLElement, additional: JsonObject | null): ConfirmBody {
  const text = (name: string): string => controlNamed(name)?.value.trim() ?? ''
  const chosen = chosenCard()
  const fields = fieldValues()
  const common = {
    way: form.getAttribute('data-method') ?? 'card',
    browser: browserFacts(),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    ...(additional === null ? {} : { additional }),
  }
  if (chosen !== null) return { saved_card: { id: Number(chosen.value), cvv: text('cvv') }, ...common }
  if (controlNamed('pan') === null) return common
  const expiry = readExpiry(text('expiry'))
  return {
    card: {
      pan: digitsOf(text('pan')),
      month: expiry === null ? '' : twoDigits(expiry.month),
      year: expiry === null ? '' : String(expiry.year),
      cvv: text('cvv'),
      card_holder: text('card_holder'),
    },
    save: inputNamed('save')?.checked === true,
    ...common,
  }
}

/**
 * Puts values that the merchant's page sends with `embedded_mode.submit` (contract 8.7) into their inputs. Returns
 * the values without a visible input, by parameter name; null if there are none.
 */
export function takeFields(fields: JsonObject): JsonObject | null {
  const rest: Record<string, unknown> = {}
  Object.keys(fields).forEach((name) => {
    const value = fields[name]
    if (typeof value !== 'string' && typeof value !== 'number') return
    const inner = /^BillingInfo\[(.+)\]$/.exec(name)?.[1]
    const parameter = inner === 'country' ? 'billing_country' : (inner ?? name)
    const control = controls().filter(
      (candidate) => candidate.name === parameter || candidate.getAttribute('data-param') === parameter,
    )[0]
    if (control === undefined || control.type === 'radio' || !isShown(control)) rest[parameter] = value
    else control.value = String(value)
  })
  return Object.keys(rest).length === 0 ? null : rest
}

/** Browser data under the names of contract 5.8, without asking the customer. */
function browserFacts(): Record<string, string | number | boolean> {
  const { width, height, colorDepth } = window.screen
  return {
    screen_res: `${width}x${height}`,
    color_depth: colorDepth,
    java_enabled: 'javaEnabled' in navigator && navigator.javaEnabled(),
    timezone_offset: new Date().getTimezoneOffset(),
    // Undefined in Internet Explorer, and then not sent.
    timezone_name: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
