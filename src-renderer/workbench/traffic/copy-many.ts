import type { BenchClient } from '../../../src-main/contract/client'
import { shownCallback, shownExchange } from '../message-view/shown-message'
import { curlOf, rawRequest } from '../message-view/wire'
import type { WireRequest } from '../message-view/wire'
import { copyWithToast } from '../callbacks/copy-with-toast'

/** More would freeze the page, and no clipboard is meant for it. */
const MOST_COPIED = 500
const AT_ONCE = 20

/** Which messages: some by id, or a whole list as its filter makes it. */
export type Chosen =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | {
      readonly kind: 'list'
      readonly list: 'traffic' | 'captures' | 'callbacks'
      readonly query?: string
      readonly projectId?: number
      readonly count: number
    }

export const chosenNumber = (chosen: Chosen): number =>
  chosen.kind === 'ids' ? chosen.ids.length : chosen.count

async function idsOf(bench: BenchClient, chosen: Chosen): Promise<readonly string[]> {
  if (chosen.kind === 'ids') return chosen.ids
  const { kind: _kind, count: _count, list, ...params } = chosen
  const { items } = await bench.call(`${list}.list`, { ...params, limit: MOST_COPIED })
  return items.map(({ id }) => id)
}

/** A callback as it went out last, or as it will go out; anything else as it came in. */
async function requestOf(bench: BenchClient, id: string): Promise<WireRequest> {
  if (!id.startsWith('cb_')) return shownExchange(await bench.call('traffic.get', { id })).request
  const callback = await bench.call('callbacks.get', { id })
  return shownCallback(callback, callback.attempts.at(-1)).request
}

async function requestsOf(bench: BenchClient, chosen: Chosen): Promise<readonly WireRequest[]> {
  const count = chosenNumber(chosen)
  if (count > MOST_COPIED) {
    throw new Error(
      `${count.toLocaleString('en')} requests are too many for the clipboard; ${MOST_COPIED} is the most. Save them as HAR instead.`,
    )
  }
  const ids = await idsOf(bench, chosen)
  const requests: WireRequest[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    requests.push(...(await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => requestOf(bench, id)))))
  }
  return requests
}

const words = (count: number): string =>
  count === 1 ? 'the request' : `${count.toLocaleString('en')} requests`

/** Copies shell commands that send the same requests, one below the other. */
export function copyAsCurl(bench: BenchClient, chosen: Chosen): void {
  copyWithToast(
    async () => (await requestsOf(bench, chosen)).map(curlOf).join('\n\n'),
    `Copied ${words(chosenNumber(chosen))} as curl`,
  )
}

/** Copies the requests as they were on the wire. */
export function copyAsRaw(bench: BenchClient, chosen: Chosen): void {
  copyWithToast(
    async () => (await requestsOf(bench, chosen)).map(rawRequest).join('\n\n'),
    `Copied ${words(chosenNumber(chosen))} as raw HTTP`,
  )
}
