import { isRecord } from '#lib/json/record'
import { parseJson } from '#lib/json/parse'
import { boundedPath, boundedText } from '#lib/limits/bounded-text'
import { describeValue } from '#lib/match/describe'
import { task } from '#scenarios/foreign/tasks'

/** What an order has at a path. */
export interface ValueAtPath {
  readonly kind: 'none' | 'object' | 'value'
  /** As JSON, cut to a readable length; null: there is none. */
  readonly text: string | null
  /** A value that can be one of those that a person names; null: it cannot. */
  readonly word: string | null
}

/** A value of an order with the path to it. */
export interface OrderMember {
  /** Members on the way to it, joined by dots. */
  readonly path: string
  /** As JSON, cut to a readable length. */
  readonly value: string
}

/** What a person and the exam need to know of an order. */
export interface OrderContent {
  /** Why it is not read, as a clause such as `responded with an empty body`; null: it is. */
  readonly problem: string | null
  /** What it has at each of the paths that were asked for. */
  readonly values: readonly ValueAtPath[]
  /** The values that a path can lead to: the first 40, at most 5 members deep, lists as a whole. */
  readonly members: readonly OrderMember[]
}

const MAX_MEMBERS = 40
const MAX_DEPTH = 5
/** Characters of a value that a person can name. */
const MAX_WORD = 1_000
/** Characters of a body that a sentence quotes. */
const MAX_QUOTED = 100

/** Reads an order from the body of a response, and what it has at paths. */
export const READ_ORDER = task({
  name: 'readOrder',
  what: 'Reading the order',
  remedy: 'Let the merchant show orders with less.',
  work({
    text,
    paths,
  }: {
    readonly text: string
    readonly paths: readonly (readonly string[])[]
  }): OrderContent {
    const json = parseJson(text)
    if (json.ok) {
      const { plain } = json
      return {
        problem: null,
        values: paths.map((path) => valueAt(plain, path)),
        members: orderMembers(plain),
      }
    }
    const start = boundedText(text.trim().replaceAll(/\s+/g, ' '), MAX_QUOTED)
    const what = start === '' ? 'an empty body' : `something that is not JSON: ${start}`
    return { problem: `responded with ${what}`, values: [], members: [] }
  },
})

function valueAt(json: unknown, path: readonly string[]): ValueAtPath {
  const value = path.reduce<unknown>(
    (inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    json,
  )
  if (value === undefined) return { kind: 'none', text: null, word: null }
  const text = describeValue(value)
  if (isRecord(value)) return { kind: 'object', text, word: null }
  const word = isWord(value) ? String(value) : null
  return { kind: 'value', text, word }
}

const isWord = (value: unknown): value is string | number | boolean | null =>
  typeof value === 'string' ? value.length <= MAX_WORD : typeof value !== 'object' || value === null

function orderMembers(json: unknown): readonly OrderMember[] {
  const found: OrderMember[] = []
  const visit = (value: unknown, path: readonly string[]): void => {
    if (isRecord(value) && path.length < MAX_DEPTH) {
      for (const [key, inner] of Object.entries(value)) {
        if (found.length === MAX_MEMBERS) return
        visit(inner, [...path, key])
      }
    } else if (path.length > 0 && found.length < MAX_MEMBERS) {
      found.push({ path: boundedPath(path), value: describeValue(value, MAX_QUOTED) })
    }
  }
  visit(json, [])
  return found
}
