import { isRecord } from '../../lib/json/record'
import { parseJson } from '../../lib/json/parse'

/** How a page of a merchant opens the form. */
export interface FormOpening {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** Fields to post. */
  readonly fields: Readonly<Record<string, string>>
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Resolves the entities of an attribute: template languages write `+` in a signature as `&#43;`. */
const unescaped = (text: string): string =>
  text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6}));/g,
    (whole, name?: string, decimal?: string, hexadecimal?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole
      const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
    },
  )

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
  const value = found?.[1] ?? found?.[2] ?? found?.[3]
  return value === undefined ? null : unescaped(value)
}

/**
 * Finds what opens the form in a merchant's page: a web form that posts to it, a link or a frame with its address, or the
 * parameters that the page gives to the library. Null where there is nothing of the kind.
 */
export function openingIn(page: string, platform: string): FormOpening | null {
  // A relative address leads to the merchant itself.
  const isForm = (url: string): boolean => /^(https?:)?\/\/[^?#]*\/payment([?#]|$)/i.test(url)
  for (const [whole] of page.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/gi)) {
    const action = attribute(whole, 'action')
    if (action === null || !isForm(action)) continue
    const inputs = [...whole.matchAll(/<input\b[^>]*>/gi)].flatMap(([tag]) => {
      const name = attribute(tag, 'name')
      return name === null ? [] : [[name, attribute(tag, 'value') ?? ''] as const]
    })
    const fields = Object.fromEntries(inputs)
    const method =
      attribute(/<form\b[^>]*>/i.exec(whole)?.[0] ?? '', 'method')?.toUpperCase() === 'POST' ? 'POST' : 'GET'
    return method === 'POST'
      ? { url: action, method, fields }
      : { url: withQuery(action.replace(/[?#].*$/, ''), fields), method, fields: {} }
  }
  for (const [tag] of page.matchAll(/<(?:a|iframe)\b[^>]*>/gi)) {
    const url = attribute(tag, 'href') ?? attribute(tag, 'src')
    if (url !== null && isForm(url) && url.includes('payment_id=')) return { url, method: 'GET', fields: {} }
  }
  const given = libraryParameters(page)
  return given === null ? null : { url: withQuery(`${platform}/payment`, given), method: 'GET', fields: {} }
}

const MAX_PARAMETERS_CHARS = 65_536
/** How many braces before a payment_id are tried as the beginning of its map, and how many behind it as the end. */
const MAX_BEGINNINGS = 20
const MAX_ENDS = 100

/** The first JSON object in a page that has a payment_id: the argument of the library. */
function libraryParameters(page: string): Readonly<Record<string, string>> | null {
  const at = page.search(/["']payment_id["']\s*:/)
  if (at < 0) return null
  let from = page.lastIndexOf('{', at)
  for (let tried = 0; from >= 0 && tried < MAX_BEGINNINGS; tried += 1) {
    const found = mapAround(page, from, at)
    if (found !== null) return found
    from = from === 0 ? -1 : page.lastIndexOf('{', from - 1)
  }
  return null
}

/** The JSON object from the brace at `from` to a brace behind `at`, its values as texts; null where none has a payment_id. */
function mapAround(page: string, from: number, at: number): Readonly<Record<string, string>> | null {
  let to = page.indexOf('}', at)
  for (let tried = 0; to > 0 && to - from < MAX_PARAMETERS_CHARS && tried < MAX_ENDS; tried += 1) {
    const reading = parseJson(page.slice(from, to + 1))
    if (reading.ok && isRecord(reading.plain) && 'payment_id' in reading.plain) {
      const parts = Object.entries(reading.plain).map(
        ([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const,
      )
      return Object.fromEntries(parts)
    }
    to = page.indexOf('}', to + 1)
  }
  return null
}

function withQuery(url: string, fields: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(fields).toString()
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
}
