import { type ReactNode, useRef, useState } from 'react'
import type { DialogProps } from '#window/state/dialogs'
import { CALLBACKS, CAPTURES, type LiveList, PAYMENTS, scopeOf, TRAFFIC } from '#window/list/use-live-list'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { formatCount } from '#lib/words'
import { forgetFilter, saveFilter, useSavedFilters } from './saved-filters'
import { type ListName, LISTS, type ListView } from '#window/state/lists'
import { useFocusKept } from '#window/ui/focus'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import { useFetched } from '#window/message-view/use-fetched'
import { useLater, useReloadOn } from '#window/message-view/use-message'
import { showToast } from '#window/state/toasts'
import { ActionDialog } from '#window/ui/Dialog.tsx'
import { TextField } from '#window/ui/Field.tsx'

interface ViewBarProps {
  readonly list: ListName
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly waiting: number
  readonly onShowWaiting: () => void
  readonly children?: ReactNode
}

export function ViewBar({ list, query, onQuery, waiting, onShowWaiting, children }: ViewBarProps) {
  const saved = useSavedFilters(list)
  const views = [...LISTS[list].views, ...saved]
  const counts = useViewCounts(list, views)
  const used = saved.find((view) => view.query === query)
  const bar = useRef<HTMLDivElement>(null)
  useFocusKept(bar, '[aria-pressed="true"], .view')
  return (
    <div ref={bar} className="views">
      <div className="scroll-x" role="group" aria-label="Saved filters">
        {views.map((view) => {
          const count = counts.get(view.query)
          // A filter that matches nothing needs no room, unless it is in use.
          if (count === 0 && view.query !== '' && view.query !== query) return null
          return (
            <button
              key={`${view.name}:${view.query}`}
              className="view"
              type="button"
              aria-pressed={view.query === query}
              title={view.query === '' ? `${LISTS[list].title}: all` : view.query}
              onClick={() => onQuery(view.query)}
            >
              {view.name} {count === undefined ? null : <span className="n">{formatCount(count)}</span>}
            </button>
          )
        })}
      </div>
      {used === undefined ? null : (
        <Button
          look="quiet"
          size="small"
          icon="trash"
          aria-label={`Delete the filter ${used.name}`}
          title="Delete this filter"
          onClick={() => forgetFilter(list, used.name)}
        />
      )}
      <span className="grow" />
      {children}
      {waiting === 0 ? null : (
        <button className="pill-new" type="button" onClick={onShowWaiting}>
          <Icon name="up" small />
          {formatCount(waiting)} new
        </button>
      )}
    </div>
  )
}

const COUNTED: Readonly<Record<ListName, Pick<LiveList<unknown, never>, 'fetchPage' | 'changeIn'>>> = {
  payments: PAYMENTS,
  callbacks: CALLBACKS,
  captures: CAPTURES,
  traffic: TRAFFIC,
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map()

/** The number of matching rows for each filter, by query; updated shortly after each change. */
function useViewCounts(list: ListName, views: readonly ListView[]): ReadonlyMap<string, number> {
  const { fetchPage, changeIn } = COUNTED[list]
  const bench = useBench()
  const projectId = useProjectFilter()
  const queries = views.map((view) => view.query)
  const { value, reload } = useFetched(JSON.stringify([list, projectId ?? null, queries]), async () => {
    const asked = queries.map(async (query): Promise<readonly [string, number]> => {
      const { total } = await fetchPage(bench, { ...scopeOf(query, projectId), limit: 1 })
      return [query, total]
    })
    const settled = await Promise.allSettled(asked)
    return new Map(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
  })
  useReloadOn((event) => changeIn(event) !== null, useLater(reload))
  return value ?? NO_COUNTS
}

const MAX_NAME = 60

export function SaveFilterDialog({ list, query, onClose }: DialogProps<'saveFilter'>) {
  const saved = useSavedFilters(list)
  const [name, setName] = useState(query.slice(0, MAX_NAME))
  const trimmed = name.trim()
  const replaces = saved.some((view) => view.name === trimmed)
  const save = (): void => {
    if (trimmed === '') return
    saveFilter(list, { name: trimmed, query })
    showToast({ icon: 'bookmark', text: `Filter "${trimmed}" saved` })
    onClose()
  }
  return (
    <ActionDialog
      title="Save this filter"
      subtitle={<code>{query}</code>}
      onClose={onClose}
      onSubmit={save}
      canSubmit={trimmed !== ''}
      action={replaces ? 'Replace filter' : 'Save filter'}
    >
      <TextField
        label="Name"
        help={replaces ? 'A filter with this name exists and will be replaced.' : undefined}
        value={name}
        maxLength={MAX_NAME}
        onFocus={(event) => event.target.select()}
        onText={setName}
      />
    </ActionDialog>
  )
}
