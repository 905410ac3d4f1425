import { LINK_SCHEME, placeInLink } from '#domain/link/link'
import { WORKBENCH_URL } from './workbench-address'

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
