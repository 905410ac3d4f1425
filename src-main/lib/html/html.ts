/** Safe markup. {@link html} makes it, and escapes every text in it. */
export interface Html {
  readonly markup: string
}

/** Texts are escaped, numbers and markup are kept, null and false produce nothing. */
type Part = string | number | Html | readonly Html[] | null | false

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** Escapes a text for content and quoted attributes of HTML and XML. */
export function escapeHtml(text: string): string {
  // Replaces NUL as HTML parsers do.
  return text.replaceAll('\0', '\ufffd').replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '')
}

/** Builds markup; every attribute that takes a part must be quoted. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = withoutIndents(texts).reduce((whole, text, index) => {
    const part = parts[index - 1]
    return whole + (part === undefined ? '' : markupOf(part)) + text
  }, '')
  return { markup }
}

const knownTemplates = new WeakMap<TemplateStringsArray, readonly string[]>()

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

/** Puts data into a script element that no text in the data can close. */
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

/** A style element that no text can close: CSS reads an escaped slash as a slash. */
export function styleElement(css: string, nonce: string): Html {
  return html`<style nonce="${nonce}">
    ${{ markup: css.replaceAll('</', '<\\/') }}
  </style>`
}

/** Common styles of reports that are saved as one file. */
export const REPORT_BASE = `
:root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --quiet: #57606a; --line: #d5dae0; --code: #f5f6f8;
  --good: #116329; --bad: #b3141d; --mild: #8a5a00; --bad-back: #fdf0f0; }
@media (prefers-color-scheme: dark) { :root { --back: #15181c; --text: #e6e9ed; --quiet: #9aa4af; --line: #343a42;
  --code: #1e2329; --good: #5cc878; --bad: #ff8f8f; --mild: #e0b050; --bad-back: #2b1b1d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 20px 60px; max-width: 1080px; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 24px; }
.quiet { color: var(--quiet); font-size: 13px; margin: 2px 0; }
.remark { margin: 2px 0; font-size: 14px; font-weight: 600; overflow-wrap: anywhere; }
pre { margin: 4px 0; padding: 8px 12px; background: var(--code); border-radius: 6px; overflow-x: auto;
  font: 13px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); }
.fields { margin: 4px 0 8px; }
.fields th { font-size: 13px; }
.fields td, .fields th { padding: 3px 12px 3px 0; overflow-wrap: anywhere; }
.fields td { font: 13px/1.45 ui-monospace, monospace; }
a { color: inherit; }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
@media print { details::details-content { content-visibility: visible; } }
`

/** Renders a report as one HTML file without scripts or external resources. `style` is our CSS, not escaped. */
export function reportPage(options: {
  readonly title: string
  readonly style: string
  readonly body: Html
}): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${options.title}</title>
        <style>
          ${{ markup: options.style }}
        </style>
      </head>
      <body>
        ${options.body}
      </body>
    </html>`
  return `${page.markup}\n`
}
