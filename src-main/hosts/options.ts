import { homedir } from 'node:os'
import { isIP } from 'node:net'
import { posix, resolve, win32 } from 'node:path'
import { MAX_PROJECT_ID } from '#domain/ids'
import type { PortChoice } from '#net/listener'
import { DEFAULT_PORTS, LAUNCH_OPTIONS, type OptionName, readValues } from './option-table'

type StorageChoice = { readonly kind: 'folder'; readonly directory: string } | { readonly kind: 'memory' }

type PortChoices = Readonly<Record<Exclude<keyof typeof DEFAULT_PORTS, 'workbench'>, PortChoice>> & {
  /** null if the workbench is not served over HTTP (desktop without `--workbench-port`). */
  readonly workbench: PortChoice | null
}

export interface LaunchOptions {
  readonly host: 'browser' | 'electron'
  readonly storage: StorageChoice
  readonly bind: string
  readonly ports: PortChoices
  /** If null, a new data folder gets a generated default project. */
  readonly project: { readonly id: number; readonly secret: string } | null
  readonly allowHosts: readonly string[]
  readonly workbenchTls: boolean
  /** null for a new token in every run. */
  readonly tokenFile: string | null
  readonly open: boolean
  readonly readyJson: boolean
}

type ParsedOptions =
  | { readonly kind: 'run'; readonly options: LaunchOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  /** Sentences, each with its remedy. */
  | { readonly kind: 'refused'; readonly problems: readonly string[] }

/** The command line and what its defaults depend on. */
export interface CommandLine extends Surroundings {
  /** Without the executable and the script. */
  readonly argv: readonly string[]
  readonly cwd: string
  /** The desktop host serves the workbench over HTTP only if `--workbench-port` is given. */
  readonly host: 'browser' | 'electron'
}

export const commandLine = (host: CommandLine['host'], argv: readonly string[]): CommandLine => ({
  argv,
  host,
  cwd: process.cwd(),
  platform: process.platform,
  homeDir: homedir(),
  env: process.env,
})

/** Reads a command line. Returns all problems at once. */
export function parseLaunchOptions(line: CommandLine): ParsedOptions {
  const problems: string[] = []
  const argv = line.argv.map((argument) => (argument === '-h' ? '--help' : argument))
  const { all, one } = readValues(argv, LAUNCH_OPTIONS, problems)
  const has = (option: OptionName): boolean => one(option) !== null
  if (has('--help')) return { kind: 'help' }
  if (has('--version')) return { kind: 'version' }

  const refuse: Refuse = (option, reason, remedy) => {
    problems.push(`${option}: ${reason}. ${remedy}.`)
    return null
  }
  for (const stray of all(null)) refuse(stray, 'this is neither an option nor the value of one', 'See --help')

  const requestedHost = one('--host')
  if (requestedHost !== null && !['auto', 'electron', 'browser'].includes(requestedHost)) {
    refuse('--host', `${requestedHost} is not a host`, 'Choose auto, electron or browser')
  }

  const choosePort = (option: OptionName, standard: number): PortChoice => {
    const text = one(option)
    if (text === null) return { kind: 'default', port: standard }
    const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN
    if (!(port <= 65_535))
      refuse(option, `"${text}" is not a port`, 'Give a number from 0 (any free port) to 65535')
    return { kind: 'explicit', port, option }
  }
  const ports: PortChoices = {
    workbench:
      line.host === 'electron' && !has('--workbench-port')
        ? null
        : choosePort('--workbench-port', DEFAULT_PORTS.workbench),
    platform: choosePort('--platform-port', DEFAULT_PORTS.platform),
    platformTls: choosePort('--platform-tls-port', DEFAULT_PORTS.platformTls),
    merchant: choosePort('--merchant-port', DEFAULT_PORTS.merchant),
    merchantTls: choosePort('--merchant-tls-port', DEFAULT_PORTS.merchantTls),
  }
  const doubled = firstDoublePort(ports)
  if (doubled !== null)
    refuse(doubled.option, `port ${doubled.port} is given twice`, 'Give every listener its own port')

  const bind = one('--bind') ?? '127.0.0.1'
  if (!isHost(bind)) {
    refuse('--bind', `"${bind}" is not an address`, 'Give an address of this computer, such as 127.0.0.1')
  }
  for (const name of all('--allow-host')) {
    if (!isHost(name)) {
      refuse('--allow-host', `"${name}" is not a host name`, 'Give only the name, without a scheme or port')
    }
  }

  const tokenFile = one('--token-file')
  if (tokenFile?.trim() === '') refuse('--token-file', 'the path is empty', 'Give the path of a file')
  const workbenchTls = has('--workbench-tls')
  if (ports.workbench === null) {
    const reason = 'the desktop window uses no port'
    const remedy = 'Give --workbench-port too, or omit'
    if (tokenFile !== null) refuse('--token-file', reason, `${remedy} --token-file`)
    if (workbenchTls) refuse('--workbench-tls', reason, `${remedy} --workbench-tls`)
  }

  const storage = readStorage(line, one('--data-dir'), has('--in-memory'), refuse)
  const project = readProject(one('--project-id'), one('--project-secret'), refuse)
  if (problems.length > 0) return { kind: 'refused', problems }
  return {
    kind: 'run',
    options: {
      host: line.host,
      storage,
      bind,
      ports,
      project,
      allowHosts: all('--allow-host').map((name) => name.toLowerCase()),
      workbenchTls,
      tokenFile: tokenFile === null ? null : resolve(line.cwd, tokenFile),
      open: !has('--no-open'),
      readyJson: has('--ready-json'),
    },
  }
}

type Refuse = (option: string, reason: string, remedy: string) => null

function readStorage(
  line: CommandLine,
  folder: string | null,
  inMemory: boolean,
  refuse: Refuse,
): StorageChoice {
  if (inMemory) {
    if (folder !== null)
      refuse('--in-memory', 'it cannot be combined with --data-dir', 'Give only one of the two')
    return { kind: 'memory' }
  }
  if (folder?.trim() === '') refuse('--data-dir', 'the path is empty', 'Give the path of a folder')
  return {
    kind: 'folder',
    directory: folder === null ? defaultDataDir(line) : resolve(line.cwd, folder),
  }
}

function readProject(id: string | null, secret: string | null, refuse: Refuse): LaunchOptions['project'] {
  if (id === null && secret === null) return null
  if (id === null) return refuse('--project-secret', '--project-id is missing', 'Give both or neither')
  if (secret === null) return refuse('--project-id', '--project-secret is missing', 'Give both or neither')
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > MAX_PROJECT_ID) {
    return refuse(
      '--project-id',
      `"${id}" is not a project ID`,
      `Give a whole number from 1 to ${MAX_PROJECT_ID}`,
    )
  }
  if (secret.length < 1 || secret.length > 255) {
    return refuse('--project-secret', 'the secret is empty or too long', 'Give 1 to 255 characters')
  }
  return { id: Number(id), secret }
}

function firstDoublePort(ports: PortChoices): (PortChoice & { readonly kind: 'explicit' }) | null {
  const seen = new Set<number>()
  for (const choice of Object.values<PortChoice | null>(ports)) {
    if (choice?.kind !== 'explicit' || choice.port === 0) continue
    if (seen.has(choice.port)) return choice
    seen.add(choice.port)
  }
  return null
}

/** Whether a text is an IP address or a host name, without a scheme or port. */
export function isHost(text: string): boolean {
  return isIP(text) !== 0 || (text.length <= 253 && /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i.test(text))
}

interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly homeDir: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The system's folder for persistent application data. Both hosts use the same one, so they show the same payments. */
export function defaultDataDir({ platform, homeDir, env }: Surroundings): string {
  switch (platform) {
    case 'win32':
      return win32.join(env['LOCALAPPDATA'] ?? win32.join(homeDir, 'AppData', 'Local'), 'Paybench')
    case 'darwin':
      return posix.join(homeDir, 'Library', 'Application Support', 'Paybench')
    default: {
      const shared = env['XDG_DATA_HOME']
      // The XDG Base Directory Specification says that relative paths are to be ignored.
      const base = shared?.startsWith('/') === true ? shared : posix.join(homeDir, '.local', 'share')
      return posix.join(base, 'paybench')
    }
  }
}
