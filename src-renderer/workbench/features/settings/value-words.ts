import { projectSwitches } from '#protocol/projects'
import type { ProjectSwitch } from '#domain/project/switches'
import { formatSpan } from '#window/lib/time'

const outcomes = {
  card: 'By card number',
  hold: 'Held until you decide',
  clarify: 'Clarification first',
} as const

const counted = (value: unknown, one: string, none: string): string => {
  const count = Array.isArray(value) ? value.length : 0
  return count === 0 ? none : `${count.toString()} ${one}${count === 1 ? '' : 's'}`
}

/** A value of a switch in a few words. */
export function valueWords({ control }: ProjectSwitch, value: unknown): string {
  switch (control.kind) {
    case 'boolean':
      return value === true ? 'On' : 'Off'
    case 'choice':
      return control.options.find((option) => option.value === value)?.label ?? String(value)
    case 'duration':
      return formatSpan(Number(value))
    case 'count':
    case 'resultCode':
      return String(value)
    case 'outcome': {
      const outcome = projectSwitches.shape.outcome.safeParse(value)
      return outcome.success ? outcomes[outcome.data.mode] : ''
    }
    case 'callbackRules':
      return counted(value, 'rule', 'No rules')
    case 'collectedFields':
      return counted(value, 'field', 'No fields')
    case 'addresses':
      return Array.isArray(value) && value.length > 0 ? value.join(', ') : 'Everybody'
  }
}
