import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ExamResult } from '#exam/running/result'
import { examCommand } from '#hosts/cli/exam/exam-command'
import { runCommand } from '#hosts/cli/run/run-command'
import { EXAM_TEST_LIMIT_MS } from './testing/exam/examine'
import { freePort } from '#e2e/fixtures/hosts/free-ports'
import { useCommandLine } from './testing/exam/command-line'
import { openExamMerchant } from './testing/exam/exam-merchant'

const { folder, run: runWith } = useCommandLine()
const run = (...argv: readonly string[]) => runWith(examCommand, argv)

const SECRET = 'secret-of-9041-Vq'

it(
  'the exam command ends with 1 if a rule is broken, and reports the rule, the reason and how to repeat the trial',
  async () => {
    const port = await freePort()
    const platform = `http://127.0.0.1:${port}`
    const merchant = await openExamMerchant(
      { platform, projectId: 9041, secret: SECRET },
      'store',
      'undoes a final state',
    )
    const out = join(folder, 'out')
    try {
      const { code, printed, said } = await run(
        ...['--callback-url', `${merchant.url}/callbacks`, '--project-id', '9041'],
        ...['--project-secret', SECRET, '--platform-port', String(port)],
        ...['--bind', '0.0.0.0', '--allow-host', 'paybench.test'],
        ...['--checkout', `${merchant.url}/checkout`, '--orders', `${merchant.url}/orders/{payment_id}`],
        ...[
          '--order-map',
          'state=order.state',
          'paid=paid',
          'declined=declined',
          'deliveries=order.deliveries',
        ],
        ...['--report', `html=${out}/exam.html`, `json=${out}/exam.json`, `junit=${out}/exam.xml`],
        ...['--scenarios', join(out, 'trials'), '--session', join(out, 'exam.paybench')],
      )
      // The merchant of this test uses the loopback address, which still works.
      expect(said).toContain(`The exam acts as the platform, at http://paybench.test:${port}.`)
      expect(printed).toMatch(/^FAILED +8 {2}A late intermediate callback does not undo a final state$/m)
      expect(printed).toContain('body.order.state: expected "paid", was "open"')
      expect(printed).toMatch(/^Grade C: Not ready to go live\. 1 rule failed\. Rule 8:/m)
      expect(said).toContain('Grade C is below B')
      expect(code).toBe(1)

      const trial = join(out, 'trials', 'rule-08-late-processing.yaml')
      const again = await runWith(runCommand, [
        trial,
        '--platform-port',
        String(port),
        '--var',
        `secret=${SECRET}`,
      ])
      expect(again.said).toBe('')
      expect(again.printed).toContain('body.order.state: expected "paid", was "open"')
      expect(again.code).toBe(1)
    } finally {
      await merchant.close()
    }
    const read = (name: string): string => readFileSync(join(out, name), 'utf8')
    const texts = ['exam.html', 'exam.json', 'exam.xml'].map(read)
    for (const text of texts) {
      expect(text).not.toContain(SECRET)
      expect(text).toContain('rule-08-late-processing.yaml')
    }
    const [html, json, xml] = texts
    expect(html).toContain('Not ready to go live')
    expect(html).not.toMatch(/<script|src=|https?:\/\/(?!127\.0\.0\.1)/)
    expect(xml).toMatch(/tests="41" failures="1" errors="0"/)
    const report = JSON.parse(json ?? '') as ExamResult
    expect(report.grade.letter).toBe('C')
    // Trials name the test card; their recorded evidence does not.
    const evidence = report.rules.flatMap(({ trials }) => trials.flatMap((trial) => trial.evidence))
    expect(evidence.length).toBeGreaterThan(50)
    expect(JSON.stringify(evidence)).not.toMatch(/4000000000000077|cvv\\*":\\*"123/)
    expect(readdirSync(join(out, 'trials'))).toContain('rule-08-late-processing.yaml')
    expect(readFileSync(join(out, 'exam.paybench')).byteLength).toBeGreaterThan(1000)
  },
  EXAM_TEST_LIMIT_MS,
)

it(
  'the exam command ends with 2 and no grade if the time is up before every rule is judged',
  async () => {
    const port = await freePort()
    const merchant = await openExamMerchant(
      { platform: `http://127.0.0.1:${port}`, projectId: 9041, secret: SECRET },
      'early',
      null,
    )
    try {
      const { code, printed, said } = await run(
        ...['--callback-url', `${merchant.url}/callbacks`, '--project-id', '9041', '--time-limit', '2'],
        ...['--project-secret', SECRET, '--platform-port', String(port)],
        ...['--checkout', `${merchant.url}/checkout`],
      )
      expect(printed).toContain('No grade: Could not be examined. The time limit of 2 s ran out')
      expect(printed).not.toMatch(/^FAILED|cannot be reached/m)
      expect(said).toContain('Allow more with --time-limit.')
      expect(code).toBe(2)
    } finally {
      await merchant.close()
    }
  },
  EXAM_TEST_LIMIT_MS,
)

it('the exam command sends nothing to a host that was not named', async () => {
  const given = ['--project-id', '1', '--project-secret', 's', '--callback-url', 'https://shop.test/hooks']
  const { code, said, printed } = await run(...given)
  expect(code).toBe(2)
  expect(said).toContain('add --i-may-test shop.test')
  expect(printed).toBe('')
})
