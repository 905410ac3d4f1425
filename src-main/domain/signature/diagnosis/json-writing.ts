import type { JsonNode } from '#lib/json/node'
import type { Recipe } from '#domain/signature/recipe'

type WholeText = NonNullable<Recipe['wholeText']>

/** Writes slashes as PHP's json_encode does. */
export const escapedSlashes = (text: string): string => text.replaceAll('/', '\\/')

/** Writes characters outside ASCII as `\uXXXX`, one for each UTF-16 code unit. */
export const escapedUnicode = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

interface Manner {
  readonly comma?: string
  readonly colon?: string
  readonly indent?: string
  readonly isSorted?: true
  readonly escaped?: (text: string) => string
}

const SIGNATURE_MEMBER = /("signature")(\s*:\s*)"(?:[^"\\]|\\.)*"/

/** The `signature` member with the comma before it or, if there is none, the comma after it. */
const SIGNATURE_WITH_COMMA =
  /,\s*"signature"\s*:\s*"(?:[^"\\]|\\.)*"|"signature"\s*:\s*"(?:[^"\\]|\\.)*"\s*(?:,\s*)?/

const writtenAs =
  (manner: Manner): WholeText =>
  (root) => {
    const text = write(root, manner, '')
    return manner.escaped?.(text) ?? text
  }

const SPACED = { comma: ', ', colon: ': ' }

/** JSON texts that merchant code may sign instead of the sorted lines, in the order of the search. */
export const JSON_TEXTS: readonly WholeText[] = [
  (_, bodyText) => bodyText?.replace(SIGNATURE_WITH_COMMA, ''),
  writtenAs({}),
  (_, bodyText) => bodyText?.replace(SIGNATURE_MEMBER, '$1$2""'),
  writtenAs({ escaped: escapedSlashes }),
  writtenAs({ escaped: escapedUnicode }),
  writtenAs({ escaped: (text) => escapedSlashes(escapedUnicode(text)) }),
  writtenAs({ ...SPACED, escaped: escapedUnicode }),
  writtenAs(SPACED),
  writtenAs({ isSorted: true }),
  writtenAs({ ...SPACED, isSorted: true, escaped: escapedUnicode }),
  writtenAs({ colon: ': ', indent: '  ' }),
  writtenAs({ colon: ': ', indent: '    ' }),
]

const write = (node: JsonNode, manner: Manner, margin: string): string => {
  const { comma = ',', colon = ':', indent = '', isSorted } = manner
  const inner = margin + indent
  const wrapped = (open: string, parts: readonly string[], close: string): string =>
    parts.length === 0 || indent === ''
      ? `${open}${parts.join(comma)}${close}`
      : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`
  switch (node.type) {
    case 'object': {
      const members = node.members.filter(({ key }) => key !== 'signature')
      if (isSorted === true) members.sort((left, right) => (left.key < right.key ? -1 : 1))
      const parts = members.map(
        ({ key, value }) => `${JSON.stringify(key)}${colon}${write(value, manner, inner)}`,
      )
      return wrapped('{', parts, '}')
    }
    case 'array':
      return wrapped(
        '[',
        node.items.map((item) => write(item, manner, inner)),
        ']',
      )
    case 'number':
      return node.text
    case 'string':
    case 'boolean':
      return JSON.stringify(node.value)
    case 'null':
      return 'null'
  }
}
