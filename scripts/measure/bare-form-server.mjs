/**
 * The least that a server can do with a signed opening: parse the query, compute one HMAC-SHA-512, answer with a
 * page that contains only the words of the form. A comment fills the page up to the given number of bytes.
 * A separate program; prints its address.
 */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const words = readFileSync(join(import.meta.dirname, 'bare-form.html'), 'utf8')
const missing = Number(process.argv[2]) - Buffer.byteLength(words) - '<!---->'.length
if (!(missing >= 0)) throw new Error('The form is smaller than a page with its words')
const page = Buffer.from(words.replace('</head>', `<!--${'x'.repeat(missing)}--></head>`))

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  createHmac('sha512', 'secret')
    .update([...searchParams].join(';'))
    .digest('base64')
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': page.length,
    'Cache-Control': 'no-store',
  })
  response.end(page)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The bare server has no port')
  process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
