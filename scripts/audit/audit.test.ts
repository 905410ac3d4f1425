import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeFinding, readAudit } from './read-audit.mjs'

const dependencies = { prod: 4, dev: 739, optional: 68, peer: 13, peerOptional: 0, total: 742 }

/** As npm 10 answers: a package with an advisory, and one that is only touched by it. */
const report = (fixAvailable: unknown) => ({
  auditReportVersion: 2,
  vulnerabilities: {
    'puppeteer-core': {
      name: 'puppeteer-core',
      severity: 'high',
      isDirect: true,
      via: ['ws'],
      effects: [],
      range: '',
      nodes: ['node_modules/puppeteer-core'],
      fixAvailable: false,
    },
    '@lezer/common': {
      name: '@lezer/common',
      severity: 'moderate',
      isDirect: false,
      via: [
        {
          source: 2,
          name: '@lezer/common',
          dependency: '@lezer/common',
          title: 'An endless loop',
          url: 'https://advisories.test/2',
          severity: 'moderate',
          cwe: [],
          cvss: { score: 0, vectorString: null },
          range: '<99.0.0',
        },
      ],
      effects: ['@lezer/lr'],
      range: '',
      nodes: ['node_modules/@lezer/common'],
      fixAvailable: false,
    },
    ws: {
      name: 'ws',
      severity: 'high',
      isDirect: true,
      via: [
        {
          source: 1,
          name: 'ws',
          dependency: 'ws',
          title: 'Many headers end the process',
          url: 'https://advisories.test/1',
          severity: 'high',
          cwe: ['CWE-476'],
          cvss: { score: 7.5, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' },
          range: '>=8.0.0 <8.24.0',
        },
      ],
      effects: ['puppeteer-core'],
      range: '8.0.0 - 8.23.9',
      nodes: ['node_modules/ws'],
      fixAvailable,
    },
  },
  metadata: {
    vulnerabilities: { info: 0, low: 0, moderate: 1, high: 2, critical: 0, total: 3 },
    dependencies,
  },
})

const nothingFound = { ...report(false), vulnerabilities: {} }

describe('the answer of npm audit', () => {
  it('gives the packages that have an advisory, the worst first', () => {
    const audit = readAudit(JSON.stringify(report(true)))
    expect(audit).toMatchObject({ kind: 'audited', packages: 742 })
    const described =
      audit.kind === 'audited' ? audit.findings.map((one) => describeFinding(one, new Set(['ws']))) : []
    expect(described).toEqual([
      [
        'high: ws, part of the program (node_modules/ws)',
        '  Many headers end the process, versions >=8.0.0 <8.24.0: https://advisories.test/1',
        '  Run `npm audit fix`',
      ].join('\n'),
      [
        'moderate: @lezer/common, used by the build or the tests (node_modules/@lezer/common)',
        '  An endless loop, versions <99.0.0: https://advisories.test/2',
        '  There is no fixed version: read the advisory, and replace the package where it applies',
      ].join('\n'),
    ])
  })

  it.each([
    [{ name: 'ws', version: '8.24.0', isSemVerMajor: false }, 'run `npm install --save-exact ws@8.24.0`'],
    [
      { name: 'vite', version: '9.0.0', isSemVerMajor: true },
      'run `npm install --save-exact vite@9.0.0` (a new major version)',
    ],
  ])('with the fix %j has advice', (fix, advice) => {
    const audit = readAudit(JSON.stringify(report(fix)))
    expect(audit.kind === 'audited' && audit.findings[0]?.advice).toBe(advice)
  })

  it('without findings reports how many packages were checked', () => {
    expect(readAudit(JSON.stringify(nothingFound))).toEqual({ kind: 'audited', packages: 742, findings: [] })
  })

  it.each([
    [
      '405 Method Not Allowed - POST https://registry.test/-/npm/v1/security/advisories/bulk',
      { method: 'POST', statusCode: 405, headers: { allow: ['GET,HEAD'] }, body: '' },
    ],
    ['request to http://127.0.0.1:1/ failed, reason: connect ECONNREFUSED 127.0.0.1:1', {}],
  ])('is skipped when the registry responds with: %s', (message, more) => {
    const answer = { message, ...more, error: { summary: '', detail: '' } }
    expect(readAudit(JSON.stringify(answer))).toEqual({
      kind: 'skipped',
      reason: `the registry offers no audit (${message})`,
    })
  })

  it.each([
    [
      'a missing lock file',
      { error: { code: 'ENOLOCK', summary: 'This command requires an existing lockfile.', detail: '' } },
    ],
    ['no package', { ...nothingFound, metadata: { dependencies: { ...dependencies, total: 0 } } }],
    ['risks without an advisory', { ...report(false), vulnerabilities: { ws: { name: 'ws', via: ['x'] } } }],
    ['an object of another kind', { auditReportVersion: 3 }],
    ['a list', []],
  ])('fails with %s', (_what, answer) => {
    expect(readAudit(JSON.stringify(answer)).kind).toBe('failed')
  })

  it.each(['', 'npm error', '{"auditReportVersion":2'])('fails with %j, which is not JSON', (output) => {
    expect(readAudit(output).kind).toBe('failed')
  })
})

describe('npm run audit', () => {
  const asked: Record<string, readonly string[]>[] = []
  let advisories: Record<string, unknown> = {}
  let offered = true
  /** A registry that knows advisories and no package. */
  const registry = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isQuestion = request.method === 'POST' && request.url === '/-/npm/v1/security/advisories/bulk'
      response.statusCode = isQuestion && offered ? 200 : 404
      response.setHeader('Content-Type', 'application/json')
      if (!isQuestion || !offered) return response.end('{}')
      const body = Buffer.concat(chunks)
      const json = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
      asked.push(JSON.parse(json.toString('utf8')) as Record<string, readonly string[]>)
      return response.end(JSON.stringify(advisories))
    })
  })
  beforeAll(async () => {
    await once(registry.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => {
    registry.close()
  })

  const run = async (): Promise<{ code: number; output: string }> => {
    const { port } = registry.address() as AddressInfo
    const args = [`--registry=http://127.0.0.1:${String(port)}`, '--fetch-retries=0']
    const child = spawn(process.execPath, [join(import.meta.dirname, '../audit.mjs'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, npm_config_omit: 'dev', NODE_ENV: 'production', no_proxy: '127.0.0.1' },
    })
    const ended = once(child, 'close') as Promise<[number]>
    const output = await text(child.stdout)
    return { code: (await ended)[0], output }
  }

  it('asks about everything that is bundled, built with and tested with', async () => {
    advisories = {}
    offered = true
    expect(await run()).toEqual({
      code: 0,
      output: expect.stringMatching(/^No known vulnerability in \d{3} packages\n$/) as unknown,
    })
    const names = Object.keys(asked.at(-1) ?? {})
    expect(names).toEqual(
      expect.arrayContaining([
        '@photostructure/sqlite',
        'zod',
        'ws',
        'react',
        'electron',
        'vitest',
        '@lezer/common',
      ]),
    )
  }, 60_000)

  it('fails with what was found', async () => {
    offered = true
    const more = { severity: 'critical', vulnerable_versions: '<99.0.0', cwe: [], cvss: { score: 9 } }
    advisories = { zod: [{ id: 1, url: 'https://advisories.test/1', title: 'Reads too much', ...more }] }
    const { code, output } = await run()
    expect(code).toBe(1)
    expect(output).toMatch(/^critical: zod(, part of the program)? \(.*\bnode_modules\/zod\)\n/)
    expect(output).toContain('\n  Reads too much, versions <99.0.0: https://advisories.test/1\n')
  }, 120_000)

  it('reports in one line that the registry offers no audit, and passes', async () => {
    offered = false
    const { code, output } = await run()
    expect(code).toBe(0)
    expect(output).toMatch(/^skipped: the registry offers no audit \(404 Not Found .*\)\n$/)
  }, 60_000)
})
