import type { ReactNode } from 'react'
import { FilterBox } from '../../list/FilterBox'
import { SaveFilterButton, ViewBar } from '../saved-filters/ViewBar'
import { setPlace } from '../../state/preferences'
import { composeMessage } from '../replay/replay-commands'
import { Button } from '../../ui/Button'
import { SIDES } from '../../navigation/callback-view'
import type { CallbackSide } from '../../navigation/callback-view'
import { ViewHead } from '../rules/ViewHead'

interface CallbackBarProps {
  readonly side: CallbackSide
  readonly query: string
  /** Rows that fit the filter; null without one. */
  readonly matches: number | null
  /** New rows that wait above the list. */
  readonly waiting: number
  readonly onShowWaiting: () => void
  readonly onLeave: () => void
  /** Further controls of the list. */
  readonly children: ReactNode
}

const setQuery = (query: string): void => setPlace('callbacks', { query })

/** Filter, saved filters, and the switch between the views of the page. */
export function CallbackBar(props: CallbackBarProps) {
  const { side, query, matches, waiting, onShowWaiting, onLeave, children } = props
  const { fields, placeholder } = SIDES[side]
  const list = side === 'sent' ? 'callbacks' : 'captures'
  return (
    <>
      <ViewHead view={side}>
        <FilterBox
          key={side}
          label={side === 'sent' ? 'Filter callbacks' : 'Filter captured requests'}
          placeholder={placeholder}
          fields={fields}
          query={query}
          matches={matches}
          onQuery={setQuery}
          onLeave={onLeave}
        />
        <SaveFilterButton list={list} query={query} />
        <Button look="quiet" icon="plus" title="Compose a message" onClick={composeMessage}>
          Compose
        </Button>
      </ViewHead>
      <ViewBar list={list} query={query} onQuery={setQuery} waiting={waiting} onShowWaiting={onShowWaiting}>
        {children}
      </ViewBar>
    </>
  )
}
