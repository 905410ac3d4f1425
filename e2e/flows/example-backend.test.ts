import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import type { Verdict } from '#exam/running/result'
import { examCommand } from '#hosts/cli/exam/exam-command'
import { freePort } from '#e2e/fixtures/hosts/free-ports'
import { useCommandLine } from './testing/exam/command-line'
import { EXAM_TEST_LIMIT_MS } from './testing/exam/examine'
import { openBackend } from './testing/example-backend'

const { folder, run } = useCommandLine()
const SECRET = 'secret-of-9041-Vq'

it(
  'the back end that the guides show follows every rule that the exam can observe',
  async () => {
    const port = await freePort()
    const backend = await openBackend('backend.mjs', { platform: `http://127.0.0.1:${port}`, secret: SECRET })
    const report = join(folder, 'exam.json')
    try {
      const { code, printed } = await run(examCommand, [
        ...['--callback-url', `${backend.url}/callbacks`, '--project-id', '9041', '--project-secret', SECRET],
        ...['--platform-port', String(port), '--checkout', `${backend.url}/checkout`],
        ...['--orders', `${backend.url}/orders/{payment_id}`],
        ...['--order-map', 'state=state', 'paid=paid', 'deliveries=parcels', 'amount=paid'],
        ...['--report', `json=${report}`],
      ])
      expect(printed).toContain('Nothing failed')
      expect(code).toBe(0)
    } finally {
      await backend.close()
    }
    const { rules } = JSON.parse(readFileSync(report, 'utf8')) as {
      readonly rules: readonly { readonly number: number; readonly verdict: Verdict }[]
    }
    const passed = rules.filter(({ verdict }) => verdict === 'passed').map(({ number }) => number)
    expect(passed).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 22, 24, 25, 26, 27, 29, 30, 31, 33])
  },
  EXAM_TEST_LIMIT_MS,
)

it('the back end that the guides show refuses an order without amount or currency, and says what to send', async () => {
  const backend = await openBackend('backend.mjs', { platform: 'http://127.0.0.1:8610', secret: SECRET })
  try {
    for (const body of ['{}', '{"amount": "46.50"}', '{"amount": "-1", "currency": "EUR"}']) {
      const response = await fetch(`${backend.url}/checkout`, { method: 'POST', body })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('Send an amount and a currency')
    }
  } finally {
    await backend.close()
  }
})

it('the back end that the guides show says at startup what is missing', async () => {
  const program = join(import.meta.dirname, '../../docs/examples/backend.mjs')
  const child = spawn(process.execPath, [program], {
    env: { PROJECT_ID: '9041', PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    const [line] = (await once(createInterface(child.stderr), 'line')) as [string]
    expect(line).toBe('PROJECT_SECRET is missing: take it from a project in Settings.')
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})
