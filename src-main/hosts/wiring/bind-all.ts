import type { ListenerView } from '#protocol/bench'
import type { BindOutcome, BindRequest, PortChoice } from '#net/listener'
import { listenerUrl } from './listener-address'

export type ListenerName = ListenerView['name']

/** A listener that is not bound yet, and the port to bind it to. */
export interface Bindable {
  readonly name: ListenerName
  readonly scheme: 'http' | 'https'
  readonly port: PortChoice
  listen(request: BindRequest): Promise<BindOutcome>
}

export type BindAllOutcome =
  | { readonly kind: 'bound'; readonly listeners: readonly ListenerView[] }
  | { readonly kind: 'failed'; readonly message: string }

/**
 * Binds every listener. Binds explicit ports first, so that a listener that moves from its default port cannot take one
 * of them. The result has the order of `bindables`.
 * @param hosts under which other computers reach the listeners
 */
export async function bindAll(
  bindables: readonly Bindable[],
  bindAddress: string,
  hosts: readonly string[],
): Promise<BindAllOutcome> {
  const bound = new Map<ListenerName, ListenerView>()
  for (const { name, scheme, port, listen } of [...bindables].sort((a, b) => rank(a.port) - rank(b.port))) {
    const outcome = await listen({ host: bindAddress, port })
    if (outcome.kind === 'failed') return { kind: 'failed', message: outcome.message }
    const {
      movedFrom,
      address: { port: taken },
    } = outcome
    bound.set(name, {
      name,
      url: listenerUrl(scheme, bindAddress, taken),
      ...(hosts.length === 0 ? {} : { reachableAt: hosts.map((host) => listenerUrl(scheme, host, taken)) }),
      ...(movedFrom === null ? {} : { notice: `Port ${movedFrom} was in use, so ${taken} is used instead.` }),
    })
  }
  return { kind: 'bound', listeners: bindables.flatMap(({ name }) => bound.get(name) ?? []) }
}

/** Sorts explicit ports first, then default ports, then port 0. */
function rank({ kind, port }: PortChoice): number {
  if (port === 0) return 2
  return kind === 'explicit' ? 0 : 1
}
