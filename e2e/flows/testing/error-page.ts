import { isRecord, type JsonRecord } from './signer'

/** What a person reads on the page of a refused opening, and what a program finds in it (contract 7.2). */
export interface ErrorPage {
  /** The sentence for the customer. */
  readonly sentence: string
  /** One for each error: the parameter, or '' if none is to blame, and the text beside it. */
  readonly entries: readonly { readonly field: string; readonly words: string }[]
  readonly description: JsonRecord
}

export function readErrorPage(html: string): ErrorPage {
  const section = /<section class="pf-dev"[^]*?<\/section>/.exec(html)?.[0]
  const sentence = /<h1[^>]*id="pf-title"[^>]*>[^]*?<p>([^]*?)<\/p>/.exec(html)?.[1]
  const json = /<script type="application\/json" id="error-description">([^]*?)<\/script>/.exec(html)?.[1]
  if (section === undefined || sentence === undefined || json === undefined) {
    throw new Error(`No error page: ${html.slice(0, 300)}`)
  }
  const description: unknown = JSON.parse(json)
  if (!isRecord(description)) throw new Error('The error description is not an object')
  const entries = [...section.matchAll(/<li>([^]*?)<\/li>/g)].map(([, entry = '']) => ({
    field: textIn(/<code>([^]*?)<\/code>/.exec(entry)?.[1] ?? ''),
    words: textIn(/<p>([^]*?)<\/p>/.exec(entry)?.[1] ?? ''),
  }))
  return { sentence: textIn(sentence), entries, description }
}

const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

function textIn(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (whole, name: string) => CHARACTERS[name] ?? whole)
    .trim()
}
