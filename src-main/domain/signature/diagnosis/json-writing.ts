import { assertNever } from '#lib/assert-never'
import type { JsonNode } from '#lib/json/node'
import { unicodeEscaped } from './writing'

/** JSON texts that code signs instead of the lines. `received`: the body as it came, with its signature cut out. */
export type JsonWriting =
  | 'received'
  | 'receivedEmptied'
  | 'compact'
  | 'compactSlashes'
  | 'compactUnicode'
  | 'compactBoth'
  | 'spaced'
  | 'spacedUnicode'
  | 'indented2'
  | 'indented4'
  | 'sorted'
  | 'sortedSpacedUnicode'

/** Every way, in the order in which it is tried. */
export const JSON_WRITINGS: readonly JsonWriting[] = [
  'received',
  'compact',
  'receivedEmptied',
  'compactSlashes',
  'compactUnicode',
  'compactBoth',
  'spacedUnicode',
  'spaced',
  'sorted',
  'sortedSpacedUnicode',
  'indented2',
  'indented4',
]

/** The JSON text of the data, written in that way; undefined where it would need the received text and there is none. */
export const jsonText = (
  root: JsonNode,
  writing: JsonWriting,
  received: string | undefined,
): string | undefined => {
  switch (writing) {
    case 'received':
      return received === undefined ? undefined : withoutSignatureText(received)
    case 'receivedEmptied':
      return received === undefined ? undefined : received.replace(SIGNATURE_MEMBER, '$1$2""')
    case 'compact':
      return write(root, COMPACT)
    case 'compactSlashes':
      return write(root, COMPACT).replaceAll('/', '\\/')
    case 'compactUnicode':
      return unicodeEscaped(write(root, COMPACT))
    case 'compactBoth':
      return unicodeEscaped(write(root, COMPACT)).replaceAll('/', '\\/')
    case 'spaced':
      return write(root, SPACED)
    case 'spacedUnicode':
      return unicodeEscaped(write(root, SPACED))
    case 'indented2':
      return write(root, { ...COMPACT, colon: ': ', indent: '  ' })
    case 'indented4':
      return write(root, { ...COMPACT, colon: ': ', indent: '    ' })
    case 'sorted':
      return write(root, { ...COMPACT, sorted: true })
    case 'sortedSpacedUnicode':
      return unicodeEscaped(write(root, { ...SPACED, sorted: true }))
    default:
      return assertNever(writing)
  }
}

const SIGNATURE_MEMBER = /("signature")(\s*:\s*)"(?:[^"\\]|\\.)*"/

/** The member with the comma that goes with it: the one before it, else the one behind it. */
const SIGNATURE_WITH_COMMA =
  /,\s*"signature"\s*:\s*"(?:[^"\\]|\\.)*"|"signature"\s*:\s*"(?:[^"\\]|\\.)*"\s*(?:,\s*)?/

const withoutSignatureText = (text: string): string => text.replace(SIGNATURE_WITH_COMMA, '')

interface Manner {
  readonly comma: string
  readonly colon: string
  readonly indent: string
  readonly sorted: boolean
}

const COMPACT: Manner = { comma: ',', colon: ':', indent: '', sorted: false }
const SPACED: Manner = { comma: ', ', colon: ': ', indent: '', sorted: false }

/** The data without signatures as one JSON text. */
const write = (node: JsonNode, manner: Manner, margin = ''): string => {
  switch (node.type) {
    case 'object': {
      const members = node.members.filter(({ key }) => key !== 'signature')
      const ordered = manner.sorted
        ? [...members].sort((left, right) => (left.key < right.key ? -1 : 1))
        : members
      return bracketed(
        '{',
        ordered.map(
          ({ key, value }) =>
            `${JSON.stringify(key)}${manner.colon}${write(value, manner, margin + manner.indent)}`,
        ),
        '}',
        manner,
        margin,
      )
    }
    case 'array':
      return bracketed(
        '[',
        node.items.map((item) => write(item, manner, margin + manner.indent)),
        ']',
        manner,
        margin,
      )
    case 'string':
      return JSON.stringify(node.value)
    case 'number':
      return node.text
    case 'boolean':
      return String(node.value)
    case 'null':
      return 'null'
  }
}

const bracketed = (
  open: string,
  parts: readonly string[],
  close: string,
  manner: Manner,
  margin: string,
): string => {
  if (parts.length === 0 || manner.indent === '') return `${open}${parts.join(manner.comma)}${close}`
  const inner = `\n${margin}${manner.indent}`
  return `${open}${inner}${parts.join(`,${inner}`)}\n${margin}${close}`
}
