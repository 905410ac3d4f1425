import { encodeUtf8 } from '#lib/bytes/utf8'
import { quotedText } from '#lib/limits/bounded-text'
import { joinedBytes } from './digest'
import type { Attempt, Search } from './found'
import { OBJECT_WORD } from './language-texts'
import { mistakeInData, type Mistake } from './mistake'
import { REFERENCE } from './recipe'
import type { Removable, SignedValue } from './signed-values'

/** Parameters that shops add to a finished request most often (contract 2.8). */
const ADDED_MOST_OFTEN = [
  'language_code',
  'interface_type',
  'baseUrl',
  'target_element',
  'redirect',
  'merchant_callback_url',
]

/** Attempts in which one member was missing, was empty or held a `+` when the message was signed; made one by one. */
export function* laterChanges({
  texts,
  readings,
  formEncoded,
}: Pick<Search, 'texts' | 'readings' | 'formEncoded'>): Generator<Attempt> {
  const { values, removables } = texts.valuesOf(REFERENCE)
  const inOrder = [...removables].sort((left, right) => likelihood(left) - likelihood(right))
  for (const reading of readings) {
    const chosen = texts.chosenOf(REFERENCE, reading)
    const lines = texts.linesOf(REFERENCE, reading)
    const text = lines.join(REFERENCE.joiner)
    const starts = startsOf(lines)
    const bytes = encodeUtf8(text)
    const byteStarts = startsOf(lines.map(encodeUtf8))
    const placeOf = new Map(chosen.map((at, place) => [at, place]))
    const shared = { recipe: REFERENCE, reading }

    /** The text with one line replaced, or removed (null): far cheaper than making the text anew. */
    const withLine = (place: number, line: string | null): Pick<Attempt, 'text' | 'bytes' | 'lines'> => {
      const isFirst = place === 0
      const isLast = place === lines.length - 1
      // Without a line one joiner goes too: the one before it, at the start the one behind it.
      const from = line === null && !isFirst ? -1 : 0
      const to = line === null && isFirst && !isLast ? 0 : -1
      const [start = 0, end = 0] = starts.slice(place, place + 2)
      const [byteStart = 0, byteEnd = 0] = byteStarts.slice(place, place + 2)
      return {
        text: text.slice(0, start + from) + (line ?? '') + text.slice(end + to),
        bytes: joinedBytes(
          bytes.subarray(0, byteStart + from),
          encodeUtf8(line ?? ''),
          bytes.subarray(byteEnd + to),
        ),
        lines: () => lines.flatMap((old, at) => (at === place ? (line ?? []) : old)),
      }
    }
    const withoutAll = ({ from, until }: Removable): Pick<Attempt, 'text' | 'bytes' | 'lines'> | null => {
      const place = until === from + 1 ? placeOf.get(from) : undefined
      if (place !== undefined) return withLine(place, null)
      const rest = lines.filter((_, at) => {
        const value = chosen[at] ?? -1
        return value < from || value >= until
      })
      return rest.length === lines.length ? null : { text: rest.join(REFERENCE.joiner), lines: () => rest }
    }

    for (const member of inOrder) {
      const rest = isOnlyValueOfParent(member, removables) ? null : withoutAll(member)
      if (rest !== null) yield { ...shared, ...rest, mistakes: [addedLater(member)] }
    }
    for (const member of inOrder.slice(0, MAX_FILLED)) {
      const place = placeOf.get(member.from)
      const path = values[member.from]?.path
      if (place === undefined || path === undefined || member.value === undefined) continue
      if (formEncoded && member.value.type === 'string' && member.value.value.includes(' ')) {
        const line = `${path}:${member.value.value.replaceAll(' ', '+')}`
        yield { ...shared, ...withLine(place, line), mistakes: [plusLostIn(member)] }
      }
      if (!isEmpty(values[member.from])) {
        yield { ...shared, ...withLine(place, `${path}:`), mistakes: [emptyWhenSigned(member)] }
      }
    }
  }
}

/** The offset of each line, with one unit of joiner between lines; the last offset is that of a line behind the end. */
const startsOf = (lines: readonly { readonly length: number }[]): readonly number[] => {
  const starts: number[] = []
  let start = 0
  for (const line of lines) {
    starts.push(start)
    start += line.length + 1
  }
  return [...starts, start]
}

/** How many members are tried as filled later: each takes as long as another mistake. */
const MAX_FILLED = 200

const likelihood = ({ name }: Removable): number => {
  const at = ADDED_MOST_OFTEN.indexOf(name)
  return at < 0 ? ADDED_MOST_OFTEN.length : at
}

/** An object with one value in it has the same lines as that value: only the value is tried. */
const isOnlyValueOfParent = (member: Removable, all: readonly Removable[]): boolean =>
  member.value === undefined &&
  member.until === member.from + 1 &&
  all.some((other) => other !== member && other.value !== undefined && other.from === member.from)

const isEmpty = (value: SignedValue | undefined): boolean => {
  const [only] = value?.parts ?? []
  return only?.type === 'null' || (only?.type === 'string' && only.value === '')
}

const addedLater = ({ path, value }: Removable): Mistake => {
  const name = quotedText(path)
  const text = value?.type === 'string' ? value.value : undefined
  if (text === OBJECT_WORD) {
    return mistakeInData(
      'addedLater',
      'Added after signing',
      `${name} was added after signing: the library wrote an object as [object Object], as it does when it opens by GET.`,
      'Open by POST, or sign and send JSON.stringify of it.',
    )
  }
  if (text === 'undefined') {
    return mistakeInData(
      'addedLater',
      'Added after signing',
      `${name} was not signed, but the library sent it as the word undefined.`,
      'Leave the key out where there is no value.',
    )
  }
  return mistakeInData(
    'addedLater',
    'Added after signing',
    `It fits when ${name} is left out: that parameter was added after signing.`,
    'Sign after every parameter is set.',
  )
}

const emptyWhenSigned = ({ path }: Removable): Mistake =>
  mistakeInData(
    'emptyWhenSigned',
    'Filled after signing',
    `It fits when ${quotedText(path)} is empty: its value was set after signing.`,
    'Sign after every parameter is set.',
  )

const plusLostIn = ({ path }: Removable): Mistake =>
  mistakeInData(
    'plusOnTheWay',
    '+ arrived as a space',
    `The signed value of ${quotedText(path)} held +, which arrived as a space.`,
    'In a query and in form encoding write + as %2B.',
  )
