import { FORM_PARAMETERS } from '#domain/form/parameters/parameters'
import type { FormParameter } from '#domain/form/parameters/parameter'

/** A parameter of the form as the workbench offers it (contract 7.3). */
export interface KnownParameter {
  readonly name: string
  readonly meaning: string
  readonly sample: string
  /** `number`: its values are whole numbers in JSON. */
  readonly kind: 'text' | 'number'
  /** All values that mean something, where there are few. */
  readonly values: readonly string[]
}

const NUMBERS: readonly string[] = ['integer', 'amount', 'project id']

function offered({ name, meaning, sample, rule }: FormParameter): KnownParameter {
  return {
    name,
    meaning,
    sample,
    kind: NUMBERS.includes(rule.kind) ? 'number' : 'text',
    values: rule.kind === 'choice' ? rule.values : rule.kind === 'switch' ? ['0', '1'] : [],
  }
}

const byName: ReadonlyMap<string, KnownParameter> = new Map(
  FORM_PARAMETERS.map((parameter) => [parameter.name, offered(parameter)]),
)

/** Every parameter that a tester can add. The library sets frame_mode itself, the bench makes the signature. */
export const KNOWN_PARAMETERS: readonly KnownParameter[] = [...byName.values()].filter(
  ({ name }) => name !== 'frame_mode',
)

export function findKnownParameter(name: string): KnownParameter | undefined {
  return byName.get(name)
}
