import { isChosen, isEmptySelection, type RowSelection } from '#window/list/selection'
import type { Params } from '#protocol/methods'
import type { Chosen } from '#window/list/chosen-messages'
import type { ProjectId } from '#domain/ids'

interface TrafficList {
  readonly query: string
  readonly projectId: ProjectId | undefined
  readonly count: number
}

/** What a command on a row is about: the chosen rows where it is one of them, else the row alone. */
export function chosenOf(
  selection: RowSelection,
  id: string,
  { query, projectId, count }: TrafficList,
): Chosen {
  if (isEmptySelection(selection)) return { kind: 'ids', ids: [id] }
  if (selection.kind === 'keys') {
    return isChosen(selection, id) || selection.keys.size > 1
      ? { kind: 'ids', ids: [...selection.keys] }
      : { kind: 'ids', ids: [id] }
  }
  return {
    kind: 'list',
    list: 'traffic',
    count,
    ...(query === '' ? {} : { query }),
    ...(projectId === undefined ? {} : { projectId }),
  }
}

/** The same as an archive asks for it. */
export function harParams(chosen: Chosen): Params<'traffic.exportHar'> {
  if (chosen.kind === 'ids') return { ids: [...chosen.ids] }
  const { kind: _kind, count: _count, list, ...params } = chosen
  switch (list) {
    case 'traffic':
      return params
    case 'captures':
      return { ...params, sources: ['capture'] }
    case 'callbacks':
      return { ...params, list }
  }
}
