import type { FormSettings } from '#domain/form/settings'
import type { CollectedField } from '#domain/form/view'
import { BANK_ID, banksFor } from '#domain/method/banks'
import { parameterRule } from '#domain/method/method-rules'
import type { Method } from '#domain/project/method-shape'

/** What the customer knows; the shop or the platform knows everything else. */
const OF_CUSTOMER = /^(?:account|identify)\.|^customer\.(?!id$|ip_address$|language$)/

/** The strict and required parameters of a method's sale that the shop did not send (contract 16.11). */
export function methodFields(
  { supplied, currency, bank = '' }: Pick<FormSettings, 'supplied' | 'currency' | 'bank'>,
  method: Method,
): readonly CollectedField[] {
  const body = { payment: { currency }, customer: { country: supplied['customer.country'] } }
  return (method.operations.sale?.parameters ?? [])
    .filter(
      ({ name, need, type }) =>
        need !== 'optional' && type !== 'object' && OF_CUSTOMER.test(name) && supplied[name] === undefined,
    )
    .map(({ name, type }) => {
      const field = { path: name, required: true, value: '', rule: parameterRule({ name, type }) }
      if (name !== BANK_ID) return field
      const banks = banksFor(method, 'sale', body)
      const chosen = banks.find(({ id, abbreviation }) => bank === String(id) || bank === abbreviation)
      const choices = banks.map((each) => [String(each.id), each.name] as const)
      return { ...field, value: String(chosen?.id ?? ''), choices }
    })
}
