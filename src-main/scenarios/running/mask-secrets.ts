import { escapedBytes } from './message-text'

/** Written instead of a secret. */
const MASK = '•••'

/** The encodings of a value in messages: as it is, in JSON, in an address, in a web form, in base64 and as bytes. */
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

/** Makes a function that hides secrets in texts, however a message encodes them. Longer ones are replaced first. */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const hidden = [...new Set(secrets.filter((secret) => secret !== '').flatMap(writingsOf))].sort(
    (a, b) => b.length - a.length,
  )
  return (text) => hidden.reduce((masked, writing) => masked.replaceAll(writing, MASK), text)
}
