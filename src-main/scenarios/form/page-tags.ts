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

/** The value of an attribute of a tag; null where the tag does not have it. */
export function attribute(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
  const value = found?.[1] ?? found?.[2] ?? found?.[3]
  return value === undefined ? null : unescaped(value)
}

/** A web form of a page: its own tag, and those of its inputs. */
export interface PageForm {
  readonly tag: string
  readonly inputs: readonly string[]
}

/**
 * Reads the web forms that have an end, and the tags of links and frames, in one pass over a page. Reads no further than
 * the last `>`: after it every tag would be looked for to the end of the page.
 */
export function readTags(page: string): {
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
