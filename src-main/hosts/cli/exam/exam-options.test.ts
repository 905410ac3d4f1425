import { describe, expect, it } from 'vitest'
import { readValues } from '#hosts/option-table'
import { EXAM_TABLE, examOptions } from './exam-options'

const readExamOptions = (argv: readonly string[], environment: Readonly<Record<string, string>>) => {
  const problems: string[] = []
  return { options: examOptions(readValues(argv, EXAM_TABLE, problems), problems, environment), problems }
}

const NEEDED = ['--callback-url', 'http://127.0.0.1:4000/hooks', '--project-id', '9041']
const SECRET = { PAYBENCH_PROJECT_SECRET: 'from-the-environment' }

const problemsOf = (...argv: readonly string[]): readonly string[] =>
  readExamOptions([...NEEDED, ...argv], SECRET).problems

describe('examOptions', () => {
  it('reads valid options', () => {
    const reading = readExamOptions(
      [
        ...NEEDED,
        ...['--checkout', 'GET http://localhost:4000/buy?c={currency}', '--clarification'],
        ...[
          '--orders=http://[::1]:4000/orders/{payment_id}',
          '--order-map',
          'state=order.state',
          'paid=1,done',
        ],
        ...['--min-grade', 'a', '--require', '2,4', '--require', '5', '--time-limit', '90'],
        ...['--report', 'html=a.html', 'json=b.json', '--platform-port', '8610', '--project-secret', 's'],
      ],
      {},
    )
    expect(reading).toMatchObject({
      problems: [],
      options: {
        setup: {
          callbackUrl: 'http://127.0.0.1:4000/hooks',
          projectId: 9041,
          checkout: { method: 'GET', url: 'http://localhost:4000/buy?c={currency}' },
          orders: { state: ['order', 'state'], paid: ['1', 'done'], deliveries: null },
          clarification: true,
        },
        secret: 's',
        platformPort: 8610,
        gate: { minGrade: 'A', required: [2, 4, 5] },
        timeLimit: 90,
        reports: [
          { kind: 'html', file: 'a.html' },
          { kind: 'json', file: 'b.json' },
        ],
      },
    })
  })

  it('takes the secret from the environment, and posts to the checkout by default', () => {
    const reading = readExamOptions([...NEEDED, '--checkout', 'http://localhost/buy'], SECRET)
    expect(reading).toMatchObject({
      options: { secret: 'from-the-environment', setup: { checkout: { method: 'POST' }, orders: null } },
    })
  })

  it('names all missing options at once', () => {
    const { problems } = readExamOptions([], {})
    expect(problems.map((line) => line.split(':')[0])).toEqual([
      '--callback-url',
      '--project-id',
      '--project-secret',
    ])
  })

  it.each([
    ['https://shop.test/callbacks', 'shop.test'],
    ['http://127.0.0.1.shop.test/', '127.0.0.1.shop.test'],
    ['http://127.0.0.1@shop.test/', 'shop.test'],
    ['http://203.0.113.9/', '203.0.113.9'],
    ['http://[2001:db8::1]/', '[2001:db8::1]'],
  ])('refuses %s unless its host is allowed', (url, host) => {
    const checkout = ['--checkout', url]
    expect(problemsOf(...checkout)).toEqual([expect.stringContaining(`add --i-may-test ${host}`)])
    expect(problemsOf(...checkout, '--i-may-test', host)).toEqual([])
  })

  it.each([
    [['--orders', 'http://localhost/orders'], '--orders: Write {payment_id}'],
    [['--orders', 'http://{payment_id}.localhost/'], '--orders: Write {payment_id}'],
    [['--order-map', 'paid=x'], '--order-map: Without --orders'],
    [['--orders', 'http://localhost/{payment_id}', '--order-map', 'colour=red'], '--order-map: colour=red'],
    [['--orders', 'http://localhost/{payment_id}', '--order-map', 'state=a..b'], '--order-map: state=a..b'],
    [['--callback-url', 'ftp://localhost'], '--callback-url: ftp://localhost is not an http'],
    [['--report', 'pdf=x'], '--report: pdf=x is not a report'],
    [['--platform-port', '70000'], '--platform-port: 70000 is not a port'],
    [['--project-id', '0'], '--project-id: Give'],
    [['--clarifcation'], 'Did you mean --clarification?'],
    [['stray'], 'stray: does not belong to an option'],
    [['--checkout'], '--checkout: The value is missing'],
    [['--min-grade', 'F'], '--min-grade: F is not a grade that passes'],
    [['--require', '4,42'], '--require: 42 is not a rule'],
    [['--require', '32'], '--require: Only a person can check rule 32'],
    [['--time-limit', '0'], '--time-limit: 0 is not a number of seconds'],
  ])('refuses %j and states the remedy', (argv, message) => {
    expect(problemsOf(...argv).join('\n')).toContain(message)
  })
})
