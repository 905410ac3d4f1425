import { violations } from '#domain/api/check'
import type { FieldError } from '#domain/api/errors'
import { isRecord } from '#lib/json/record'
import { valueAt, wholeNumber } from '#domain/api/rules'
import { utcDay } from '#lib/time/time'
import { optionalDataViolations } from '#platform/payments/optional-data'
import type { Body } from './authenticate'

/**
 * Checks a sale or auth: single fields and conditions between fields (contract 5.5). `now`: virtual, epoch
 * milliseconds.
 */
export function saleViolations(kind: 'sale' | 'auth', body: Body, now: number): readonly FieldError[] {
  return [
    ...violations(kind, body),
    ...missingCode(body),
    ...expired(body, now),
    ...halfAvs(body),
    ...optionalDataViolations(body, now),
  ]
}

/** Checks a later debit of a series, which names the series in one of two fields (contract 13.1). `now` as for sales. */
export function debitViolations(body: Body, now: number): readonly FieldError[] {
  const missing: readonly FieldError[] =
    seriesIdOf(body) !== null
      ? []
      : [
          {
            code: '2004',
            field: 'recurring.id',
            constraint: 'required',
            message:
              'Add recurring.id, or recurring_id: the id of the series from the callback of its registration.',
          },
        ]
  const wrong = [...violations('recurring', body), ...halfAvs(body), ...optionalDataViolations(body, now)]
  return wrong.some(({ field }) => field.startsWith('recurring')) ? wrong : [...missing, ...wrong]
}

/** Returns the id of the series that a debit names; null where it is not a whole number. */
export function seriesIdOf(body: Body): number | null {
  return wholeNumber(valueAt(body, ['recurring', 'id']) ?? valueAt(body, ['recurring_id']))
}

function missingCode(body: Body): readonly FieldError[] {
  const moto = wholeNumber(valueAt(body, ['payment', 'moto_type'])) ?? 0
  if (moto > 0 || valueAt(body, ['card', 'cvv']) !== undefined) return []
  return [
    {
      code: '3141',
      field: 'card.cvv',
      constraint: 'required',
      message:
        'Add the card code; only mail and telephone orders (payment.moto_type 1 or 2) may leave it out.',
    },
  ]
}

function expired(body: Body, now: number): readonly FieldError[] {
  const year = wholeNumber(valueAt(body, ['card', 'year']))
  const month = wholeNumber(valueAt(body, ['card', 'month']))
  if (year === null || month === null) return []
  const expiry = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
  if (expiry >= utcDay(now).slice(0, 7)) return []
  return [
    {
      code: '3021',
      field: 'card.year',
      constraint: 'minimum',
      message: `The card expired in ${expiry}; on the bench's clock it is ${utcDay(now)}. Use a later expiry.`,
    },
  ]
}

function halfAvs(body: Body): readonly FieldError[] {
  if (!isRecord(valueAt(body, ['avs_data']))) return []
  return ['avs_post_code', 'avs_street_address']
    .filter((name) => {
      const value = valueAt(body, ['avs_data', name])
      return typeof value !== 'string' || value.trim() === ''
    })
    .map((name) => ({
      code: '2061',
      field: `avs_data.${name}`,
      constraint: 'required' as const,
      message: 'When avs_data is sent, both of its fields must have a value.',
    }))
}
