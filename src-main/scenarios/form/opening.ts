import { PURCHASE_PARAMETERS } from '#domain/form/parameters/parameters'
import { isRecord } from '#lib/json/node'
import { parseJson } from '#lib/json/parse'

export interface FormOpening {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly fields: Readonly<Record<string, string>>
}

/** Finds what opens the form in a page: a web form, a link, a frame or the library's parameters; null if nothing. */
export function openingIn(page: string, platform: string): FormOpening | null {
  // A relative address leads to the merchant itself, so it cannot open the form.
  const isForm = (url: string): boolean => /^(https?:)?\/\/[^?#]*\/payment([?#]|$)/i.test(url)
  const { forms, links } = readTags(page)
  for (const { tag, inputs } of forms) {
    const action = attribute(tag, 'action')
    if (action === null || !isForm(action)) continue
    const pairs = inputs.flatMap((input) => {
      const name = attribute(input, 'name')
      return name === null ? [] : [[name, attribute(input, 'value') ?? ''] as const]
    })
    const fields = Object.fromEntries(pairs)
    return attribute(tag, 'method')?.toUpperCase() === 'POST'
      ? { url: action, method: 'POST', fields }
      : { url: withQuery(action.replace(/[?#].*$/, ''), fields), method: 'GET', fields: {} }
  }
  for (const tag of links) {
    const url = attribute(tag, 'href') ?? attribute(tag, 'src')
    if (url !== null && isForm(url) && url.includes('payment_id=')) return { url, method: 'GET', fields: {} }
  }
  const given = libraryParameters(page)
  return given && { url: withQuery(`${platform}/payment`, given), method: 'GET', fields: {} }
}

const MAX_PARAMETERS_CHARS = 65_536
/** How many braces before a payment_id are tried as the beginning of its object. */
const MAX_BEGINNINGS = 20

/** Parameters of which a form has at least one besides the payment id; a response of a back end has none. */
const FORM_ONLY = [...PURCHASE_PARAMETERS, 'payment_description'].filter((name) => name !== 'payment_id')

/** Finds the argument of the library: the first JSON object with a payment_id in a page. Its values become strings. */
function libraryParameters(page: string): Readonly<Record<string, string>> | null {
  const at = page.search(/["']payment_id["']\s*:/)
  let from = at
  for (let tried = 0; from > 0 && tried < MAX_BEGINNINGS; tried += 1) {
    from = page.lastIndexOf('{', from - 1)
    const text = from < 0 ? '' : page.slice(from, from + MAX_PARAMETERS_CHARS)
    const end = endOfMap(text)
    const reading = end === null ? null : parseJson(text.slice(0, end))
    const given = reading?.ok === true && isRecord(reading.plain) ? reading.plain : {}
    if ('payment_id' in given && FORM_ONLY.some((name) => name in given))
      return Object.fromEntries(
        Object.entries(given).map(([key, value]) => [
          key,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      )
  }
  return null
}

function endOfMap(text: string): number | null {
  let depth = 0
  for (const { 0: piece, index } of text.matchAll(/[{}]|"(?:[^"\\]|\\.)*(?:"|$)/gs)) {
    if (piece === '{') depth += 1
    if (piece === '}') depth -= 1
    if (depth === 0) return index + 1
  }
  return null
}

function withQuery(url: string, fields: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(fields).toString()
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Resolves the entities of an attribute: template languages write `+` in a signature as `&#43;`. */
const unescaped = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7}|[xX][0-9A-Fa-f]{1,6}));/g, (whole, name, number) => {
    if (typeof name === 'string') return ENTITIES[name] ?? whole
    const point = Number(String(number).replace(/^x/i, '0x'))
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })

function attribute(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
  const value = found?.[1] ?? found?.[2] ?? found?.[3]
  return value === undefined ? null : unescaped(value)
}

interface PageForm {
  readonly tag: string
  readonly inputs: readonly string[]
}

/** Finds forms, and the tags of links and frames, up to the last `>`: unclosed tags would take quadratic time. */
function readTags(page: string): {
  readonly forms: readonly PageForm[]
  readonly links: readonly string[]
} {
  const forms: PageForm[] = []
  const links: string[] = []
  let open: { readonly tag: string; readonly inputs: string[] } | null = null
  const tags = page.slice(0, page.lastIndexOf('>') + 1).matchAll(/<(form|\/form|input|a|iframe)\b[^>]*>/gi)
  for (const [tag, name = ''] of tags) {
    switch (name.toLowerCase()) {
      case 'form':
        open ??= { tag, inputs: [] }
        break
      case 'input':
        open?.inputs.push(tag)
        break
      case '/form':
        if (open !== null) forms.push(open)
        open = null
        break
      default:
        links.push(tag)
    }
  }
  return { forms, links }
}

/** Reads the state of the form from its page; `base` is the path of the form visit. Null for any other page. */
export function formStateIn(page: string) {
  const [, after] = page.split('id="form-state">', 2)
  const end = after?.indexOf('</script>') ?? -1
  const reading = after === undefined || end < 0 ? null : parseJson(after.slice(0, end))
  if (reading?.ok !== true || !isRecord(reading.plain)) return null
  const { base, update } = reading.plain
  const shown = updateIn(update)
  return typeof base === 'string' && shown !== null ? { base, ...shown } : null
}

/** Reads the new view of the form from a response of the form visit; null for anything else, such as a refusal. */
export function updateIn(value: unknown): { readonly rev: string; readonly view: string } | null {
  if (!isRecord(value)) return null
  const { rev, view } = value
  return typeof rev === 'string' && typeof view === 'string' ? { rev, view } : null
}

const FILE = /\/merchant\.(?:js|css)(?:[?#]|$)/

/** The addresses of the library and of its styles in a page, on any host. */
export const linkedFiles = (page: string): readonly string[] =>
  [...page.matchAll(/\b(?:src|href)\s*=\s*["']?([^"'\s>]+)/gi)].flatMap(([, address = '']) =>
    FILE.test(address) ? [address] : [],
  )

/** Parameters of an opening, unless a scenario sets others. */
export const DEFAULT_PARAMETERS = {
  customer_id: 'buyer-5',
  customer_email: 'nora@mail.test',
  redirect: 1,
} as const

/** The customer's card data, unless a scenario sets other data. `expires` is `MM/YY`. */
export const DEFAULT_CARD = { expires: '07/35', holder: 'NORA VALE', cvv: '123' } as const
