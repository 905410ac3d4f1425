import { z } from 'zod'
import {
  checkSubmitChoice,
  type FormParameters,
  formParameters,
  previewMethod,
  previewMode,
} from '#protocol/projects'
import { findParameter, FORM_PARAMETERS, PURCHASE_PARAMETERS } from '#domain/form/parameters/parameters'
import type { FormParameter } from '#domain/form/parameters/parameter'
import { parseJson } from '#lib/json/parse'
import { readStored } from '#window/state/preferences-shape'

/** Every parameter that a tester can add: all but frame_mode, which the library sets. */
export const KNOWN_PARAMETERS: readonly FormParameter[] = FORM_PARAMETERS.filter(
  ({ name }) => name !== 'frame_mode',
)

/** The values of a parameter if its rule lists them; a switch has 0 and 1. */
export function knownValues(name: string): readonly string[] {
  const rule = findParameter(name)?.rule
  return rule?.kind === 'switch' ? ['0', '1'] : (rule?.values ?? []).map(String)
}

const NUMBERS: readonly (string | undefined)[] = ['integer', 'amount']

/** Parameters that a purchase needs (contract 7.1), except the generated signature. Always shown first. */
export const REQUIRED = PURCHASE_PARAMETERS.filter((name) => name !== 'signature')

/** Whether the mode of these parameters requires this one (contract 7.1), except the generated signature. */
export function isRequired(rows: readonly ParameterRow[], name: string): boolean {
  const mode = textOf(rows, 'mode') || 'purchase'
  return name !== 'signature' && findParameter(name)?.requiredIn.some((each) => each === mode) === true
}

const row = z.object({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) })

export type ParameterRow = Readonly<z.infer<typeof row>>

const SAMPLE_ROWS: readonly ParameterRow[] = [
  { name: 'project_id', value: '' },
  { name: 'payment_id', value: '' },
  { name: 'customer_id', value: 'buyer-5' },
  { name: 'payment_amount', value: 4650 },
  { name: 'payment_currency', value: 'EUR' },
  { name: 'payment_description', value: 'Order 2031, two items' },
  { name: 'customer_email', value: 'nora@shop.test' },
]

export const SAMPLE_CSS = '.ep-modal-wrap {\n  border-radius: 8px;\n}\n'

const draft = z.object({
  rows: z.array(row).catch([...SAMPLE_ROWS]),
  mode: previewMode.catch('modal'),
  method: previewMethod.catch('post'),
  device: z.enum(['phone', 'tablet', 'laptop', 'fit']).catch('laptop'),
  css: z.string().max(20_000).catch(''),
  checkSubmit: checkSubmitChoice.catch('resolve'),
  view: z.enum(['form', 'json', 'snippet']).catch('form'),
  snippet: z.enum(['html', 'node', 'php', 'python', 'curl']).catch('html'),
  /** `width` of the parameters and `height` of the events, in percent of the available space. */
  width: z.number().min(25).max(75).catch(27),
  height: z.number().min(15).max(75).catch(36),
})

export type PreviewDraft = Readonly<z.infer<typeof draft>>

export type OpeningDraft = Pick<PreviewDraft, 'rows' | 'mode' | 'method' | 'css' | 'checkSubmit'>

const openingText = ({ rows, mode, method, css, checkSubmit }: OpeningDraft): string =>
  JSON.stringify([
    Object.entries(parametersOf(rows)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    mode,
    mode === 'tab' ? 'get' : method,
    mode === 'modal' ? css : '',
    mode === 'embedded' ? checkSubmit : '',
  ])

/** Whether both open the same form. Fields that the mode does not use are ignored. */
export function opensAlike(one: OpeningDraft, other: OpeningDraft): boolean {
  return openingText(one) === openingText(other)
}

export function readDraft(text?: string): PreviewDraft {
  const read = readStored(draft, text) ?? draft.parse({})
  return { ...read, rows: completeRows(read.rows) }
}

/** The required parameters first, even if not given, then the others in their order. */
function completeRows(rows: readonly ParameterRow[]): ParameterRow[] {
  const required = REQUIRED.map((name) => rows.find((each) => each.name === name) ?? { name, value: '' })
  return [...required, ...rows.filter(({ name }) => !REQUIRED.includes(name))]
}

export function parametersOf(rows: readonly ParameterRow[]): FormParameters {
  // For these, if they are empty, Paybench fills in the project and an unused payment id.
  const given = rows.filter(({ name, value }) => value !== '' || !['project_id', 'payment_id'].includes(name))
  return Object.fromEntries(given.map(({ name, value }) => [name, value]))
}

export function rowsOf(parameters: FormParameters): ParameterRow[] {
  return completeRows(Object.entries(parameters).map(([name, value]) => ({ name, value })))
}

/** A number if the rule or `before` is one, a boolean if `before` is one; the text itself if it does not fit. */
export function valueOf(name: string, text: string, before?: ParameterRow['value']): ParameterRow['value'] {
  const isNumber = typeof before === 'number' || NUMBERS.includes(findParameter(name)?.rule.kind)
  // More digits would lose precision.
  if (isNumber && /^(?:0|-?[1-9]\d{0,14})$/.test(text)) return Number(text)
  if (typeof before === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true'
  return text
}

export function withRow(
  rows: readonly ParameterRow[],
  name: string,
  value: ParameterRow['value'] | null,
): ParameterRow[] {
  if (value === null) return completeRows(rows.filter((each) => each.name !== name))
  if (!rows.some((each) => each.name === name)) return completeRows([...rows, { name, value }])
  return rows.map((each) => (each.name === name ? { name, value } : each))
}

/** The value of a parameter as text; '' if the parameter is not given. */
export function textOf(rows: readonly ParameterRow[], name: string): string {
  return String(rows.find((each) => each.name === name)?.value ?? '')
}

export function readParameters(
  text: string,
): { readonly parameters: FormParameters } | { readonly error: string } {
  const json = parseJson(text)
  if (!json.ok) return { error: `${json.line === undefined ? '' : `Line ${json.line}: `}${json.message}` }
  const [repeated] = json.duplicateKeys
  if (repeated !== undefined) return { error: `${repeated} appears twice. Keep one of them.` }
  const parsed = formParameters.safeParse(json.plain)
  if (parsed.success) return { parameters: parsed.data }
  const [key] = parsed.error.issues[0]?.path ?? []
  return {
    error:
      key === undefined
        ? 'Parameters must be an object, such as { "payment_id": "…" }.'
        : `${String(key)}: names have no spaces and none of = & ; and values are strings, numbers, true or false. Write nested values as JSON in a string.`,
  }
}
