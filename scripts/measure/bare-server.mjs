/**
 * The least that a server can do with a signed request: parse the JSON, compute one HMAC-SHA-512, answer. A
 * separate program; prints its address.
 */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const { general } = JSON.parse(body.toString('utf8'))
    const signature = createHmac('sha512', 'secret').update(body).digest('base64')
    const answer = JSON.stringify({
      status: 'success',
      project_id: general.project_id,
      payment_id: general.payment_id,
      signature,
    })
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(answer),
    })
    response.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The bare server has no port')
  process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
