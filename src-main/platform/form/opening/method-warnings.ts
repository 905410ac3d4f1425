import type { OpeningWarning } from './opening-warning'
import { shown } from './shown'
import { listOf, textOf } from './values'
import type { ParameterValues } from './values'

/** What would change the choice between ways to pay, where there is only one (contract 7.3, method choice). */
export function methodWarnings(values: ParameterValues): readonly OpeningWarning[] {
  const warnings: OpeningWarning[] = []
  const method = textOf(values, 'force_payment_method')
  if (method !== null && method !== CARD) {
    warnings.push({
      field: 'force_payment_method',
      message: `Only card can be paid with here, not ${shown(method)}; the card page is shown.`,
    })
  }
  const group = textOf(values, 'force_payment_group')
  if (group !== null && method === null) {
    warnings.push({
      field: 'force_payment_group',
      message: `Ways to pay have no groups here, so ${shown(group)} restricts nothing; the card page is shown.`,
    })
  }
  const preselected = textOf(values, 'default_payment_method')
  if (preselected !== null && preselected !== CARD) {
    warnings.push({
      field: 'default_payment_method',
      message: `Only card can be paid with here, so ${shown(preselected)} is not selected; the card page is shown.`,
    })
  }
  if (listOf(textOf(values, 'hide')).includes(CARD)) {
    warnings.push({
      field: 'hide',
      message: 'card is the only way to pay here and cannot be hidden; the card page is shown.',
    })
  }
  return warnings
}

const CARD = 'card'
