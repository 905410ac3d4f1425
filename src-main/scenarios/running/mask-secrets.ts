import { escapedBytes } from './message-text'

/** What stands for a secret. */
const MASK = '•••'

/** The ways in which a value stands in messages: as it is, inside of JSON, of an address, of a web form, and as bytes. */
function writingsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const ascii = json.replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    ascii,
    encodeURI(secret),
    encodeURIComponent(secret),
    new URLSearchParams({ a: secret }).toString().slice(2),
    Buffer.from(secret).toString('base64'),
    // As a report writes a body that is no text.
    escapedBytes(Buffer.from(secret)),
  ]
}

/** Hides secrets in texts, however a message writes them; a longer one goes before what it holds. */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const hidden = [...new Set(secrets.filter((secret) => secret !== '').flatMap(writingsOf))].sort(
    (a, b) => b.length - a.length,
  )
  return (text) => hidden.reduce((masked, writing) => masked.replaceAll(writing, MASK), text)
}
