import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { installByApt } from './apt.mjs'
import { describePrograms, ensurePrograms } from './ensure.mjs'
import { findProgram, versionOf } from './find.mjs'
import { leftOutEnvironment, readLeftOut } from './left-out.mjs'
import { programs, type Program } from './table.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'))
})

function executable(path: string, body = 'echo "Quill 4.2"', mode = 0o755): string {
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, mode)
  return file
}

const quill = (change: Partial<Program> = {}): Program => ({
  title: 'Quill',
  variable: 'QUILL_PATH',
  names: ['quill-esr', 'quill'],
  places: {},
  versionArguments: ['--version'],
  aptPackage: 'quill',
  tests: 'letters',
  ...change,
})

describe('a program is found', () => {
  const find = (env: NodeJS.ProcessEnv, program = quill()): string | undefined =>
    findProgram(program, env, 'linux')

  it('through its variable before it is looked for elsewhere', () => {
    const given = executable('mine/quill')
    executable('bin/quill-esr')
    expect(find({ QUILL_PATH: given, PATH: join(folder, 'bin') })).toBe(given)
  })

  it('only through its variable if that is set, and not at all if the path is wrong', () => {
    executable('bin/quill')
    const env = { QUILL_PATH: join(folder, 'nowhere'), PATH: join(folder, 'bin') }
    expect(() => find(env)).toThrow(/^QUILL_PATH names .*nowhere, which cannot be run: correct or unset it$/)
  })

  it('in the first folder of PATH that has it, under the preferred name', () => {
    executable('one/quill', '', 0o644)
    mkdirSync(join(folder, 'one/quill-esr'))
    executable('two/quill')
    const best = executable('two/quill-esr')
    executable('three/quill-esr')
    const PATH = ['', 'one', 'two', 'three']
      .map((name) => (name === '' ? '' : join(folder, name)))
      .join(delimiter)
    expect(find({ PATH })).toBe(best)
  })

  it('in the usual places of the system, and elsewhere last', () => {
    const program = quill({
      places: { linux: [join(folder, 'opt/quill')] },
      elsewhere: () => '/elsewhere',
    })
    expect(find({ PATH: '' }, program)).toBe('/elsewhere')
    const usual = executable('opt/quill')
    expect(find({}, program)).toBe(usual)
    expect(findProgram(program, {}, 'darwin')).toBe('/elsewhere')
    expect(findProgram(quill(), {}, 'darwin')).toBeUndefined()
  })

  it('as an .exe on Windows', () => {
    const file = executable('bin/quill.exe')
    expect(findProgram(quill(), { PATH: join(folder, 'bin') }, 'win32')).toBe(file)
  })
})

describe('the version of a program', () => {
  it.each([
    ['Mozilla Firefox 140.12.0esr', 'Mozilla Firefox 140.12.0esr'],
    ['Chromium 150.0.7871.100 built on Debian GNU/Linux 12', 'Chromium 150.0.7871.100'],
    ['PHP 8.2.36 (cli) (built: Nov 18 2026)', 'PHP 8.2.36'],
    ['OpenSSL 3.0.20 7 Apr 2026 (Library)', 'OpenSSL 3.0.20'],
    ['[27040] Sandbox: clone() failure: EPERM 1.2\nMozilla Firefox 153.7.0esr', 'Mozilla Firefox 153.7.0esr'],
  ])('is found in %j', async (output, version) => {
    const path = executable('quill', `cat <<'END'\n${output}\nEND`)
    expect(await versionOf(quill(), path)).toEqual({ version })
  })

  it.each([
    ['ends with an error', 'echo "no library" >&2; exit 3', /ended with code 3/],
    ['prints nothing', '', /printed no version/],
  ])('is unknown if it %s', async (_what, body, reason) => {
    expect(await versionOf(quill(), executable('quill', body))).toEqual({
      reason: expect.stringMatching(reason) as unknown,
    })
  })
})

describe('preparing the programs', () => {
  const nib = quill({ title: 'Nib', variable: 'NIB_PATH', aptPackage: 'nib' })

  /** A machine that has some programs, and more after an installation. */
  const machine = (has: readonly Program[], gets: readonly Program[], failure?: string) => {
    const present = new Set(has)
    const installed: string[][] = []
    return {
      installed,
      mayInstall: true,
      install: (packages: readonly string[]) => {
        installed.push([...packages])
        for (const program of gets) present.add(program)
        return Promise.resolve(failure)
      },
      find: (program: Program) => (present.has(program) ? `/bin/${program.aptPackage}` : undefined),
      version: () => Promise.resolve({ version: '1' }),
    }
  }

  it('installs the missing ones together, and no others', async () => {
    const [a, b, c] = [quill(), nib, quill({ aptPackage: 'ink' })]
    const means = machine([a], [b, c])
    const found = await ensurePrograms([a, b, c], means)
    expect(means.installed).toEqual([['nib', 'ink']])
    expect([...found.values()]).toEqual(
      ['quill', 'nib', 'ink'].map((name) => ({ path: `/bin/${name}`, version: '1' })),
    )
  })

  it('installs nothing if none is missing', async () => {
    const a = quill()
    const means = machine([a], [])
    await ensurePrograms([a], means)
    expect(means.installed).toEqual([])
  })

  it('leaves out those that cannot be installed, with the reason', async () => {
    const a = quill()
    const means = machine([a], [], 'apt-get ended with code 100: Unable to locate package nib')
    const found = await ensurePrograms([a, nib], means)
    const reason =
      'no Nib was found: install it, or give its path in NIB_PATH (apt-get ended with code 100: Unable to locate package nib)'
    expect(found.get(nib)).toEqual({ reason })
    expect(describePrograms(found)).toEqual(['Quill: 1 (/bin/quill)', `Nib: ${reason}. Left out: letters`])
    const env = leftOutEnvironment(found)
    expect(readLeftOut(nib, env)).toBe(reason)
    expect(readLeftOut(a, env)).toBeUndefined()
    expect(readLeftOut(nib, {})).toBeUndefined()
  })

  it('leaves out missing ones if nothing may be installed, and those that cannot run', async () => {
    const a = quill()
    const means = { ...machine([a], [nib]), mayInstall: false }
    const found = await ensurePrograms([a, nib], {
      ...means,
      version: () => Promise.resolve({ reason: 'it ended with code 127' }),
    })
    expect(means.installed).toEqual([])
    expect([...found.values()]).toEqual([
      { reason: 'it ended with code 127' },
      { reason: 'no Nib was found: install it, or give its path in NIB_PATH' },
    ])
  })
})

it('each program of the table has its own variable', () => {
  const variables = programs.map(({ variable }) => variable)
  expect(new Set(variables).size).toBe(programs.length)
  for (const variable of variables) expect(variable).toMatch(/^[A-Z]+_PATH$/)
})

describe('apt', () => {
  const fakeApt = (failures: Readonly<Record<string, string>>) => {
    const calls: string[] = []
    return {
      calls,
      run: (args: readonly string[]) => {
        const call = args.filter((arg) => !arg.startsWith('-')).join(' ')
        calls.push(call)
        return Promise.resolve(failures[call])
      },
    }
  }

  it('updates the package lists before it installs', async () => {
    const { calls, run } = fakeApt({})
    expect(await installByApt(['chromium', 'curl'], run)).toBeUndefined()
    expect(calls).toEqual(['update', 'install chromium curl'])
  })

  it('installs with the present lists if they cannot be updated', async () => {
    const { calls, run } = fakeApt({ update: 'no network' })
    expect(await installByApt(['curl'], run)).toBeUndefined()
    expect(calls).toEqual(['update', 'install curl'])
  })

  it('installs packages one by one if they cannot be installed together', async () => {
    const { calls, run } = fakeApt({ 'install a b': 'no b', 'install b': 'no b' })
    expect(await installByApt(['a', 'b'], run)).toBe('b: no b')
    expect(calls).toEqual(['update', 'install a b', 'install a', 'install b'])
  })
})
