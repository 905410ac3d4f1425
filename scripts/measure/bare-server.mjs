/**
 * A server that does only what every server of signed requests must do: parse, compute one HMAC-SHA-512, respond.
 * A JSON POST gets JSON; a form opening gets a page with only the text of the form, padded with a comment to as
 * many bytes as the first argument says. It runs as a separate program and prints its address.
 */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const words = readFileSync(join(import.meta.dirname, 'bare-form.html'), 'utf8')
const bytes = Number(process.argv[2] ?? Infinity)
const missing = bytes - Buffer.byteLength(words) - '<!---->'.length
if (missing < 0) throw new Error('The form is smaller than a page with only its text')
const filling = Number.isFinite(missing) ? 'x'.repeat(missing) : ''
const page = words.replace('</head>', `<!--${filling}--></head>`)

/** @param {string | Buffer} text */
const sign = (text) => createHmac('sha512', 'secret').update(text).digest('base64')

/** @param {Buffer} body */
const responseTo = (body) => {
  const { general } = JSON.parse(body.toString('utf8'))
  const { project_id, payment_id } = general
  return JSON.stringify({ status: 'success', project_id, payment_id, signature: sign(body) })
}

const server = createServer((request, response) => {
  /**
   * @param {string} type
   * @param {string} text
   */
  const respond = (type, text) => {
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) })
    response.end(text)
  }
  if (request.method === 'GET') {
    const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    sign([...searchParams].join(';'))
    respond('text/html; charset=utf-8', page)
    return
  }
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => respond('application/json', responseTo(Buffer.concat(chunks))))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The bare server has no port')
  process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
