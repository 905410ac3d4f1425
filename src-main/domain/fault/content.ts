import { withoutMembers } from '#domain/callback/signed-text'
import { decodeUtf8, encodeUtf8 } from '#lib/bytes/utf8'
import { headerValues, type HeaderList } from '#lib/http-message/message'
import { locateValues } from '#lib/json/locate'
import { atPath, type JsonNode } from '#lib/json/node'
import { parseJson } from '#lib/json/parse'
import { type AttemptContent, type Changed, readPath } from './kind'

type ChangedText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

const noChange = (message: string): ChangedText => ({ ok: false, message })

export function changeText(content: AttemptContent, change: (text: string) => ChangedText): Changed {
  const text = decodeUtf8(content.body)
  if (text === undefined) return 'the body is not UTF-8 text'
  const changed = change(text)
  return changed.ok ? withBody(content, encodeUtf8(changed.text)) : changed.message.replace(/\.$/, '')
}

function changeField(
  content: AttemptContent,
  path: string,
  change: (text: string, root: JsonNode, keys: readonly string[]) => ChangedText,
): Changed {
  return changeText(content, (text) => {
    const json = parseJson(text)
    if (!json.ok) return noChange('the body is not JSON')
    const keys = readPath(path)
    return keys === null ? noChange(`${path} is not a path`) : change(text, json.root, keys)
  })
}

/** Replaces a field's value with the text of a JSON value. All other characters stay. */
export function withFieldValue(content: AttemptContent, path: string, value: string): Changed {
  return changeField(content, path, (text, root, keys) => {
    // Of repeated keys, readers use the last.
    const span = atPath(root, keys) === undefined ? undefined : locateValues(text, [keys]).at(-1)
    if (span === undefined) return noChange(`there is no ${path}`)
    // The span of a string excludes its quotes.
    const quote = span.kind === 'string' ? 1 : 0
    return { ok: true, text: text.slice(0, span.start - quote) + value + text.slice(span.end + quote) }
  })
}

/** Removes key, value and one comma. */
export function withoutField(content: AttemptContent, path: string): Changed {
  return changeField(content, path, (text, root, keys) => {
    if (atPath(root, keys) === undefined) return noChange(`there is no ${path}`)
    if (atPath(root, keys.slice(0, -1))?.type !== 'object') {
      return noChange(`${path} is an item of an array; only fields can be left out`)
    }
    const left = withoutMembers(text, [keys])
    return parseJson(left).ok
      ? { ok: true, text: left }
      : noChange(`${path} has a key that cannot be removed from the text`)
  })
}

/** Adds a field after the last one of its object. */
export function withNewField(content: AttemptContent, path: string, value: string): Changed {
  return changeField(content, path, (text, root, keys) => {
    const key = keys.at(-1) ?? ''
    if (atPath(root, keys) !== undefined) return noChange(`${path} already exists`)
    const parents = keys.slice(0, -1)
    const parent = atPath(root, parents)
    if (parent?.type !== 'object') {
      return noChange(`there is no object ${parents.join('.')} that could contain ${key}`)
    }
    const end =
      parents.length === 0 ? text.lastIndexOf('}') : (locateValues(text, [parents]).at(-1)?.end ?? 0) - 1
    const before = text.slice(0, end).trimEnd()
    const comma = parent.members.length === 0 ? '' : ','
    return {
      ok: true,
      text: `${before}${comma}${JSON.stringify(key)}:${value}${text.slice(before.length)}`,
    }
  })
}

/** Replaces the body; corrects an existing `Content-Length`, but adds none. */
function withBody({ headers }: AttemptContent, body: Uint8Array): AttemptContent {
  const hasLength = headerValues(headers, 'content-length').length > 0
  return { headers: hasLength ? withHeader(headers, 'Content-Length', String(body.length)) : headers, body }
}

/** An existing field keeps its position and the case of its name; a missing one comes last. */
export function withHeader(headers: HeaderList, name: string, value: string): HeaderList {
  const hasName = ([other]: readonly [string, string]): boolean => other.toLowerCase() === name.toLowerCase()
  if (!headers.some(hasName)) return [...headers, [name, value]]
  return headers.map((field) => (hasName(field) ? ([field[0], value] as const) : field))
}

export function withContentType(content: AttemptContent, value: string): AttemptContent {
  return { ...content, headers: withHeader(content.headers, 'Content-Type', value) }
}

/** Names for the editor (`label`), for sentences (`words`) and for Content-Type (`announced`), and the encoders. */
export const CHARSETS = {
  'utf-16le': {
    label: 'UTF-16, little endian',
    words: 'UTF-16 (little endian)',
    announced: 'utf-16le',
    encode: (text: string) => units(text, (unit) => [unit & 0xff, unit >> 8]),
  },
  'utf-16be': {
    label: 'UTF-16, big endian',
    words: 'UTF-16 (big endian)',
    announced: 'utf-16be',
    encode: (text: string) => units(text, (unit) => [unit >> 8, unit & 0xff]),
  },
  /** Characters that Latin-1 lacks become question marks. */
  latin1: {
    label: 'latin1',
    words: 'latin1',
    announced: 'iso-8859-1',
    encode: (text: string) =>
      Uint8Array.from(Array.from(text), (character) => {
        const code = character.codePointAt(0) ?? 0x3f
        return code > 0xff ? 0x3f : code
      }),
  },
  'utf-8-bom': {
    label: 'UTF-8 with a byte order mark',
    words: 'UTF-8 with a byte order mark',
    announced: 'utf-8',
    encode: (text: string) => encodeUtf8(`\uFEFF${text}`),
  },
} as const
export type FaultCharset = keyof typeof CHARSETS

function units(text: string, bytesOf: (unit: number) => readonly [number, number]): Uint8Array {
  const bytes = new Uint8Array(text.length * 2)
  for (let at = 0; at < text.length; at += 1) bytes.set(bytesOf(text.charCodeAt(at)), at * 2)
  return bytes
}

export function inCharset(content: AttemptContent, name: FaultCharset, announce: boolean): Changed {
  const text = decodeUtf8(content.body)
  if (text === undefined) return 'the body is not UTF-8 text'
  const charset = CHARSETS[name]
  const encoded = withBody(content, charset.encode(text))
  return announce ? withContentType(encoded, `application/json; charset=${charset.announced}`) : encoded
}
