import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import { MESSAGE_POLICY, messagePage, type PageSource, servePage } from './page-files'
import { MESSAGE_URL, WORKBENCH_URL } from './guards'

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paybench-page-'))
  mkdirSync(join(folder, 'renderer/workbench'), { recursive: true })
  writeFileSync(join(folder, 'renderer/workbench/index.html'), '<p>page</p>')
  writeFileSync(join(folder, 'renderer/workbench/page.js.map'), '{}')
  writeFileSync(join(folder, 'secret.html'), 'secret')
})

const source = (): PageSource => ({
  directory: join(folder, 'renderer'),
  messagePage: () => '<p>why</p>',
  openedFile: () => new Response(null, { status: 204 }),
  frameOrigins: () => ['http://127.0.0.1:8620'],
})
const get = (url: string, method = 'GET'): Promise<Response> => servePage({ url, method }, source())

describe('the files of the window', () => {
  it('are served with their type', async () => {
    const response = await get(WORKBENCH_URL)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toBe('<p>page</p>')
  })

  it('come with a policy that allows no outside content except frames from the listeners', async () => {
    const policy = (await get(WORKBENCH_URL)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain('frame-src http://127.0.0.1:8620;')
  })

  it('include the message page', async () => {
    expect(await (await get(MESSAGE_URL)).text()).toBe('<p>why</p>')
  })

  it.each([
    'paybench://desk/../secret.html',
    'paybench://desk/workbench/..%2f..%2fsecret.html',
    'paybench://desk/workbench/%2e%2e/%2e%2e/secret.html',
    'paybench://desk/workbench/..%5c..%5csecret.html',
    'paybench://desk/workbench/index.html%00',
    'paybench://desk/%',
    'paybench://desk/workbench/page.js.map',
    'paybench://desk/workbench/missing.html',
    'paybench://elsewhere/workbench/index.html',
    'http://desk/workbench/index.html',
  ])('do not include %s', async (url) => {
    expect((await get(url)).status).toBe(404)
  })

  it('are served only for GET requests', async () => {
    expect((await get(WORKBENCH_URL, 'POST')).status).toBe(404)
  })
})

describe('the message page', () => {
  it('escapes its text, and is an alert if the tester has to act', () => {
    const page = messagePage({
      title: 'Paybench could not start',
      message: '<img src=x onerror=alert(1)>',
      remedy: 'Ask "IT" & wait.',
    })
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).toContain('Ask &quot;IT&quot; &amp; wait.')
    expect(page).toContain('role="alert"')
  })

  it('shows a moving bar while there is nothing to do but wait', () => {
    const page = messagePage({ title: 'Paybench is starting', message: 'Opening the data folder.' })
    expect(page).toContain('role="status"')
    expect(page).toContain('class="bar"')
    expect(page).not.toContain('What you can do')
  })

  it('has the style that its policy allows', () => {
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(messagePage({ title: '', message: '' })) ?? []
    expect(MESSAGE_POLICY).toContain(`sha256-${createHash('sha256').update(style).digest('base64')}`)
  })
})
