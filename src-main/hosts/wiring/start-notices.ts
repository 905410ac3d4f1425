import type { ListenerView } from '#protocol/bench'
import type { StoreNotice } from '#store/store'
import { isLoopbackBind } from './listener-address'

const LISTENER_WORDS: Readonly<Record<ListenerView['name'], string>> = {
  platform: 'The platform',
  platformTls: 'The platform with TLS',
  merchant: 'The merchant listener',
  merchantTls: 'The merchant listener with TLS',
  workbench: 'The workbench',
}

/** Collects what the tester should know about this start: moved ports, listeners open to the network, a new authority. */
export function startNotices(options: {
  readonly bindAddress: string
  readonly listeners: readonly ListenerView[]
  readonly authorityNotice: string | null
}): readonly StoreNotice[] {
  const { bindAddress, listeners, authorityNotice } = options
  const notices: StoreNotice[] = []
  if (!isLoopbackBind(bindAddress)) {
    notices.push({
      id: 'listeners.reachable',
      level: 'warning',
      message: `Other computers can reach the listeners (--bind ${bindAddress}).`,
      remedy: 'Where nobody else is meant to use this bench, start it without --bind.',
    })
  }
  if (authorityNotice !== null) {
    notices.push({
      id: 'authority.new',
      level: 'warning',
      message: authorityNotice,
      remedy:
        'Download the certificate of the authority in Settings, and trust it where the old one was trusted.',
    })
  }
  for (const { name, url, notice } of listeners) {
    if (notice === undefined) continue
    notices.push({
      id: `listener.${name}.moved`,
      level: 'info',
      message: `${LISTENER_WORDS[name]} answers at ${url}. ${notice}`,
      remedy: 'Use this address, or free the port and start again.',
    })
  }
  return notices
}
