import { apiError } from '../../../domain/api/errors'
import type { FormMode } from '../../../domain/form/settings'
import type { FormError } from './form-error'
import { EVERY_MODE } from '../../../domain/form/parameters/parameter-rows'
import { shown } from './shown'
import { textOf } from './values'
import type { ParameterValues } from './values'

/** Modes that the browser library accepts but the platform does not support (contract 7.1). */
const LIBRARY_ONLY: ReadonlySet<string> = new Set(['money_transfer', 'presentation'])

/** Reads the target activity, or returns the error for an unknown word (contract 7.1). */
export function modeOf(values: ParameterValues): FormMode | FormError {
  if (!values.has('mode')) return 'purchase'
  const text = textOf(values, 'mode')
  const mode = EVERY_MODE.find((each) => each === text)
  if (mode !== undefined) return mode
  const wanted = shown(text ?? '')
  return apiError(400, '7.1', {
    code: '502',
    field: 'mode',
    constraint: 'enum',
    message: LIBRARY_ONLY.has(wanted)
      ? `The browser library knows mode ${wanted}, but the platform opens no form for it. Use ${EVERY_MODE.join(', ')}.`
      : `There is no mode ${wanted === '' ? 'of that kind' : wanted}. Use ${EVERY_MODE.join(', ')}, or leave mode out for a purchase.`,
  })
}
