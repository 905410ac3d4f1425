import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { need } from '#scripts/external-programs/need'
import { phpProgram, pythonProgram } from '../../../../scripts/external-programs/table.mjs'
import { fromPlain } from '#lib/json/node'
import { canonicalise } from '#domain/signature/canonical'
import { dialects } from '#domain/signature/dialects'
import { curlSnippet, htmlSnippet, serverSnippet, type SnippetSource } from './snippets'

const SECRET = 'a secret with $pecial "signs" and ünïcode'

/** Names whose natural order differs from their byte order, and values that each language has to quote. */
const PARAMETERS = {
  signature: 'of before',
  project_id: 9041,
  payment_id: 'O\'Hara $HOME `id` \\ "quoted"',
  customer_id: 'Zoë 🙂',
  payment_amount: 4650,
  payment_currency: 'EUR',
  customer_address: 'line one\nline two',
  payment_description: '</script><b>50 % & more</b> a=b+c',
  field10: 'ten',
  field9: 'nine',
  field: 'none',
  field_a: 'a',
  field01: 'leading',
  'a:b': 'colon',
  recurring_register: true,
  close_on_missclick: false,
  frame_mode: 'popup',
  _referrer: 'http://shop.test/',
  empty: '',
  ratio: 1.5,
}

const canonicalised = canonicalise(fromPlain(PARAMETERS), dialects.REF, 'form')
if (!canonicalised.ok) throw new Error(canonicalised.failure)
const CANONICAL = canonicalised.text
const OURS = createHmac('sha512', SECRET).update(CANONICAL).digest('base64')

const SOURCE: SnippetSource = {
  parameters: PARAMETERS,
  mode: 'modal',
  method: 'post',
  css: '',
  platform: 'http://127.0.0.1:8610',
}
const env = { ...process.env, PAYMENT_SECRET: SECRET }

const outputOf = (program: string, args: readonly string[], input: string): unknown => {
  const run = spawnSync(program, args, { env, input, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout)
}
const SIGNED = { ...PARAMETERS, signature: OURS }

describe('the server snippet', () => {
  it('in Node prints the parameters with our signature', () => {
    expect(
      outputOf(process.execPath, ['--input-type=module', '-'], serverSnippet('javascript')(SOURCE)),
    ).toEqual(SIGNED)
  })

  it('in Python prints the parameters with our signature', (context) => {
    const python = need(context, pythonProgram)
    expect(outputOf(python, ['-'], serverSnippet('python')(SOURCE))).toEqual(SIGNED)
  })

  it('in PHP prints the parameters with our signature', (context) => {
    const php = need(context, phpProgram)
    expect(outputOf(php, [], serverSnippet('php')(SOURCE))).toEqual(SIGNED)
  })
})

describe('the curl command', () => {
  it('posts the parameters as JSON', () => {
    const command = curlSnippet({ ...SOURCE, parameters: { payment_id: 'a', payment_amount: 5 } })
    expect(command).toContain("'http://127.0.0.1:8610/payment'")
    expect(command).toContain(`--data-raw '{"payment_id":"a","payment_amount":5}'`)
  })

  it.each([{ method: 'get' }, { mode: 'tab' }] as const)('opens the form as a link for %j', (change) => {
    const command = curlSnippet({ ...SOURCE, ...change, parameters: { payment_id: 'a b' } })
    expect(command).toContain("'http://127.0.0.1:8610/payment?payment_id=a+b'")
  })
})

describe('the HTML page', () => {
  it('loads the library of the platform and binds the signed parameters', () => {
    const page = htmlSnippet({ ...SOURCE, css: '.quill .ep-modal-wrap { border-radius: 8px }' })
    expect(page).toContain('<script src="http://127.0.0.1:8610/shared/merchant.js"></script>')
    expect(page).toContain('href="http://127.0.0.1:8610/shared/merchant.css"')
    expect(page).toContain('.quill .ep-modal-wrap { border-radius: 8px }')
    expect(page).toContain("EPayWidget.bind('pay', config, 'post')")
    const config = /var config = (\{[^]*?\n {4}\})\n/.exec(page)?.[1] ?? ''
    expect(JSON.parse(config)).toEqual(PARAMETERS)
  })

  it('lets no value end the script element', () => {
    expect(htmlSnippet(SOURCE).match(/<\/script>/g)).toHaveLength(2)
  })

  it.each([
    ['iframe', "EPayWidget.run(config, 'post')", '<div id="payment-form"></div>'],
    ['tab', "EPayWidget.bind('pay', config, 'get')", '<button id="pay"'],
    ['embedded', "EPayWidget.runEmbedded(config, 'post')", 'form.trySubmit()'],
  ] as const)('opens the form in %s mode', (mode, call, part) => {
    const page = htmlSnippet({ ...SOURCE, mode })
    expect(page).toContain(call)
    expect(page).toContain(part)
  })
})
