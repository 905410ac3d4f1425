import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { need } from '#scripts/external-programs/need'
import { opensslProgram, phpProgram, pythonProgram } from '../../../../scripts/external-programs/table.mjs'
import { fromPlain } from '#lib/json/node'
import { canonicalise } from '#domain/signature/canonical'
import { TOPICS, type Topic } from '#domain/signature/diagnosis/mistake'
import { dialects } from '#domain/signature/dialects'
import { fixCode, fixLanguages, type FixParts, JAVASCRIPT, PHP, PYTHON, SHELL } from './fix-code'

const SECRET = 'a secret with $pecial "signs" and ünïcode'
const folder = mkdtempSync(join(tmpdir(), 'fix-code-'))
writeFileSync(join(folder, 'secret.txt'), `${SECRET}\n`)

/** Data that needs every part: a list of more than ten items, colons, booleans, empty values, nested signatures. */
const DATA = {
  general: { project_id: 9041, payment_id: 'Shop/β-17', signature: '' },
  notes: Array.from({ length: 12 }, (_, at) => (at === 3 ? { signature: 'x', v: '' } : `n${String(at)}`)),
  customer: { first_name: 'Zoë 🙂', 'opt:in': false, consent: true, memo: null, none: {}, nil: [] },
  customer_id: 'a+b c',
  sum_real: 2.5,
  k10: 1,
  k9: 2,
  frame_mode: 'popup',
  _sw: '1920',
}
const PARAMETERS = { payment_id: 'a+b c', field: 'Zoë & co' }
const { frame_mode: _mode, _sw, ...SIGNED_DATA } = DATA

const canonical = canonicalise(fromPlain(DATA), dialects.REF, 'form')
if (!canonical.ok) throw new Error(canonical.failure)
const SIGNATURE = createHmac('sha512', SECRET).update(canonical.text).digest('base64')
const WANTED = {
  text: canonical.text,
  signature: SIGNATURE,
  json: { ...SIGNED_DATA, general: { ...DATA.general, signature: SIGNATURE } },
  query: { ...PARAMETERS, signature: SIGNATURE },
}

/** The parts of a language in program order, which form a complete program unless some are left out (`without`). */
const whole = (parts: FixParts, without: readonly Topic[] = []): string =>
  TOPICS.filter((topic) => !without.includes(topic))
    .flatMap((topic) => parts[topic] ?? [])
    .join('\n\n')

const run = (program: string, args: readonly string[], input: string, env = {}): string => {
  const done = spawnSync(program, args, {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (done.status !== 0) throw new Error(done.stderr)
  return done.stdout
}

const readOutput = (output: string): unknown => {
  const { text, signature, json, query } = JSON.parse(output) as Record<string, string>
  return {
    text,
    signature,
    json: JSON.parse(json ?? ''),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

const input = JSON.stringify({ data: DATA, parameters: PARAMETERS })

describe('the combined parts of the signing code', () => {
  it('sign in JavaScript as Paybench does', () => {
    const program = `const { data, parameters } = ${input}
${whole(JAVASCRIPT)}
console.log(JSON.stringify({ text, signature, json, query }))`
    expect(readOutput(run(process.execPath, ['--input-type=module', '-'], program))).toEqual(WANTED)
  })

  it('sign in Python as Paybench does', (context) => {
    const python = need(context, pythonProgram)
    const program = `import json, sys
data, parameters = (lambda read: (read["data"], read["parameters"]))(json.loads(${JSON.stringify(JSON.stringify({ data: DATA, parameters: PARAMETERS }))}))
${whole(PYTHON)}
print(json.dumps({"text": text, "signature": signature, "json": body, "query": query}))`
    expect(readOutput(run(python, ['-'], program))).toEqual(WANTED)
  })

  it('sign in PHP as Paybench does', (context) => {
    const php = need(context, phpProgram)
    const program = `<?php
$read = json_decode(base64_decode('${Buffer.from(input).toString('base64')}'), true);
$data = $read['data'];
$parameters = $read['parameters'];
${whole(PHP)}
echo json_encode(['text' => $text, 'signature' => $signature, 'json' => $json, 'query' => $query]);`
    // PHP reads {} and [] alike; both vanish from the string to sign.
    const nothing = { ...WANTED.json, customer: { ...DATA.customer, none: [] } }
    expect(readOutput(run(php, [], program))).toEqual({ ...WANTED, json: nothing })
  })

  it('are complete in PHP', () => {
    expect(Object.keys(PHP)).toEqual([...TOPICS])
    expect(whole(PHP)).toContain("base64_encode(hash_hmac('sha512', $text, $secret, true))")
  })

  it('compute the digest in a shell', (context) => {
    const PATH = [dirname(need(context, opensslProgram)), process.env['PATH'] ?? ''].join(delimiter)
    writeFileSync(join(folder, 'lines.txt'), canonical.lines.map(({ line }) => `${line}\n`).join(''))
    const program = `${whole(SHELL, ['sending'])}\nprintf '%s\\n%s' "$signature" "$text"`
    expect(run('/bin/sh', ['-e'], program, { PATH })).toBe(`${SIGNATURE}\n${canonical.text}`)
  })

  it('encode every value once in a shell', () => {
    const spoken = (SHELL.sending ?? '').replace('curl -sS', 'printf "%s\\n" ')
    const env = { address: 'http://shop.test', project_id: '7', payment_id: 'a b', signature: 'x+/==' }
    expect(run('/bin/sh', ['-e'], spoken, env).split('\n')).toEqual(
      expect.arrayContaining(['project_id=7', 'payment_id=a b', 'signature=x+/==']),
    )
  })
})

describe('the code for a mistake', () => {
  it('contains the parts that correct it, each once, in program order', () => {
    expect(fixCode(['digest', 'values', 'digest'], 'python')).toBe(
      `${PYTHON.values ?? ''}\n\n${PYTHON.digest ?? ''}`,
    )
  })

  it('is offered only in languages that have parts for the mistake', () => {
    expect(fixLanguages(['digest'])).toEqual(['javascript', 'php', 'python', 'shell'])
    expect(fixLanguages(['values'])).toEqual(['javascript', 'php', 'python'])
    expect(fixLanguages([])).toEqual([])
  })
})
