import { expect, test } from '@playwright/test'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findElectron } from '../../scripts/electron-runtime.mjs'
import { watchHost, type HostProcess } from '#e2e/fixtures/host-process'
import { FREE_PORTS } from '#e2e/fixtures/hosts/free-ports'
import { listening } from '#core/testing/listening'

/** `npm start` on machines where Electron cannot open its window, with stand-ins that end as the real Electron does. */
const root = join(import.meta.dirname, '../..')

const options = ['--ready-json', '--no-open', '--in-memory']

let folder = ''
let hosts: HostProcess[] = []
let closeServer = (): Promise<void> => Promise.resolve()

// The tests share the repository's folder, so they run one after the other.
test.describe.configure({ mode: 'default' })
test.skip(process.platform !== 'linux', 'the stand-ins are shell scripts')

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paybench-stand-in-'))
  hosts = []
})
test.afterEach(async () => {
  for (const host of hosts) await host.kill()
  await closeServer()
  rmSync(folder, { recursive: true, force: true })
})

/** Makes the executable of an Electron runtime, and returns the variables that make `npm start` use it. */
function electronThat(content: string, mode = 0o755): Readonly<Record<string, string>> {
  const runtime = join(folder, 'electron')
  mkdirSync(runtime)
  // If the runtime is installed, its own `path.txt` decides the name.
  const note = join(root, 'node_modules/electron/path.txt')
  const executable = join(runtime, existsSync(note) ? readFileSync(note, 'utf8') : 'electron')
  writeFileSync(executable, content)
  chmodSync(executable, mode)
  return { ELECTRON_OVERRIDE_DIST_PATH: runtime }
}

const script = (...lines: readonly string[]): string => `#!/bin/sh\n${lines.join('\n')}\n`
const prints = (line: string): string => `echo ${JSON.stringify(line).replaceAll('$', '\\$')} >&2`
const reports = (...words: readonly string[]): string =>
  words.map((word) => `echo ${word} >> "$PAYBENCH_START_REPORT"`).join('\n')
const noise = 'i=0; while [ $i -lt 40 ]; do echo "[1:ERROR:bus.cc] noise $i" >&2; i=$((i + 1)); done'

/** Starts as `npm start` does, on a desktop. */
function start(env: Readonly<Record<string, string>>, ...args: readonly string[]): HostProcess {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...options, ...FREE_PORTS, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      WAYLAND_DISPLAY: 'wayland-test',
      electron_config_cache: join(folder, 'cache'),
      ...env,
    },
  })
  const host = watchHost(child)
  hosts.push(host)
  return host
}

/** Expects the browser host, the reason reported once and nothing else, and a clean end. */
async function expectBrowser(
  host: HostProcess,
  reason: RegExp,
  others: readonly RegExp[] = [],
): Promise<void> {
  expect((await host.ready).workbench).toMatch(/^http:/)
  const lines = host
    .log()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('Running as root') && !line.includes('in memory'))
  const rest = lines.filter((line) => !others.some((other) => other.test(line)))
  expect(rest).toEqual([expect.stringMatching(/^No desktop window: .* Serving the same workbench/)])
  expect(rest[0]).toMatch(reason)
  expect(await host.end()).toBe(0)
}

const dying = [
  {
    how: 'lacks a library',
    content: script(
      prints('electron: error while loading shared libraries: libnss3.so: cannot open shared object file'),
      'exit 127',
    ),
    reason: /does not have \(libnss3\.so\)\. Install the packages /,
  },
  {
    how: 'cannot start its sandbox',
    content: script(
      noise,
      prints(
        'FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured',
      ),
      'kill -TRAP $$',
    ),
    reason: /sandbox cannot start on this system\. To allow it: sudo chown root/,
  },
  {
    how: 'finds no X server',
    content: script(
      noise,
      prints('ERROR:ozone_platform_x11.cc(244)] Missing X server or $DISPLAY'),
      'kill -SEGV $$',
    ),
    reason: /the display refused the window \(Missing X server or \$DISPLAY\)/,
  },
  {
    how: 'ends without output',
    content: script('exit 5'),
    reason: /ended with code 5 before its window appeared; cause unknown, it printed nothing/,
  },
  {
    how: 'is not executable',
    content: script('exit 0'),
    mode: 0o644,
    reason: /permission denied.*chmod \+x/,
  },
]
for (const { how, content, mode, reason } of dying) {
  test(`the browser host takes over if Electron ${how}`, async () => {
    await expectBrowser(start(electronThat(content, mode)), reason)
  })
}

test('the last lines of Electron are shown if the cause of its end is unknown', async () => {
  const host = start(electronThat(script(prints('something odd'), reports('loaded'), 'kill -ABRT $$')))
  await expectBrowser(host, /ended with SIGABRT .*cause unknown, its last lines are above/, [
    /^something odd$/,
  ])
})

test('a window that does not appear is abandoned, even if its program does not end on request', async () => {
  const pid = join(folder, 'pid')
  const env = electronThat(script(`trap '' TERM`, `echo $$ > ${pid}`, 'exec sleep 600'))
  const host = start({ ...env, PAYBENCH_WINDOW_LIMIT_MS: '1500' })
  await expectBrowser(host, /no window appeared within 1\.5 s .*npm start -- --host browser/)
  expect(() => process.kill(Number(readFileSync(pid, 'utf8')), 0)).toThrow('ESRCH')
})

test('a stop while waiting for the window starts nothing else', async () => {
  const host = start(electronThat(script(`echo waiting > ${join(folder, 'started')}`, 'exec sleep 600')))
  await expect.poll(() => existsSync(join(folder, 'started'))).toBe(true)
  await host.end()
  await expect(host.ready).rejects.toThrow('stopped by SIGTERM')
})

test('Electron keeps running once its window appears, and ends cleanly', async () => {
  // The built program runs in the double of Electron, which is started as Electron would be.
  const double = script(
    'while [ "$1" != -- ]; do shift; done',
    `exec ${process.execPath} --import ${root}/e2e/double/register.mjs ${root}/out/main/index.js "$@"`,
  )
  const host = start(electronThat(double))
  // Without --workbench-port the desktop would not serve the workbench: the options were passed on.
  expect((await host.ready).workbench).toMatch(/^http:/)
  expect(host.log()).not.toContain('No desktop window')
  expect(host.log()).toContain('starts with Electron')
  expect(await host.end()).toBe(0)
})

test('the exit code of a program that has shown its window is passed on', async () => {
  const host = start(
    electronThat(script(reports('loaded', 'shown'), prints('said by the program'), 'exit 7')),
  )
  await expect(host.ready).rejects.toThrow('ended with code 7 before')
  expect(host.log()).toContain('said by the program')
  expect(host.log()).not.toContain('No desktop window')
})

test('the exit code of a program that ends by itself is passed on', async () => {
  const host = start(
    electronThat(script(reports('loaded', 'ended'), prints('--bind: not an address'), 'exit 2')),
  )
  await expect(host.ready).rejects.toThrow('ended with code 2 before')
  expect(host.log()).toContain('--bind: not an address')
  expect(host.log()).not.toContain('No desktop window')
})

test('--host electron never falls back', async () => {
  const host = start(electronThat(script('exit 5')), '--host', 'electron')
  await expect(host.ready).rejects.toThrow('ended with code 1 before')
  expect(host.log()).toMatch(/--host electron: Electron ended with code 5 .* npm start -- --host browser$/m)
})

test.describe('without the runtime', () => {
  test.skip(findElectron() !== undefined, 'the Electron runtime is installed here')

  /** The server from which the runtime is downloaded, which records the requests. */
  const mirrorThat = async (respond: Parameters<typeof createServer>[1]) => {
    const asked: string[] = []
    const server = createServer(respond)
    server.on('request', ({ url }) => asked.push(String(url)))
    server.on('connect', ({ url }, socket) => {
      asked.push(String(url))
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    })
    const { url, close } = await listening(server)
    closeServer = close
    return { asked, url: `${url}/` }
  }
  const refuses: Parameters<typeof createServer>[1] = (_request, response) => response.writeHead(404).end()
  const progress = /^Electron \d/

  test('nothing is downloaded if there is no display', async () => {
    const { asked, url } = await mirrorThat(refuses)
    await expectBrowser(start({ WAYLAND_DISPLAY: '', ELECTRON_MIRROR: url }), /there is no display/)
    expect(asked).toEqual([])
  })

  test('the download goes through the proxy that npm uses', async () => {
    const { asked, url } = await mirrorThat(refuses)
    const host = start({ npm_config_proxy: url, ELECTRON_MIRROR: 'http://mirror.test/' })
    await expectBrowser(host, /Proxy response \(403\).*HTTPS_PROXY.*NODE_EXTRA_CA_CERTS.*ELECTRON_MIRROR/, [
      progress,
    ])
    expect(asked).toEqual(['mirror.test:80'])
  })

  test('a failed download is reported, and ends a start with --host electron', async () => {
    const { url } = await mirrorThat(refuses)
    await closeServer()
    const env = { ELECTRON_MIRROR: url }
    await expectBrowser(start(env), /could not be installed \(connect ECONNREFUSED/, [progress])
    const host = start(env, '--host', 'electron')
    await expect(host.ready).rejects.toThrow('ended with code 1 before')
    expect(host.log()).toMatch(/could not be installed \(connect ECONNREFUSED/)
  })

  test('a stalled download is abandoned', async () => {
    const { url } = await mirrorThat((_request, response) => {
      response.writeHead(200, { 'content-length': '110000000' })
      response.write(Buffer.alloc(1_000_000))
    })
    const host = start({ ELECTRON_MIRROR: url })
    await expectBrowser(host, /its download received nothing for 10 s/, [progress])
    expect(host.log()).toMatch(/^Electron 1\.0 of 110\.0 MB received/m)
  })
})
