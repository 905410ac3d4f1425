import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CommandLine, defaultDataDir, type LaunchOptions, parseLaunchOptions } from './options'
import { helpText } from './option-table'

const aCommandLine = (argv: readonly string[], host: CommandLine['host'] = 'browser'): CommandLine => ({
  argv,
  host,
  cwd: '/srv/shop',
  platform: 'linux',
  homeDir: '/home/tester',
  env: {},
})

const optionsOf = (...argv: readonly string[]): LaunchOptions => {
  const parsed = parseLaunchOptions(aCommandLine(argv))
  if (parsed.kind !== 'run') throw new Error(`not accepted: ${JSON.stringify(parsed)}`)
  return parsed.options
}
const refusals = (...argv: readonly string[]): readonly string[] => {
  const parsed = parseLaunchOptions(aCommandLine(argv))
  return parsed.kind === 'refused' ? parsed.problems : []
}

describe('the command line', () => {
  it('uses the defaults if no options are given', () => {
    expect(optionsOf()).toEqual({
      host: 'browser',
      storage: { kind: 'folder', directory: '/home/tester/.local/share/paybench' },
      bind: '127.0.0.1',
      ports: {
        workbench: { kind: 'default', port: 8600 },
        platform: { kind: 'default', port: 8610 },
        platformTls: { kind: 'default', port: 8611 },
        merchant: { kind: 'default', port: 8620 },
        merchantTls: { kind: 'default', port: 8621 },
      },
      project: null,
      allowHosts: [],
      workbenchTls: false,
      tokenFile: null,
      open: true,
      readyJson: false,
    })
  })

  it.each<[string, Partial<LaunchOptions>]>([
    ['--data-dir bench', { storage: { kind: 'folder', directory: '/srv/shop/bench' } }],
    ['--in-memory', { storage: { kind: 'memory' } }],
    ['--project-id 402 --project-secret pepper', { project: { id: 402, secret: 'pepper' } }],
    ['--allow-host Bench.test --allow-host=shop.test', { allowHosts: ['bench.test', 'shop.test'] }],
    ['--no-open --ready-json --host auto', { open: false, readyJson: true }],
  ])('accepts %s', (argv, options) => {
    expect(optionsOf(...argv.split(' '))).toMatchObject(options)
  })

  it('accepts values after a space or an equals sign', () => {
    expect(optionsOf('--platform-port', '0', '--merchant-port=9000').ports).toMatchObject({
      platform: { kind: 'explicit', port: 0, option: '--platform-port' },
      merchant: { kind: 'explicit', port: 9000, option: '--merchant-port' },
    })
  })

  it('resolves a token file against the working directory, and refuses it if the workbench has no port', () => {
    expect(optionsOf('--token-file', 'secrets/token').tokenFile).toBe('/srv/shop/secrets/token')
    expect(refusals('--token-file=')).toEqual(['--token-file: the path is empty. Give the path of a file.'])
    const inWindow = aCommandLine(['--token-file=token', '--workbench-tls'], 'electron')
    expect(parseLaunchOptions(inWindow)).toMatchObject({
      kind: 'refused',
      problems: [expect.stringMatching(/^--token-file: /), expect.stringMatching(/^--workbench-tls: /)],
    })
    expect(parseLaunchOptions({ ...inWindow, argv: [...inWindow.argv, '--workbench-port=0'] }).kind).toBe(
      'run',
    )
  })

  it('serves the workbench over HTTP on the desktop only if --workbench-port is given', () => {
    const workbench = (...argv: readonly string[]): unknown => {
      const parsed = parseLaunchOptions(aCommandLine(argv, 'electron'))
      return parsed.kind === 'run' ? parsed.options.ports.workbench : parsed
    }
    expect(workbench()).toBeNull()
    expect(workbench('--workbench-port', '0')).toEqual({
      kind: 'explicit',
      port: 0,
      option: '--workbench-port',
    })
  })

  it.each<readonly [argv: readonly string[], line: string]>([
    ...[
      ['--platform-port', '70000'],
      ['--platform-port', '-1'],
      ['--merchant-port', '8x'],
    ].map(([option = '', text = '']): readonly [readonly string[], string] => [
      [option, text],
      `${option}: "${text}" is not a port. Give a number from 0 (any free port) to 65535.`,
    ]),
    [
      ['--platform-port', '9', '--merchant-port', '9'],
      '--merchant-port: port 9 is given twice. Give every listener its own port.',
    ],
    [['--host', 'tui'], '--host: tui is not a host. Choose auto, electron or browser.'],
    [
      ['--bind', 'http://x'],
      '--bind: "http://x" is not an address. Give an address of this computer, such as 127.0.0.1.',
    ],
    [
      ['--allow-host', 'a.test:80'],
      '--allow-host: "a.test:80" is not a host name. Give only the name, without a scheme or port.',
    ],
    [
      ['--in-memory', '--data-dir', 'x'],
      '--in-memory: it cannot be combined with --data-dir. Give only one of the two.',
    ],
    [['--data-dir', ''], '--data-dir: the path is empty. Give the path of a folder.'],
    [['--data-dir'], '--data-dir: The value is missing. Write --data-dir DIR.'],
    [['--data-dir', '--no-open'], '--data-dir: The value is missing. Write --data-dir DIR.'],
    [['--no-open=yes'], '--no-open: This option takes no value. Remove the value.'],
    [['--project-id', '7'], '--project-id: --project-secret is missing. Give both or neither.'],
    [['--project-secret', 'x'], '--project-secret: --project-id is missing. Give both or neither.'],
    [
      ['--project-id', '0', '--project-secret', 'x'],
      '--project-id: "0" is not a project ID. Give a whole number from 1 to 4294967295.',
    ],
    [
      ['--project-id', '7', '--project-secret', ''],
      '--project-secret: the secret is empty or too long. Give 1 to 255 characters.',
    ],
    [['--data-dri', 'x'], '--data-dri: There is no such option. Did you mean --data-dir?'],
    [['x'], 'x: this is neither an option nor the value of one. See --help.'],
  ])('refuses %j', (argv, line) => {
    expect(refusals(...argv)).toContain(line)
  })

  it('reports all problems at once', () => {
    expect(refusals('--platform-port', 'a', '--bind', '?', '--nope')).toHaveLength(3)
  })

  it('shows the help whatever other options are given', () => {
    expect(parseLaunchOptions(aCommandLine(['--nope', '--help']))).toEqual({ kind: 'help' })
    expect(parseLaunchOptions(aCommandLine(['-h']))).toEqual({ kind: 'help' })
    expect(parseLaunchOptions(aCommandLine(['--version']))).toEqual({ kind: 'version' })
  })

  it('has the help that npm start prints before there is a build', async () => {
    const file = join(import.meta.dirname, '../../scripts/start-help.txt')
    await expect(helpText()).toMatchFileSnapshot(file)
  })
})

describe('the default data folder', () => {
  it.each([
    ['linux', {}, '/home/tester/.local/share/paybench'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/paybench'],
    ['linux', { XDG_DATA_HOME: 'data' }, '/home/tester/.local/share/paybench'],
    ['darwin', {}, '/home/tester/Library/Application Support/Paybench'],
  ] as const)('on %s with %j is %s', (platform, env, directory) => {
    expect(defaultDataDir({ platform, env, homeDir: '/home/tester' })).toBe(directory)
  })

  it('on Windows is in the folder for local application data', () => {
    const surroundings = { platform: 'win32', homeDir: 'C:\\Users\\tester' } as const
    expect(defaultDataDir({ ...surroundings, env: {} })).toBe('C:\\Users\\tester\\AppData\\Local\\Paybench')
    expect(defaultDataDir({ ...surroundings, env: { LOCALAPPDATA: 'D:\\Local' } })).toBe(
      'D:\\Local\\Paybench',
    )
  })
})
