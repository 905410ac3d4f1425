import type { ExchangeDetail } from '#protocol/messages'
import { LIMITS } from '#lib/limits/limit-table'
import { decodePairs } from '#lib/http-message/url-encoded'

/** A parameter as it was sent. */
export interface Parameter {
  readonly place: 'query' | 'body'
  readonly name: string
  readonly value: string
}

const bytesOf = (text: string): Uint8Array =>
  // One character per byte where the request line was kept as it came.
  Array.from(text).every((character) => (character.codePointAt(0) ?? 0) <= 0xff)
    ? Uint8Array.from(text, (character) => character.charCodeAt(0))
    : new TextEncoder().encode(text)

/** Parameters of the query and of a form-encoded body, in their order, repeats included. */
export function parametersOf({ path, headers, body }: ExchangeDetail): readonly Parameter[] {
  const question = path.indexOf('?')
  const query = question < 0 ? '' : path.slice(question + 1)
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const form = /^\s*application\/x-www-form-urlencoded\b/i.test(type) ? (body ?? '') : ''
  const read = (place: Parameter['place'], bytes: Uint8Array): readonly Parameter[] =>
    decodePairs(bytes).map(({ name, value }) => ({ place, name, value }))
  return [...read('query', bytesOf(query)), ...read('body', new TextEncoder().encode(form))]
}

/** Index of the parameter that a refusal names, also where it names something inside of it; -1 where none is there. */
export function refusedParameter(parameters: readonly Parameter[], field: string): number {
  const exact = parameters.findLastIndex(({ name }) => name === field)
  if (exact >= 0) return exact
  const [outer = ''] = field.split('.', 1)
  return parameters.findLastIndex(({ name }) => name === outer)
}

/** The first parameters that a table lays out, and the refused one wherever it stands; `index` counts from 0. */
export function shownParameters(
  parameters: readonly Parameter[],
  refused: number,
): readonly { readonly parameter: Parameter; readonly index: number }[] {
  const first = parameters.slice(0, LIMITS.shownRows).map((parameter, index) => ({ parameter, index }))
  const marked = parameters[refused]
  return marked === undefined || refused < first.length
    ? first
    : [...first, { parameter: marked, index: refused }]
}
