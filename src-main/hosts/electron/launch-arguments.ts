import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { LAUNCH_OPTIONS, type OptionTable } from '#hosts/option-table'
import { LINK_SCHEME, placeInLink } from '#domain/link/link'
import { SESSION_FILE_EXTENSION } from '#protocol/sessions'
import { WORKBENCH_URL } from './guards'

const KNOWN = new Map(Object.entries<OptionTable[string]>(LAUNCH_OPTIONS))

/**
 * Separates our options from other arguments of an Electron process. All arguments after `--` are options.
 * Without `--`, a tester may have started the packaged program by hand with switches of the system or the
 * runtime: those are returned separately and reported, so that no typo goes unnoticed.
 * @param argv process.argv without the executable and, unpackaged, the application's folder
 */
export function ownArguments(argv: readonly string[]): {
  readonly own: readonly string[]
  readonly external: readonly string[]
} {
  const separator = argv.indexOf('--')
  if (separator >= 0) return { own: argv.slice(separator + 1), external: [] }
  const own: string[] = []
  const external: string[] = []
  let takesValue = false
  for (const argument of argv) {
    const [, name, value] = /^(--[^=]+)(=.*)?$/s.exec(argument) ?? []
    const option = KNOWN.get(name ?? '')
    const isValue = takesValue && name === undefined
    if (option !== undefined || isValue || argument === '-h') own.push(argument)
    else external.push(argument)
    takesValue = option !== undefined && option.value !== undefined && value === undefined
  }
  return { own, external }
}

const UNREADABLE = `${WORKBENCH_URL}#unreadable-link`

/** The address to show for a link. The link is not trusted. */
export function addressOfLink(link: string): string {
  const place = placeInLink(link)
  if (place === null) return UNREADABLE
  return place === '' ? WORKBENCH_URL : `${WORKBENCH_URL}#${place}`
}

/** Separates the links that the system added; only the first is used. */
export function takeLink(argv: readonly string[]): {
  readonly link: string | undefined
  readonly rest: readonly string[]
} {
  const isLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)
  return { link: argv.find(isLink), rest: argv.filter((argument) => !isLink(argument)) }
}

export interface Opened {
  readonly link?: string
  /** Absolute path of a session file. */
  readonly file?: string
}

export function openedBySecondStart(data: unknown): Opened {
  if (typeof data !== 'object' || data === null) return {}
  return {
    ...('link' in data && typeof data.link === 'string' ? { link: data.link } : {}),
    ...('file' in data && typeof data.file === 'string' ? { file: data.file } : {}),
  }
}

export const isSessionFile = (argument: string): boolean =>
  !argument.startsWith('-') && argument.toLowerCase().endsWith(SESSION_FILE_EXTENSION)

/** Offers the page one file, which it can read only because the tester opened it. */
export function createOpenedFile() {
  let offered: string | null = null
  return {
    /** @param path absolute */
    offer(path: string): void {
      offered = path
    },
    /**
     * Responds once with the content and name of the file. Responds 204 if there is no file, and 204 with its name if
     * it is not a regular file: Chromium reports any other status as a page error.
     */
    take(): Response {
      const path = offered
      offered = null
      if (path === null) return new Response(null, { status: 204 })
      const headers = { 'x-file-name': encodeURIComponent(basename(path)), 'cache-control': 'no-store' }
      // Reading a pipe or a device may never end.
      if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
        return new Response(null, { status: 204, headers })
      const content = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
      return new Response(content, {
        status: 200,
        headers: { ...headers, 'content-type': 'application/octet-stream' },
      })
    },
  }
}
