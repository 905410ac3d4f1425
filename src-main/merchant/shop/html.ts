/** Text that is HTML already. Everything else is escaped where it is put into a page. */
export interface Markup {
  readonly markup: string
}

type Part = string | number | Markup | readonly Markup[] | null

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

/** A template whose values are escaped, for text and for attributes in quotes; null is nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return {
    markup: texts.reduce((before, text, index) => before + partText(parts[index - 1] ?? null) + text),
  }
}

function partText(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}

/** Values for the page's script. No text in it can end the element or begin a comment. */
export function jsonElement(id: string, value: unknown): Markup {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return html`<script type="application/json" id="${id}">
    ${{ markup: json }}
  </script>`
}

/** Styles of the page. No text in them can end the element: in CSS an escaped slash is a slash. */
export function styleElement(css: string, nonce: string): Markup {
  return html`<style nonce="${nonce}">
    ${{ markup: css.replaceAll('</', '<\\/') }}
  </style>`
}
