import { fromPlain, isRecord } from '#lib/json/node'
import { utcDay } from '#lib/time/time'
import type { FormSettings } from '#domain/form/settings'
import { checkParameter } from './check-parameter'
import { CUSTOMER_PARAMETERS, PREFILLED_FIELDS } from '#domain/form/parameters/customer-parameters'
import { type OpeningWarning, warningList } from './opening'
import { findParameter } from '#domain/form/parameters/parameters'
import { needsContact } from './settings-of'
import { quotedText } from '#lib/limits/bounded-text'
import { blockErrors, contextBeside, type ParameterValue, suppliedValues, textOf, valuesOf } from './values'
import { holdsCardNumber } from '#domain/card/mask-text'

const AVS_PAIR = ['avs_post_code', 'avs_street_address'] as const

/** What a page may add when it agrees to a payment (contract 8.9, step 4a): never amount, currency or ids. */
const MERGEABLE: ReadonlySet<string> = new Set([
  'redirect_success_url',
  ...CUSTOMER_PARAMETERS.map(([name]) => name).filter((name) => /^(?:customer|billing)_/.test(name)),
  ...AVS_PAIR,
])

/** Whether a page may supply this field when it agrees, for example `customer.email` as `customer_email`. */
export function isMergeablePath(path: string): boolean {
  return PREFILLED_FIELDS.some((field) => field.path === path && MERGEABLE.has(field.formParameter))
}

/** Adds valid values with listed names from the merchant's page. `ignored`: the other values, with reasons. */
export function mergeAdditional(
  settings: FormSettings,
  additional: Readonly<Record<string, unknown>>,
  now: number,
): { readonly settings: FormSettings; readonly ignored: readonly OpeningWarning[] } {
  const today = utcDay(now)
  const ignored = warningList()
  const ignore = (field: string, message: string): void => {
    ignored.add(field, () => message)
  }

  const values = new Map<string, ParameterValue>()
  for (const [name, value] of entriesOf(additional)) {
    if (!MERGEABLE.has(name)) ignore(name, `${quotedText(name)} cannot be changed when the page agrees.`)
    else {
      const given = valuesOf({ type: 'object', members: [{ key: name, value: fromPlain(value) }] })
      for (const [key, each] of given) {
        if (each.kind === 'text' && holdsCardNumber(each.text)) ignore(key, `${key} contains a card number.`)
        else values.set(key, each)
      }
    }
  }
  const [postCode, street] = AVS_PAIR.map((name) => values.has(name))
  if (postCode !== street) {
    for (const name of AVS_PAIR.filter((each) => values.delete(each))) {
      ignore(name, 'Post code and street of the address check are only accepted together.')
    }
  }
  for (const [parameter, path] of [
    ['billing_country', 'customer.billing.country'],
    ['customer_country', 'customer.country'],
  ] as const) {
    const known = settings.supplied[path]
    if (!values.has(parameter) && typeof known === 'string')
      values.set(parameter, { kind: 'text', text: known })
  }
  for (const [name, value] of [...values]) {
    const parameter = findParameter(name)
    const context = { mode: settings.mode, ...contextBeside(values, name, today) }
    const found = parameter === null ? null : checkParameter(parameter, value, context)
    if (found === null) continue
    values.delete(name)
    ignore(name, found.message)
  }
  for (const { field, message } of blockErrors(values, today)) ignore(field, message)

  const supplied = { ...settings.supplied, ...suppliedValues(values, today) }
  const url = textOf(values, 'redirect_success_url')
  const { success } = settings.redirects
  return {
    settings: {
      ...settings,
      supplied,
      needsContact: needsContact(settings.mode, supplied),
      redirects: {
        ...settings.redirects,
        success: url === null ? success : { url, mode: success?.mode ?? 'iframe' },
      },
    },
    ignored: ignored.all(),
  }
}

function entriesOf(additional: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  const { additional_parameters: nested, ...flat } = additional
  // The library itself adds `result` and `message`.
  const own = Object.entries(flat).filter(([name]) => name !== 'result' && name !== 'message')
  return [...own, ...(isRecord(nested) ? Object.entries(nested) : [])]
}
