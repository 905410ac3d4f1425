// Sends small requests from its own process, and prints how long they took. Arguments: URL, seconds.
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

const [, , url = '', seconds = '1'] = process.argv
const agent = new Agent({ keepAlive: true })
const took = []
let failed = 0

function ask() {
  return new Promise((resolve) => {
    const asked = request(url, { method: 'POST', agent }, (response) => {
      response.resume()
      response.once('end', resolve)
    })
    asked.once('error', () => {
      failed += 1
      resolve(undefined)
    })
    asked.end('{}')
  })
}

const end = performance.now() + Number(seconds) * 1000
while (performance.now() < end) {
  const began = performance.now()
  await ask()
  took.push(performance.now() - began)
}
took.sort((a, b) => a - b)
const atShare = (share) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? null
process.stdout.write(
  JSON.stringify({ count: took.length, failed, median: atShare(0.5), p95: atShare(0.95), max: atShare(1) }),
)
agent.destroy()
