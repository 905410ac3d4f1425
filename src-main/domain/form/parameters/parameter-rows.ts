import { FORM_MODES, type FormMode } from '#domain/form/settings'
import type { FormParameter, ParameterRule, ParameterSection, ParameterUse } from './parameter'

/** What few rows of the table set. */
interface Particulars {
  readonly modes?: readonly FormMode[]
  readonly requiredIn?: readonly FormMode[]
  readonly signed?: false
  readonly code?: string
}

/** One row of the table without what it shares with its section. */
export type ParameterRow = readonly [
  name: string,
  rule: ParameterRule,
  use: ParameterUse,
  meaning: string,
  sample: string,
  particulars?: Particulars,
]

/** The rows of one section; a wrong value is named with code 502 where the row knows no better one. */
export function parameterRows(
  section: ParameterSection,
  rows: readonly ParameterRow[],
): readonly FormParameter[] {
  return rows.map(([name, rule, use, meaning, sample, particulars = {}]) => ({
    name,
    section,
    rule,
    use,
    meaning,
    modes: FORM_MODES,
    requiredIn: [],
    signed: true,
    code: '502',
    sample,
    ...particulars,
  }))
}

export const ANY: ParameterRule = { kind: 'any' }
export const SWITCH: ParameterRule = { kind: 'switch' }
export const URL: ParameterRule = { kind: 'url' }
export const COUNTRY: ParameterRule = { kind: 'country' }
export const LIST: ParameterRule = { kind: 'list' }
export const BASE64_JSON: ParameterRule = { kind: 'base64 json' }

/** A text of at most `maxLength` characters; null: of any length. */
export function text(maxLength: number | null = null): ParameterRule {
  return { kind: 'text', maxLength }
}

/** A whole number within limits, both included; `maximum` null: without an upper limit. */
export function integer(minimum: number, maximum: number | null = null): ParameterRule {
  return { kind: 'integer', minimum, maximum }
}

/** One of these values. */
export function choice(...values: readonly string[]): ParameterRule {
  return { kind: 'choice', values }
}
