import { assertNever } from '#lib/assert-never'

/** Ways of writing a text that belong in a URL, a page or a JSON text, but not in the string to sign. */
export type Writing =
  | 'uriComponent'
  | 'rawUrl'
  | 'formUrl'
  | 'quoted'
  | 'quotedPlus'
  | 'html'
  | 'htmlWithoutApostrophe'
  | 'htmlNumbered'
  | 'jsonSlashes'
  | 'jsonUnicode'
  | 'jsonBoth'
  | 'jsonText'
  | 'jsonTextSlashes'
  | 'jsonTextUnicode'
  | 'jsonTextBoth'
  | 'jsonQuotes'

/** A text written in that way. */
export const written = (text: string, writing: Writing): string => {
  switch (writing) {
    case 'uriComponent':
      return percentEncoded(text)
    case 'rawUrl':
      return percentEncoded(text).replace(/[!'()*]/g, escapedByte)
    case 'formUrl':
      return percentEncoded(text)
        .replace(/[!'()*~]/g, escapedByte)
        .replaceAll('%20', '+')
    case 'quoted':
      return percentEncoded(text)
        .replace(/[!'()*]/g, escapedByte)
        .replaceAll('%2F', '/')
    case 'quotedPlus':
      return percentEncoded(text)
        .replace(/[!'()*]/g, escapedByte)
        .replaceAll('%20', '+')
    case 'html':
      return htmlEscaped(text).replaceAll("'", '&#039;')
    case 'htmlWithoutApostrophe':
      return htmlEscaped(text)
    case 'htmlNumbered':
      return htmlEscaped(text).replaceAll("'", '&#x27;')
    case 'jsonSlashes':
      return text.replaceAll('/', '\\/')
    case 'jsonUnicode':
      return unicodeEscaped(text)
    case 'jsonBoth':
      return unicodeEscaped(text).replaceAll('/', '\\/')
    case 'jsonText':
      return jsonInner(text)
    case 'jsonTextSlashes':
      return jsonInner(text).replaceAll('/', '\\/')
    case 'jsonTextUnicode':
      return unicodeEscaped(jsonInner(text))
    case 'jsonTextBoth':
      return unicodeEscaped(jsonInner(text)).replaceAll('/', '\\/')
    case 'jsonQuotes':
      return JSON.stringify(text)
    default:
      return assertNever(writing)
  }
}

/** Half a surrogate pair has no percent-encoding; such a text stays as it is. */
const percentEncoded = (text: string): string => {
  try {
    return encodeURIComponent(text)
  } catch {
    return text
  }
}

const escapedByte = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

const htmlEscaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const jsonInner = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Characters outside ASCII as `\uXXXX`, unit by unit. */
export const unicodeEscaped = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
