import { isRecord } from '../../lib/json/record'
import { parseJson } from '../../lib/json/parse'

/** How a page of a merchant opens the form. */
export interface FormOpening {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** Fields to post. */
  readonly fields: Readonly<Record<string, string>>
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
}
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (whole, name: string) => ENTITIES[name] ?? whole)

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
  const isForm = (url: string): boolean => /\/payment([?#]|$)/.test(url)
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
      : { url: withQuery(action, fields), method, fields: {} }
  }
  for (const [tag] of page.matchAll(/<(?:a|iframe)\b[^>]*>/gi)) {
    const url = attribute(tag, 'href') ?? attribute(tag, 'src')
    if (url !== null && isForm(url) && url.includes('payment_id=')) return { url, method: 'GET', fields: {} }
  }
  const given = libraryParameters(page)
  return given === null ? null : { url: withQuery(`${platform}/payment`, given), method: 'GET', fields: {} }
}

/** The first map of JSON in a page with a payment_id: the argument of the library. */
function libraryParameters(page: string): Readonly<Record<string, string>> | null {
  const at = page.search(/["']?payment_id["']?\s*:/)
  const from = page.lastIndexOf('{', at)
  if (at < 0 || from < 0) return null
  for (let to = page.indexOf('}', at); to > 0 && to - from < 65_536; to = page.indexOf('}', to + 1)) {
    const reading = parseJson(page.slice(from, to + 1))
    if (!reading.ok || !isRecord(reading.plain)) continue
    const parts = Object.entries(reading.plain).map(
      ([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    )
    return Object.fromEntries(parts)
  }
  return null
}

function withQuery(url: string, fields: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(fields).toString()
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
}
