import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestBench, type TestBench } from '#e2e/fixtures/hosts/served-bench'
import { rawRequest, talk } from '#net/testing/raw-client'
import { readPageFiles } from './page'
import { openWorkbench, TEST_TOKEN, type TestWorkbench } from './testing/open-workbench'

let bench: TestBench
let workbench: TestWorkbench
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paybench-page-'))
  const built = join(folder, 'renderer')
  await mkdir(join(built, 'workbench'), { recursive: true })
  await mkdir(join(built, 'assets'))
  await writeFile(join(built, 'workbench/index.html'), '<!doctype html><title>the workbench</title>')
  await writeFile(join(built, 'assets/workbench-B1x_9-aZ.js'), 'start()')
  await writeFile(join(built, 'assets/workbench-C2y_8-bY.css'), 'body{}')
  await writeFile(join(built, 'assets/plain.svg'), '<svg/>')
  await writeFile(join(built, 'assets/notes.txt'), 'not for the page')
  await writeFile(join(folder, 'secret.json'), '{"secret":"outside"}')
  await symlink(join(folder, 'secret.json'), join(built, 'assets/link.json'))
  bench = openTestBench()
  workbench = await openWorkbench(bench.served, {
    pages: await readPageFiles(built),
    frameOrigins: ['http://127.0.0.1:8610', 'http://127.0.0.1:8620'],
  })
})
afterEach(async () => {
  await workbench.close()
  await bench.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string): Promise<Response> => fetch(`${workbench.url}${path}`)
const rawGet = (target: string, host = 'localhost'): Promise<string> =>
  talk(workbench.port, rawRequest(`GET ${target}`, '', [`Host: ${host}`]))

describe('the page of the workbench', () => {
  it.each([`/?token=${TEST_TOKEN}`, '/', '/workbench/index.html'])('is at %s', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain('the workbench')
  })

  it('refuses an address with the token of another run', async () => {
    const response = await get(`/?token=${'0'.repeat(64)}`)
    expect(response.status).toBe(401)
    expect(await response.text()).toContain('Open the address that it printed')
  })

  const FOR_EVER = 'public, max-age=31536000, immutable'
  it.each([
    ['/assets/workbench-B1x_9-aZ.js', 'text/javascript; charset=utf-8', FOR_EVER],
    ['/assets/workbench-C2y_8-bY.css', 'text/css; charset=utf-8', FOR_EVER],
    ['/assets/plain.svg', 'image/svg+xml', 'no-store'],
  ])('includes the file %s', async (path, type, caching) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe(caching)
  })

  it('responds to HEAD without a body', async () => {
    const response = await fetch(workbench.url, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('43')
    expect(await response.text()).toBe('')
  })

  it('accepts no other method', async () => {
    const response = await fetch(workbench.url, { method: 'POST', body: 'x' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })

  it.each(
    (
      '/../secret.json /assets/../../secret.json /assets/../../../../../../etc/passwd /..%2fsecret.json ' +
      '/%2e%2e/secret.json /%2e%2e%2fsecret.json /assets/..%5c..%5csecret.json ' +
      '/assets\\..\\..\\secret.json //secret.json /assets/link.json /assets/notes.txt /assets/ /assets ' +
      '/assets/plain.svg/ /assets/plain.svg%00.html /__proto__ /constructor ' +
      'http://localhost/../secret.json *'
    ).split(' '),
  )('serves nothing at %s', async (target) => {
    const response = await rawGet(target)
    expect(response).toMatch(/^HTTP\/1\.1 404 /)
    expect(response).not.toMatch(/outside|root:|not for the page/)
  })

  it('is not served under an external host name', async () => {
    const response = await rawGet('/', 'evil.test')
    expect(response).toMatch(/^HTTP\/1\.1 421 /)
    expect(response).not.toContain('the workbench')
  })

  it('says so if it has not been built', async () => {
    const empty = await openWorkbench(bench.served, { pages: await readPageFiles(join(folder, 'nowhere')) })
    const response = await fetch(empty.url)
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('npm start')
    await empty.close()
  })
})

describe('every response', () => {
  it.each(['/', '/assets/plain.svg', '/nothing', '/api/v1/clock.get', '/api/v1/line'])(
    'at %s carries the security headers',
    async (path) => {
      const { headers } = await get(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('origin-agent-cluster')).toBe('?1')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    },
  )

  it('allows only scripts, styles and connections of its origin, and frames of the customer listeners', async () => {
    const policy = (await get('/')).headers.get('content-security-policy')
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self' ws://127.0.0.1:${workbench.port} wss://127.0.0.1:${workbench.port}`,
      "object-src 'none'",
      'frame-src http://127.0.0.1:8610 http://127.0.0.1:8620',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
  })

  it('allows no frames if there is no customer listener', async () => {
    const bare = await openWorkbench(bench.served)
    const policy = (await fetch(bare.url)).headers.get('content-security-policy')
    expect(policy?.split('; ')).toContain("frame-src 'none'")
    await bare.close()
  })

  it('does not let a Host header inject directives into the policy', async () => {
    const response = await rawGet('/', 'localhost; script-src *')
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(response).toContain("script-src 'self';")
    expect(response).not.toMatch(/Content-Security-Policy: [^\r]*script-src \*/)
  })
})
