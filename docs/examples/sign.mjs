#!/usr/bin/env node
// Signs a JSON request for the platform's API: reads it from standard input, writes it signed to standard output.
//   echo '{"general":{"project_id":9041,"payment_id":"Shop-1"}}' | node docs/examples/sign.mjs SECRET
// The signature goes into `general` if the request has one, otherwise to the top level.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Every leaf as [path, text]: keys joined by ':', a ':' inside a key doubled, `signature` and `frame_mode` left out at any depth. */
function leaves(value, path = []) {
  if (value === null) return [[path.join(':'), '']]
  if (typeof value === 'boolean') return [[path.join(':'), value ? '1' : '0']]
  if (typeof value !== 'object') return [[path.join(':'), String(value)]]
  return Object.entries(value)
    .filter(([key]) => key !== 'signature' && key !== 'frame_mode')
    .flatMap(([key, child]) => leaves(child, [...path, key.replaceAll(':', '::')]))
}

/** Natural order on bytes: runs of digits compare as numbers, everything else byte by byte. */
export function natural(left, right) {
  const a = Buffer.from(left.replace(/^0+(?=\d)/, '')).toString('latin1')
  const b = Buffer.from(right.replace(/^0+(?=\d)/, '')).toString('latin1')
  if (left === '' || right === '') return Math.sign(left.length - right.length)
  const digits = (text, at) => /^\d*/.exec(text.slice(at))[0]
  const space = (text, at) => at + /^[ \t\n\v\f\r]*/.exec(text.slice(at))[0].length
  let i = 0
  let j = 0
  for (;;) {
    i = space(a, i)
    j = space(b, j)
    const x = digits(a, i)
    const y = digits(b, j)
    if (x !== '' && y !== '') {
      const fraction = x.startsWith('0') || y.startsWith('0')
      if (!fraction && x.length !== y.length) return Math.sign(x.length - y.length)
      if (x !== y) return x < y ? -1 : 1
      i += x.length
      j += y.length
      if (i >= a.length || j >= b.length) return Math.sign(Number(j >= b.length) - Number(i >= a.length))
    }
    const p = a.charCodeAt(i) || 0
    const q = b.charCodeAt(j) || 0
    if (p !== q) return p < q ? -1 : 1
    i += 1
    j += 1
    if (i >= a.length || j >= b.length) return Math.sign(Number(j >= b.length) - Number(i >= a.length))
  }
}

/** Base64 of HMAC-SHA-512 over the sorted leaves joined with ';'. */
export function signature(request, secret) {
  const text = leaves(request)
    .sort(([a], [b]) => natural(a, b))
    .map(([path, value]) => `${path}:${value}`)
    .join(';')
  return createHmac('sha512', secret).update(text).digest('base64')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const secret = process.argv[2]
  if (secret === undefined) {
    process.stderr.write('The secret of the project is missing: node sign.mjs SECRET < request.json\n')
    process.exit(1)
  }
  const request = JSON.parse(readFileSync(0, 'utf8'))
  const place = request.general ?? request
  place.signature = signature(request, secret)
  process.stdout.write(JSON.stringify(request))
}
