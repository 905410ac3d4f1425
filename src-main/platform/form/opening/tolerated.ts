import type { OpeningWarning } from './opening-warning'
import { findParameter } from '#domain/form/parameters/parameters'
import { shown } from './shown'
import { type ParameterValues, textOf } from './values'

/** Whether a parameter takes the value only because public pages offer it; then it has no effect (contract 12.27). */
export function isTolerated(name: string, text: string | null): boolean {
  const rule = findParameter(name)?.rule
  return text !== null && rule?.kind === 'choice' && rule.tolerated?.includes(text) === true
}

export function toleratedWarnings(values: ParameterValues): readonly OpeningWarning[] {
  return [...values.keys()].flatMap((name) => {
    const rule = findParameter(name)?.rule
    const text = textOf(values, name)
    if (rule?.kind !== 'choice' || text === null || !isTolerated(name, text)) return []
    return [
      {
        field: name,
        message: `${name} cannot be ${shown(text)} and counts as not given. Send one of ${rule.values.join(', ')}.`,
      },
    ]
  })
}
