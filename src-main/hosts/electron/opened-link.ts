import { LINK_SCHEME, placeInLink } from '../../domain/link/link'
import { WORKBENCH_URL } from './workbench-address'

/** The window's address for a link that cannot be read: its page says so. */
const UNREADABLE = `${WORKBENCH_URL}#unreadable-link`

/** The address that the window shows for a link, whoever wrote it. */
export function addressOfLink(link: string): string {
  const place = placeInLink(link)
  if (place === null) return UNREADABLE
  return place === '' ? WORKBENCH_URL : `${WORKBENCH_URL}#${place}`
}

/** Takes the link out of the arguments of the program: the system puts it there. Only the first one counts. */
export function takeLink(argv: readonly string[]): {
  readonly link: string | undefined
  readonly rest: readonly string[]
} {
  const isLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)
  return { link: argv.find(isLink), rest: argv.filter((argument) => !isLink(argument)) }
}

/** What a second start hands to the first; anything else than a link in it is passed over. */
export function linkOfSecondStart(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('link' in data)) return undefined
  return typeof data.link === 'string' ? data.link : undefined
}
