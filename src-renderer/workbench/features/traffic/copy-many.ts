import type { BenchClient } from '#protocol/client'
import { copyWithToast } from '#window/state/toasts'
import { counted, formatCount } from '#lib/words'
import { shownCallback, shownExchange, type ShownMessage, wireText } from '#window/message-view/shown-message'
import { curlOf } from '#window/message-view/wire'
import {
  type Chosen,
  chosenNumber,
  isChosen,
  isEmptySelection,
  type RowSelection,
  useChosenRows,
} from '#window/list/selection'
import { scopeOf } from '#window/list/use-live-list'
import type { Params } from '#protocol/methods'
import type { ProjectId } from '#domain/ids'
import { type ShownMessages, useShowsMessages } from '#window/list/shown-rows'
import type { UsedList } from '#window/list/use-paged-list'
import { useProjectFilter } from '#window/state/info'

interface MessageList {
  readonly list: ShownMessages['list']
  readonly query: string
  readonly projectId: ProjectId | undefined
  readonly count: number
}

/** What a command on a row applies to: the chosen rows, or only this row if nothing or only one other row is chosen. */
export function chosenOf(
  selection: RowSelection,
  id: string,
  { list, query, projectId, count }: MessageList,
): Chosen {
  if (selection.kind === 'all') return { kind: 'list', list, count, ...scopeOf(query, projectId) }
  const isMeant = isChosen(selection, id) || selection.keys.size > 1
  return { kind: 'ids', ids: isMeant ? [...selection.keys] : [id] }
}

/** The rows chosen together in a list of messages; a new `identity` clears them. */
export function useChosenMessages(
  identity: string,
  list: ShownMessages['list'],
  query: string,
  rows: Pick<UsedList<unknown>, 'count' | 'state'>,
  shownId: string | null,
) {
  const projectId = useProjectFilter()
  const [selection, onSelection] = useChosenRows(identity, query)
  const chosenFor = (id: string): Chosen =>
    chosenOf(selection, id, { list, query, projectId, count: rows.count + rows.state.waiting })
  const together = isEmptySelection(selection) ? null : chosenFor(shownId ?? '')
  useShowsMessages({ list, id: shownId, chosen: together })
  const [first = ''] = selection.kind === 'keys' ? selection.keys : []
  return { selection, onSelection, chosenFor, chosen: chosenFor(first) }
}

export function harParams(chosen: Chosen): Params<'traffic.exportHar'> {
  if (chosen.kind === 'ids') return { ids: [...chosen.ids] }
  const { kind: _kind, count: _count, list, ...params } = chosen
  if (list === 'callbacks') return { ...params, list }
  return list === 'captures' ? { ...params, sources: ['capture'] } : params
}

/** Copying more messages would freeze the page and overload the clipboard; an archive has no limit. */
const MAX_COPIED = 500
const AT_ONCE = 20

async function idsOf(bench: BenchClient, chosen: Chosen): Promise<readonly string[]> {
  if (chosen.kind === 'ids') return chosen.ids.slice(0, MAX_COPIED)
  const { kind: _kind, count: _count, list, ...params } = chosen
  const { items } = await bench.call(`${list}.list`, { ...params, limit: MAX_COPIED })
  return items.map(({ id }) => id)
}

/** A callback as last sent, or as it will be sent; other messages as received. */
async function messageOf(bench: BenchClient, id: string): Promise<ShownMessage> {
  if (!id.startsWith('cb_')) return shownExchange(await bench.call('traffic.get', { id }))
  const callback = await bench.call('callbacks.get', { id })
  return shownCallback(callback, callback.attempts.at(-1))
}

function copyMany(
  bench: BenchClient,
  chosen: Chosen,
  name: string,
  textOf: (message: ShownMessage) => string,
): void {
  const count = chosenNumber(chosen)
  const what =
    count === 1
      ? 'the request'
      : count > MAX_COPIED
        ? `the newest ${MAX_COPIED} of ${formatCount(count)} requests`
        : counted(count, 'request')
  copyWithToast(async () => {
    const ids = await idsOf(bench, chosen)
    const texts: string[] = []
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const messages = await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => messageOf(bench, id)))
      texts.push(...messages.map(textOf))
    }
    return texts.join('\n\n')
  }, `Copied ${what} as ${name}`)
}

/** Copies the requests as curl commands, separated by blank lines. */
export function copyAsCurl(bench: BenchClient, chosen: Chosen): void {
  copyMany(bench, chosen, 'curl', ({ request }) => curlOf(request))
}

export function copyAsRaw(bench: BenchClient, chosen: Chosen): void {
  copyMany(bench, chosen, 'raw HTTP', wireText)
}
