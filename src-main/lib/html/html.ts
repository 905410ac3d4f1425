/** Markup that is safe to write as it stands. Only {@link html} makes it, so nothing gets past the escaping. */
export interface Html {
  readonly markup: string
}

/** What may stand in a template. Texts and numbers are escaped, markup is kept; null and false write nothing. */
export type Part = string | number | Html | readonly Html[] | null | false

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** A text as it may stand between tags and in quoted attributes, of HTML and of XML. */
export function escapeHtml(text: string): string {
  // NUL has no place in HTML: parsers put something else there.
  return text.replaceAll('\0', '\ufffd').replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '')
}

/** Markup from a template; every attribute that takes a part must be quoted. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = withoutIndents(texts).reduce((whole, text, index) => {
    const part = parts[index - 1]
    return whole + (part === undefined ? '' : markupOf(part)) + text
  }, '')
  return { markup }
}

/** Templates without their indents, by the array of the source, which is the same object for as long as the program runs. */
const knownTemplates = new WeakMap<TemplateStringsArray, readonly string[]>()

/** Removes the indents of a template, which no reader of the page needs. What is filled in stays as it is. */
function withoutIndents(texts: TemplateStringsArray): readonly string[] {
  const known = knownTemplates.get(texts)
  if (known !== undefined) return known
  const without = texts.map((text) => text.replace(/\n\s*/g, '\n'))
  knownTemplates.set(texts, without)
  return without
}

function markupOf(part: Part): string {
  if (part === null || part === false) return ''
  if (typeof part === 'number') return String(part)
  if (typeof part === 'string') return escapeHtml(part)
  if ('markup' in part) return part.markup
  return part.map(({ markup }) => markup).join('')
}

/** Data for a script of the page, as a script element that no character of the data can end. */
export function jsonElement(id: string, value: unknown): Html {
  const markup = JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return html`<script type="application/json" id="${id}">
    ${{ markup }}
  </script>`
}

/** One of our own scripts in the page. JavaScript reads an escaped slash in a text as a slash, so no text can end the element. */
export function scriptElement(
  script: string,
  { nonce, next }: { readonly nonce: string; readonly next: string },
): Html {
  return html`<script nonce="${nonce}" data-next="${next}">
    ${{ markup: script.replaceAll('</', '<\\/') }}
  </script>`
}

/** One of our own style sheets in the page. CSS reads an escaped slash as a slash, so no text can end the element. */
export function styleElement(css: string, nonce: string): Html {
  return html`<style nonce="${nonce}">
    ${{ markup: css.replaceAll('</', '<\\/') }}
  </style>`
}
