import { expect, test } from '@playwright/test'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { findChromium } from '../../scripts/chromium.mjs'
import { FREE_PORTS } from '#e2e/fixtures/hosts/free-ports'
import type { ReadyInfo } from '#hosts/running-bench'

/** The published package, as a new user gets it: in an empty folder and an empty home, without a network. */
const root = join(import.meta.dirname, '../..')

let folder = ''
let version = ''

test.describe.configure({ mode: 'serial' })

/** Runs a program in the new user's folder, with none of our environment variables. */
function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const result = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
      HOME: join(folder, 'home'),
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
      ...env,
    },
  })
  return { code: result.status, stdout: result.stdout, stderr: result.stderr }
}

const installedPath = (...path: readonly string[]): string => join(folder, 'node_modules/paybench', ...path)
const paybench = (...args: readonly string[]) => run(join(folder, 'node_modules/.bin/paybench'), args)

test.beforeAll(() => {
  // Bundles the programs and compiles the declarations, on a machine that may be busy.
  test.setTimeout(600_000)
  folder = mkdtempSync(join(tmpdir(), 'paybench-stranger-'))
  mkdirSync(join(folder, 'home'))
  const packed = spawnSync(process.execPath, [join(root, 'scripts/tarball.mjs')], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(packed.status, packed.stderr).toBe(0)
  const tarball = packed.stdout.trim().split('\n').at(-1) ?? ''
  version = /paybench-(.+)\.tgz$/.exec(tarball)?.[1] ?? ''
  const install = run('npm', ['install', '--no-audit', '--no-fund', tarball])
  expect(install.code, install.stderr).toBe(0)
})

test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('the package has a command with help, a version and exit codes', () => {
  expect(paybench('--version')).toMatchObject({ code: 0, stdout: `${version}\n` })
  const help = paybench('--help')
  expect(help.code).toBe(0)
  expect(help.stdout).toMatch(/^ {2}start +\w/m)
  expect(paybench('start', '--help').stdout).toContain('--platform-port')
  expect(paybench()).toMatchObject({ code: 2, stdout: '' })
  expect(paybench('nothing').stderr).toContain('there is no command "nothing"')
  expect(paybench('start', '--colour=red')).toMatchObject({ code: 2, stdout: '' })
  // The data folder is a file: Paybench cannot start.
  const failed = paybench('start', '--no-open', '--data-dir', installedPath('package.json'))
  expect(failed).toMatchObject({ code: 1, stdout: '' })
})

test('the package serves the window without a build', async () => {
  const child = spawn(
    process.execPath,
    [installedPath('main/cli.js'), 'start', '--in-memory', '--no-open', '--ready-json', ...FREE_PORTS],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { workbench, token, merchant } = JSON.parse(line.toString('utf8')) as ReadyInfo
    const page = await fetch(`${workbench ?? ''}/?token=${token ?? ''}`)
    expect(await page.text()).toContain('<script')
    expect((await fetch(`${merchant}/shop`)).status).toBe(200)
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended).toBe(0)
})

test('the package runs as in the container: it reports its health, keeps the token and data, and ends on SIGTERM', async () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const data = join(folder, 'container-data')
  /** The command of a Dockerfile instruction, with the folders of the image replaced by ours. */
  const instruction = (name: string): readonly string[] => {
    const [, list = '[]'] = new RegExp(`^${name}.* ?(\\[".*\\])$`, 'm').exec(dockerfile) ?? []
    return (JSON.parse(list) as readonly string[]).map((word) =>
      word
        .replace('/opt/paybench', folder)
        .replace(/^\/data/, data)
        .replace('0.0.0.0', '127.0.0.1'),
    )
  }
  const command = [...instruction('ENTRYPOINT'), ...instruction('CMD'), '--ready-json']
  expect(command.slice(0, 3)).toEqual(['node', installedPath('main/cli.js'), 'start'])
  const healthOf = (platform: string): number | null => {
    const [program = '', ...args] = instruction('HEALTHCHECK')
    return run(
      program,
      args.map((word) => word.replace('http://127.0.0.1:8610', platform)),
    ).code
  }
  const projects: unknown[] = []
  for (const start of ['first', 'second']) {
    const child = spawn(process.execPath, [...command.slice(1), ...FREE_PORTS], {
      env: { PATH: dirname(process.execPath), NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    try {
      const [line] = (await once(child.stdout, 'data')) as [Buffer]
      const { token, platform, project } = JSON.parse(line.toString('utf8')) as ReadyInfo
      projects.push(project.secret)
      expect(readFileSync(join(data, 'workbench-token'), 'utf8').trim(), start).toBe(token)
      expect(healthOf(platform), start).toBe(0)
      child.kill('SIGTERM')
      expect(await ended, start).toBe(0)
      expect(healthOf(platform), start).toBe(1)
    } finally {
      child.kill('SIGKILL')
    }
  }
  expect(projects[1]).toBe(projects[0])
})

test('the package runs the example in JavaScript', () => {
  cpSync(join(root, 'docs/examples/clarification.mjs'), join(folder, 'clarification.mjs'))
  expect(run(process.execPath, ['clarification.mjs'])).toEqual({ code: 0, stdout: 'passed\n', stderr: '' })
})

test('the package runs the scenarios that it includes, and reports failures', () => {
  const shipped = paybench('run', 'node_modules/paybench/scenarios', '--jobs', '2')
  expect(shipped.stdout).toMatch(/\d\d passed, 0 failed\n$/)
  expect(shipped).toMatchObject({ code: 0, stderr: '' })
  const own = [
    '# yaml-language-server: $schema=./node_modules/paybench/scenarios/scenario.schema.json',
    'name: A declined card',
    'steps:',
    '  - sale: { as: order, amount: 46.50 EUR, card: decline }',
    '  - expect payment: { of: order, status: success }',
  ]
  writeFileSync(join(folder, 'own.yaml'), own.join('\n'))
  expect(JSON.parse(readFileSync(installedPath('scenarios/scenario.schema.json'), 'utf8'))).toHaveProperty(
    '$schema',
  )
  const failed = paybench('run', 'own.yaml', '--report', 'html=report.html')
  expect(failed.code).toBe(1)
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).toMatch(
    /&quot;success&quot;<\/td>\s*<td[^>]*>&quot;decline&quot;/,
  )
})

test('Paybench ends together with the program that started it', async () => {
  writeFileSync(
    join(folder, 'killed.mjs'),
    `import { startBench } from 'paybench/client'
     const bench = await startBench()
     console.log(bench.addresses.merchant)
     process.kill(process.pid, 'SIGKILL')`,
  )
  const { stdout } = run(process.execPath, ['killed.mjs'])
  const merchant = stdout.trim()
  expect(merchant).toMatch(/^http:/)
  await expect
    .poll(async () => {
      try {
        return (await fetch(merchant)).status
      } catch {
        return 'gone'
      }
    })
    .toBe('gone')
})

test('the package runs the Playwright example', () => {
  // Playwright is a peer dependency that the new user would have installed; here it is ours.
  mkdirSync(join(folder, 'node_modules/@playwright'), { recursive: true })
  symlinkSync(join(root, 'node_modules/@playwright/test'), join(folder, 'node_modules/@playwright/test'))
  for (const name of ['payment-form.spec.mjs', 'playwright.config.mjs']) {
    cpSync(join(root, 'docs/examples', name), join(folder, name))
  }
  const cli = join(folder, 'node_modules/@playwright/test/cli.js')
  const { code, stdout, stderr } = run(process.execPath, [cli, 'test'], {
    CHROMIUM_PATH: findChromium() ?? '',
  })
  expect(`${stdout}${stderr}`).toContain('2 passed')
  expect(code).toBe(0)
})

test('the package has types for every method, event and matcher, without another package', () => {
  writeFileSync(
    join(folder, 'typed.mts'),
    `import { any, BenchError, connectBench, moreThan, type BenchEvent, type Params, type Result } from 'paybench/client'
     import { test } from 'paybench/playwright'
     const bench = await connectBench({ url: '', token: '' })
     const { key, status } = await bench.payments.create({ amount: 1, currency: 'EUR' })
     const decided: 'success' | 'decline' | 'processing' | string = status
     await bench.clock.get()
     await bench.expect.callback({ kind: 'result', lastStatus: moreThan(200), body: { payment: any } }, { timeoutMs: 1 })
     const params: Params<'clock.advance'> = { ms: 1 }
     const page: Result<'payments.list'> = await bench.payments.list({ limit: 1 })
     bench.onEvent((event: BenchEvent) => { if (event.type === 'payment.changed') void event.payment.paymentId })
     test('x', async ({ bench: shared, project }) => { await shared.payments.get({ key: String(project.id) }) })
     export { BenchError, decided, key, page, params }
     // @ts-expect-error: an unknown parameter
     await bench.payments.create({ amount: 1, currency: 'EUR', colour: 'red' })
     // @ts-expect-error: a parameter is missing
     await bench.payments.get()
     // @ts-expect-error: there is no such status
     await bench.expect.payment({ status: 'paid' })
    `,
  )
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext']
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { code, stdout } = run(process.execPath, [compiler, ...options, 'typed.mts'])
  expect(stdout).toBe('')
  expect(code).toBe(0)
  expect(readFileSync(installedPath('types/client/index.d.ts'), 'utf8')).not.toContain('zod')
})
