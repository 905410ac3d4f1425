import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { talk } from '#net/testing/raw-client'
import { builtHost, runHost, type HostProcess } from '#e2e/fixtures/hosts/built-host'
import { FREE_PORTS, freePort } from '#e2e/fixtures/hosts/free-ports'
import { temporaryFolder } from '#e2e/fixtures/hosts/started-bench'

const url = z.url().refine((text) => !text.endsWith('/'))
/** The public shape of the ready line. */
const readyShape = z.strictObject({
  event: z.literal('ready'),
  version: z.string(),
  workbench: url,
  token: z.string(),
  platform: url,
  platformTls: url,
  merchant: url,
  merchantTls: url,
  reachableAt: z.record(z.string(), z.array(url)).nullable(),
  dataDir: z.string().nullable(),
  project: z.strictObject({ id: z.int(), secret: z.string(), callbackUrl: url.nullable() }),
})

let script: string
let folder: string
const running: HostProcess[] = []

beforeAll(async () => {
  script = await builtHost()
}, 60_000)
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.child.kill('SIGKILL')
    await one.ended
  }
})

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): HostProcess {
  const started = runHost(script, args, env)
  running.push(started)
  return started
}

const start = (...more: readonly string[]): HostProcess =>
  run([...FREE_PORTS, '--data-dir', join(folder, 'data'), '--no-open', ...more])

async function readyOf(process: HostProcess): Promise<z.infer<typeof readyShape>> {
  const [, line] = await process.printed(/^(.*)\n/)
  return readyShape.parse(JSON.parse(line ?? ''))
}

async function endsWell(process: HostProcess): Promise<void> {
  process.child.kill('SIGTERM')
  expect(await process.ended).toBe(0)
}

describe('the browser host', () => {
  it('prints exactly one line on standard output with --ready-json', async () => {
    const process = start('--ready-json', '--project-id=7', '--project-secret=topsecret')
    const ready = await readyOf(process)
    expect(ready.project).toEqual({ id: 7, secret: 'topsecret', callbackUrl: `${ready.merchant}/callbacks` })
    expect(ready.dataDir).toBe(join(folder, 'data'))
    expect(JSON.parse(await infoOf(ready))).toMatchObject({
      result: { version: ready.version, runtime: { host: 'browser' }, defaultProjectId: 7 },
    })
    await endsWell(process)
    expect(process.stdout().match(/\n/g)).toHaveLength(1)
    expect(process.stderr()).toBe('')
  })

  it('prints the addresses for a person, with the token but without the secret', async () => {
    const process = start('--project-id=7', '--project-secret=topsecret')
    const [address] = await process.printed(/http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{64}/)
    await process.printed(/Data +.*\n/)
    expect(process.stdout()).not.toContain('topsecret')
    // The token is accepted; 503 says that the page has not been built.
    expect((await fetch(address)).status).toBe(503)
  })

  it('prints the addresses for other computers if they can reach it', async () => {
    const process = start('--bind=0.0.0.0', '--allow-host=bench.test')
    const [, , others = ''] = await process.printed(/^([^]*)\n\n {2}From other computers\n([^]*)\n\n$/)
    expect(others).toMatch(/^ {2}Workbench +http:\/\/bench\.test:\d+\/\?token=[0-9a-f]{64}$/m)
    expect(others).toMatch(/^ {2}Platform API +http:\/\/bench\.test:\d+ {2}https:\/\/bench\.test:\d+$/m)
  })

  it('prints its help and its version', async () => {
    const help = run(['--help'])
    expect(await help.ended).toBe(0)
    expect(help.stdout()).toContain('--merchant-tls-port')
    const version = run(['--version'])
    expect(await version.ended).toBe(0)
    const packageFile = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')))
    expect(version.stdout()).toBe(`${packageFile.version}\n`)
  })

  it('names every invalid option and starts nothing', async () => {
    const process = run(['--platform-port=many', '--colour=red', '--data-dir', join(folder, 'data')])
    expect(await process.ended).toBe(2)
    expect(process.stdout()).toBe('')
    expect(process.stderr()).toContain('--platform-port')
    expect(process.stderr()).toContain('--colour')
  })

  it('explains what to do when it cannot start', async () => {
    const first = start('--ready-json')
    await readyOf(first)
    const second = start('--ready-json')
    expect(await second.ended).toBe(1)
    expect(second.stdout()).toBe('')
    expect(second.stderr()).toContain('Another Paybench is using the data folder')
    expect(second.stderr()).toContain('--data-dir')
  })

  it.each<readonly NodeJS.Signals[]>([['SIGTERM'], ['SIGINT'], ['SIGHUP'], ['SIGINT', 'SIGTERM', 'SIGHUP']])(
    'shuts down cleanly on %s, and on several signals as on one',
    async (...signals) => {
      const process = start('--ready-json')
      await readyOf(process)
      for (const signal of signals) process.child.kill(signal)
      expect(await process.ended).toBe(0)
    },
  )

  it('starts and keeps running if nobody reads its output', async () => {
    const port = await freePort()
    const others = FREE_PORTS.filter((option) => !option.startsWith('--workbench'))
    const process = run([...others, `--workbench-port=${port}`, '--in-memory', '--no-open'])
    process.child.stdout?.destroy()
    process.child.stderr?.destroy()
    await waitForResponse(`http://127.0.0.1:${port}/`)
    // Bytes that are not a request are logged.
    await talk(port, 'RUBBISH\r\n\r\n')
    await waitForResponse(`http://127.0.0.1:${port}/`)
    await endsWell(process)
  })

  it('continues after uncaught errors, logs them and counts them in the window', async () => {
    const planted =
      'process.on("SIGUSR2",()=>{void Promise.reject(new Error("planted promise"));throw new Error("planted throw")})'
    const process = runWith(planted)
    const ready = await readyOf(process)
    process.child.kill('SIGUSR2')
    const notices = await waitForNotices(ready, /2 internal errors/)
    expect(notices).toContain('planted')
    expect(process.stderr()).toContain('Error: planted throw')
    expect(process.stderr()).toContain('Error: planted promise')
    expect((await fetch(ready.merchant)).status).toBe(200)
    await endsWell(process)
  })

  it('ends with exit code 1 and explains what to do when the store can no longer be written to', async () => {
    const planted =
      'process.once("SIGUSR2",()=>{throw Object.assign(new Error("disk full"),{sqliteCode:13})})'
    const process = runWith(planted)
    await readyOf(process)
    process.child.kill('SIGUSR2')
    expect(await process.ended).toBe(1)
    expect(process.stderr()).toContain('can no longer be written')
    expect(process.stderr()).toContain('Everything that it acknowledged is saved. Start it again')
  })

  it('opens the address with the token in the system browser, and prints a hint if that fails', async () => {
    const bin = join(folder, 'bin')
    await mkdir(bin)
    const opened = join(folder, 'opened')
    await writeFile(
      join(bin, 'xdg-open'),
      `#!/bin/sh\nprintf %s "$1" > ${opened}.part\nmv ${opened}.part ${opened}\nexit 3\n`,
    )
    await chmod(join(bin, 'xdg-open'), 0o755)
    const args = [...FREE_PORTS, '--in-memory', '--ready-json']
    const process = run(args, { PATH: [bin, '/bin', '/usr/bin'].join(delimiter), DISPLAY: ':99' })
    const ready = await readyOf(process)
    const address = await waitForFile(opened)
    expect(address).toBe(`${ready.workbench}/?token=${ready.token}`)
    await endsWell(process)

    const without = run(args, { PATH: folder, DISPLAY: ':99' })
    await readyOf(without)
    await endsWell(without)
    expect(without.stderr()).toContain('Open the workbench address in a browser yourself')
  })
})

/** Starts a host that also runs a piece of code from the test. */
function runWith(code: string): HostProcess {
  return run([...FREE_PORTS, '--in-memory', '--no-open', '--ready-json'], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
  })
}

type Ready = z.infer<typeof readyShape>

async function infoOf({ workbench, token }: Ready): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` }
  return (await fetch(`${workbench}/api/v1/bench.info`, { method: 'POST', headers })).text()
}

async function waitForNotices(ready: Ready, wanted: RegExp): Promise<string> {
  for (;;) {
    const text = await infoOf(ready)
    if (wanted.test(text)) return text
  }
}

async function waitForFile(file: string): Promise<string> {
  for (;;) {
    try {
      return await readFile(file, 'utf8')
    } catch {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

/** Repeats a request until there is a response. */
async function waitForResponse(address: string): Promise<void> {
  for (;;) {
    try {
      await fetch(address)
      return
    } catch {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
