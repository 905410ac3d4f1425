import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { OPTION_TABLE } from '#hosts/option-table'
import { LINK_SCHEME, placeInLink } from '#domain/link/link'
import { SESSION_FILE_EXTENSION } from '#protocol/sessions'
import { WORKBENCH_URL } from './guards'

/**
 * Separates the options of Paybench from other arguments of an Electron process. After `--` all arguments are options.
 * Without `--`, a tester may have started the packaged program by hand, and the system or the runtime may have added
 * switches: those are returned separately, so that they can be reported and no typing error goes unnoticed.
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
    const [, name, value] = /^--([^=]+)(=.*)?$/s.exec(argument) ?? []
    const option = OPTION_TABLE.find((row) => row.name === name)
    const isValue = takesValue && name === undefined
    if (option !== undefined || isValue || argument === '-h') own.push(argument)
    else external.push(argument)
    takesValue = option !== undefined && option.arity !== 'flag' && value === undefined
  }
  return { own, external }
}

/** The address of the page that reports an unreadable link. */
const UNREADABLE = `${WORKBENCH_URL}#unreadable-link`

/** Returns the address that the window shows for a link. The link is not trusted. */
export function addressOfLink(link: string): string {
  const place = placeInLink(link)
  if (place === null) return UNREADABLE
  return place === '' ? WORKBENCH_URL : `${WORKBENCH_URL}#${place}`
}

/** Separates the link that the system added to the arguments of the program. Only the first link counts. */
export function takeLink(argv: readonly string[]): {
  readonly link: string | undefined
  readonly rest: readonly string[]
} {
  const isLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)
  return { link: argv.find(isLink), rest: argv.filter((argument) => !isLink(argument)) }
}

/** What the system opened with the program. */
export interface Opened {
  readonly link?: string
  /** Absolute path of a session file. */
  readonly file?: string
}

/** Reads what a second start of the program passed to the first. */
export function openedBySecondStart(data: unknown): Opened {
  if (typeof data !== 'object' || data === null) return {}
  return {
    ...('link' in data && typeof data.link === 'string' ? { link: data.link } : {}),
    ...('file' in data && typeof data.file === 'string' ? { file: data.file } : {}),
  }
}

/** Whether an argument of the program names a session file. */
export const isSessionFile = (argument: string): boolean =>
  !argument.startsWith('-') && argument.toLowerCase().endsWith(SESSION_FILE_EXTENSION)

/** Only this file is readable by the page, and only because the tester opened it. */
export function createOpenedFile() {
  let offered: string | null = null
  return {
    /** @param path absolute */
    offer(path: string): void {
      offered = path
    },
    /**
     * Responds with the content and the name of the file, once. 204 where there is no file, or, with its name, where it
     * cannot be read: Chromium would report any other status as an error of the page.
     */
    take(): Response {
      const path = offered
      offered = null
      if (path === null) return new Response(null, { status: 204 })
      const headers = { 'x-file-name': encodeURIComponent(basename(path)), 'cache-control': 'no-store' }
      // A pipe or a device could be read for ever.
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
