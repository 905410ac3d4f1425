import { NATURAL_COMPARE } from './natural-compare'
import type { FixParts } from './topic'

/** For Node; `data` is the decoded message, `parameters` are those of a form. */
export const JAVASCRIPT: FixParts = {
  formKeys: `// The browser library adds these later, so they are not signed
for (const key of Object.keys(data)) {
  if (key === 'frame_mode' || key.startsWith('_')) delete data[key]
}`,
  values: `// true is 1, false is 0, null is empty, everything else stays as it is
const textOf = (value) =>
  value === null ? '' : typeof value === 'boolean' ? (value ? '1' : '0') : String(value)`,
  lines: `// One line for each value, with its whole path. Positions count from 0, a colon inside a key
// is doubled, empty values stay, and signatures are left out, however deep.
const linesOf = (data, path = []) =>
  Object.entries(data)
    .filter(([key]) => key !== 'signature')
    .flatMap(([key, value]) => {
      const inner = [...path, key.replaceAll(':', '::')]
      return value !== null && typeof value === 'object'
        ? linesOf(value, inner)
        : [[inner.join(':'), textOf(value)]]
    })
const lines = linesOf(data)`,
  order: `// Natural order of the paths: runs of digits compare as numbers, so notes:9 stands before notes:10.
// Enough for keys of letters, digits, - and _.
${NATURAL_COMPARE}
lines.sort(([left], [right]) => naturalCompare(left, right))`,
  joining: `// path:value, with ; between the lines and nowhere else
const text = lines.map(([path, value]) => path + ':' + value).join(';')`,
  secret: `// The secret as it was issued: a line end of the file is not part of it
import { readFileSync } from 'node:fs'
const secret = readFileSync('secret.txt', 'utf8').replace(/\\r?\\n$/, '')`,
  digest: `// HMAC with SHA-512 over UTF-8, its 64 raw bytes as base64: 88 characters
import { createHmac } from 'node:crypto'
const signature = createHmac('sha512', secret).update(text, 'utf8').digest('base64')`,
  signLast: `// Everything else is set before; the JSON text is made once, after the signature
data.general.signature = signature
const json = JSON.stringify(data)`,
  sending: `// The plain values are signed; the address is encoded once, signature included
const query = new URLSearchParams({ ...parameters, signature }).toString()`,
}
