import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_SCENARIO_CHARS } from './scenario'
import { problemLines, readScenario } from './read-scenario'

const GOOD = `name: Address pair answered in two parts
tags: [clarification]
variables: {shop: http://127.0.0.1:3000, key: {env: SHOP_KEY, secret: true}}
given:
  clock: frozen
  capture: [500, 200]
  faults: [{kind: delay, delay: 30 s, on: [result]}]
steps:
  - sale: {as: order, amount: 46.50 EUR, card: clarification-avs}
    expect: {http: 200}
  # a comment
  - expect callback: {of: order, kind: clarification, body: {status: /^awaiting/}}
  - clarify:
      of: order
      avs_data: {avs_post_code: "H91 AB12"}
    note: Half of it.
  - until idle
  - expect payment: {of: order, status: decline, code: "603", within: 30 min}
`

const linesOf = (text: string): readonly string[] => {
  const reading = readScenario(text)
  return reading.ok ? [] : problemLines('a.yaml', reading.problems).split('\n')
}
const withSteps = (steps: string): string => `name: A\nsteps:\n${steps}`

describe('reading a scenario file', () => {
  it('returns steps with their lines and their source', () => {
    const reading = readScenario(GOOD)
    expect(reading.ok ? [] : reading.problems).toEqual([])
    if (!reading.ok) return
    expect(reading.scenario.steps.map(({ verb, line }) => [line, verb])).toEqual([
      [9, 'sale'],
      [12, 'expect callback'],
      [13, 'clarify'],
      [17, 'until'],
      [18, 'expect payment'],
    ])
    expect(reading.scenario.steps[2]?.source).toContain('note: Half of it.')
  })

  it('reports all mistakes at once, each with its place, reason and remedy', () => {
    const text = `name: ''
tag: [x]
steps:
  - sale: {as: order, amount: 46.50, card: clarification}
  - claryfy: {of: order}
  - expect payment: {of: ordre, status: decline}
`
    expect(linesOf(text)).toEqual([
      'a.yaml:1:7: name: must not be empty.',
      'a.yaml:2:1: tag: is not known here. Did you mean tags?',
      'a.yaml:4:31: steps[0].sale.amount: must be an amount with its currency, such as 46.50 EUR.',
      expect.stringMatching(
        /^a.yaml:4:44: steps\[0\].sale.card: must be a card number, or one of: success, /,
      ),
      'a.yaml:5:5: steps[1].claryfy: is not known here. Did you mean clarify?',
      'a.yaml:6:26: steps[2].expect payment.of: No earlier step has `as: ordre`. Did you mean order?',
    ])
  })

  it('accepts references to steps and variables that contain mistakes', () => {
    const text = `name: ''
variables: {shop: {}}
steps:
  - sal: {as: order, amount: 1 EUR}
  - auth: {as: held, amount: 1}
  - expect payment: {of: order, status: success}
  - expect payment: {of: held, code: "\${shop}"}
`
    expect(linesOf(text)).toEqual([
      'a.yaml:1:7: name: must not be empty.',
      'a.yaml:4:5: steps[0].sal: is not known here. Did you mean sale?',
      'a.yaml:5:30: steps[1].auth.amount: must be an amount with its currency, such as 46.50 EUR.',
    ])
  })

  it.each([
    ['expect callback: {kind: resul}', 'kind: cannot be resul. Did you mean result?'],
    ['expect callback: {kind: sale}', 'kind: cannot be sale. The known words are clarification, remaining,'],
    ['expect callback: {state: {one-of: [delivered, faild]}}', 'state.one-of[1]: cannot be faild. Did you'],
    ['expect captured: {signature: {not: vallid}}', 'signature.not: cannot be vallid. Did you mean valid?'],
    ['expect payment: {of: a, status: sucess}', 'status: cannot be sucess. Did you mean success?'],
    ['expect payment: {of: a, status: {is: any}}', 'status.is: cannot be any.'],
    ['expect payment: {of: a, operations: [{type: sael}]}', 'operations[0].type: cannot be sael. Did you'],
    ['expect response: {of: a, view: results}', 'view: cannot be results. Did you mean result?'],
  ])('finds a word that can never occur: %s', (step, says) => {
    const found = linesOf(withSteps(`  - sale: {as: a, amount: 1 EUR}\n  - ${step}`))
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(says)
  })

  it.each([
    ['customer: {of: a, provider: pay, in: 1 d}', 'customer.in: needs `provider: leave`.'],
    ['customer: {of: a, provider: leave, in: 2 d}', 'customer.in: must be one of: 1 min, 1 h, 1 d.'],
    ['customer: {of: a, result: decline}', 'customer.result: needs `provider: leave`.'],
    ['customer: {of: a, provider: leave, result: decline}', 'customer.result: needs `in`: when that result'],
    ['customer: {of: a, provider: cancel, amount: 1 EUR}', 'customer.amount: needs `provider: pay`.'],
    ['sale: {as: b, amount: 1 EUR, card: success, method: pix}', 'sale.method: cannot be combined with'],
    ['sale: {as: b, amount: 1 EUR, method: Pix}', 'sale.method: must be the path of a method, such as'],
  ])('finds what does not go together in a step about a payment method: %s', (step, says) => {
    const found = linesOf(withSteps(`  - sale: {as: a, amount: 1 EUR}\n  - ${step}`))
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(says)
  })

  it.each([
    'expect callback: {kind: /^re/, state: any, signature: absent}',
    'expect payment: {of: a, status: "${a.status}"}',
    'expect payment: {of: a, status: {not: {one-of: [decline, error]}}}',
    'expect callback: {body: {kind: anything, status: new}}',
  ])('accepts a pattern that can match: %s', (step) => {
    expect(linesOf(withSteps(`  - sale: {as: a, amount: 1 EUR}\n  - ${step}`))).toEqual([])
  })

  it.each([
    ['  - sale: {as: a}\n - until idle', 'a.yaml:4:1: The indentation does not fit here.'],
    ['  - sale: {as: a}\n   expect: {http: 200}', 'a.yaml:4:1: The indentation does not fit here.'],
    ['  - sale:\n      as: a\n     amount: 1 EUR', 'a.yaml:5:1: The indentation does not fit here.'],
    ['  - sale: {as: a\n  - until idle', 'a.yaml:4:3: An earlier bracket is not closed.'],
    ['\t- until idle', 'a.yaml:3:1: There is a tab here. Indent with spaces.'],
    ['  - note: A: b', 'a.yaml:3:11: A text that contains a colon and a space must be in quotes. Add them.'],
    ['  - note: @b', 'a.yaml:3:11: A text cannot begin with this character.'],
    ['  - note: "b\n  - until idle\n', 'a.yaml:3:11: A text in quotes has no end.'],
    ['  - note: "\\q"', 'a.yaml:3:12: There is no such escape'],
    ['  - note: !b c', 'a.yaml:3:11: A word that begins with ! is a tag'],
    ['  - until idle\nadvance', 'a.yaml:4:1: The colon is missing here.'],
    ['  - sale: {{as: a}}', 'a.yaml:3:12: There is a list or a map where a name belongs.'],
  ])('reports a mistake in the YAML once, in plain words: %s', (steps, says) => {
    const found = linesOf(withSteps(steps))
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(says)
  })

  it.each([
    ['  - clarify: {of: order}', 'No earlier step has `as: order`'],
    ['  - sale: {as: order}', 'steps[0].sale.amount: is missing.'],
    [
      '  - sale: {as: order, amount: 1 EUR}\n  - auth: {as: order, amount: 1 EUR}',
      'Something else is called order',
    ],
    ['  - request: {url: "${shop}/x"}', 'Nothing is called shop at this step'],
    ['  - sale: {as: a, amount: 1 EUR, id: "${}"}', '${} is not a variable'],
    ['  - advance: 30', 'must be a time with its unit'],
    ['  - advance: 30 min\n    expect: {http: 200}', 'gets no response to look at'],
    ['  - sale: {as: a, amount: 1 EUR}\n    advance: 1 s', 'is a second step in the same item'],
    ['  - expect callback: {body: {a: /(/}}', 'is not a regular expression'],
    ['  - expect callback: {body: {one-of: []}}', 'must be a list with something in it'],
    ['  - fault: {kind: drop, copies: 2}', 'is not a parameter of the fault drop'],
    ['  - fault: {kind: charset, charset: latin9}', 'a.yaml:3:37: steps[0].fault.charset: '],
    ['  - fault: {kind: drop, on: [resul]}', 'steps[0].fault.on[0]: must be one of: clarification,'],
    ['  - fault: {kind: drop, on: result}', 'steps[0].fault.on: must be a list of kinds, such as [result].'],
    ['  - expect nothing: {for: 1 s, kinds: [calback]}', 'steps[0].expect nothing.kinds[0]: must be one'],
    ['  - fault: {kind: duplicate, copies: 0}', 'steps[0].fault.copies: '],
    ['  - fault: {kind: cut, afterBytes: -1}', 'steps[0].fault.afterBytes: '],
    ['  - until bored', 'is not a step.'],
    ['  - {}', 'has no verb'],
    ['  - note: alone', 'has no verb'],
    ['  - post: {path: /v2/x}', 'needs `as: order` for a new payment'],
    [
      '  - sale: {as: a, amount: 1 EUR}\n  - post: {as: b, of: a, path: /v2/x}',
      'cannot be combined with `as`',
    ],
    ['  - post: {as: a, path: v2}', 'must be a path'],
    ['  - customer: {pays: {card: success}}', 'needs `as: order` for a new payment'],
    ['  []', 'must be a list with at least one step'],
    ['  - sale: {as: a, as: b, amount: 1 EUR}', 'This name occurs twice in one map.'],
    ['  - sale: {as: a, amount: 1 EUR', 'An earlier bracket is not closed.'],
    ['  - advance: 1 s\n---\nname: B', 'A second document begins here'],
    ['  - complete: {of: a, outcome: .inf}', 'JSON has no such number'],
  ])('refuses %s', (steps, says) => {
    expect(linesOf(withSteps(steps)).join('\n')).toContain(says)
  })

  it('refuses a secret that is written in the file', () => {
    const text = `name: A\ngiven: {project: {id: 7, secret: hunter2}}\nsteps: [until idle]`
    expect(linesOf(text)).toEqual([
      'a.yaml:2:34: given.project.secret: must be a variable, such as ${secret}: a file must hold no secret.',
    ])
  })

  it.each([
    ['{retrys: true}', 'a.yaml:2:30: given.project.switches.retrys: is not known here. Did you mean'],
    ['{retryLimit: many}', 'a.yaml:2:42: given.project.switches.retryLimit: '],
    ['{outcome: {mode: clarify, fields: {customer: email}}}', 'given.project.switches.outcome'],
  ])('refuses switches that Paybench would refuse: %s', (switches, says) => {
    const text = `name: A\ngiven: {project: {switches: ${switches}}}\nsteps: [until idle]`
    expect(linesOf(text).join('\n')).toContain(says)
  })

  it('leaves the check of switches with variables to the run', () => {
    const text = `name: A\nvariables: {n: 3}\ngiven: {project: {switches: {retryLimit: "\${n}"}}}\nsteps: [until idle]`
    expect(readScenario(text)).toMatchObject({ ok: true })
  })

  it.each([
    ['variables: {key: {secret: true, default: hunter2}}\n', 'a.yaml:2:42: variables.key.default: is in'],
    [
      'variables: {key: hunter2}\ngiven: {project: {id: 7, secret: "${key}"}}\n',
      'a.yaml:2:18: variables.key: is in',
    ],
  ])('refuses a secret that is written as the value of a variable: %s', (head, says) => {
    expect(linesOf(`name: A\n${head}steps: [until idle]`).join('\n')).toContain(says)
  })

  it.each([
    ['a long file', '#'.repeat(MAX_SCENARIO_CHARS + 1), 'characters'],
    ['deep lists', withSteps(`  - ${'['.repeat(100_000)}`), 'levels'],
    [
      'aliases that expand to millions of values',
      `name: A\na: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'
        .split('')
        .map(
          (key, at) =>
            `${key}: &${key} [${Array.from({ length: 9 }, () => `*${'abcdefgh'[at] ?? ''}`).join(', ')}]`,
        )
        .join('\n')}\nsteps: [until idle]`,
      'values',
    ],
    ['an alias of itself', 'name: &a [*a]\nsteps: [until idle]', 'levels'],
    ['an empty file', '', 'The file is empty'],
    ['a text', 'hello', 'A scenario is a map'],
  ])('refuses %s', (_what, text, says) => {
    expect(linesOf(text).join('\n')).toContain(says)
  })

  it('never throws, and gives the first mistake a line, whatever the text', () => {
    const piece = fc.constantFrom(
      ...['- ', 'sale:', '{', '}', '[', ']', ': ', '\n', '  ', '&a', '*a', '"', "'", '|', '${', 'x'],
      ...['---', '#', '!', '?'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const reading = readScenario(withSteps(pieces.join('')))
        if (!reading.ok) expect(reading.problems[0]?.line).toBeGreaterThan(0)
      }),
    )
  })
})
