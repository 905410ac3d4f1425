import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { formatCount } from '#window/lib/figures'
import { EventRow } from './EventRow'
import { clearEntries, usePreview } from './preview-store'
import { countOf, type EntryGroup, GROUPS, ofGroup } from './timeline'
import './event-log.css'

const NEAR_END_PX = 40

/** Everything that happens to the form, in one time line. */
export function EventLog() {
  const id = useId()
  const entries = usePreview((state) => state.entries)
  const [group, setGroup] = useState<EntryGroup>('all')
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set())
  const [currentId, setCurrentId] = useState<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const shown = ofGroup(entries, group)
  const current = shown.find((entry) => entry.id === currentId) ?? shown[0]

  useEffect(() => {
    const element = scroller.current
    if (element !== null && follows.current) element.scrollTop = element.scrollHeight
  }, [shown.length])

  const move = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const buttons = [...(scroller.current?.querySelectorAll<HTMLButtonElement>('.pv-open') ?? [])]
    const at = buttons.indexOf(event.currentTarget)
    const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: buttons.length - 1 }[
      event.key
    ]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    buttons[Math.min(buttons.length - 1, Math.max(0, to))]?.focus()
  }
  const toggle = (entryId: string): void => {
    setOpenIds((open) => {
      const next = new Set(open)
      if (!next.delete(entryId)) next.add(entryId)
      return next
    })
  }

  return (
    <section className="pv-log" aria-labelledby={`${id}-head`}>
      <div className="section-head">
        <h2 id={`${id}-head`}>Events</h2>
        <div className="pv-groups" role="group" aria-label="Show">
          {GROUPS.map(({ group: each, label }) => (
            <button
              key={each}
              type="button"
              className="view"
              aria-pressed={each === group}
              onClick={() => setGroup(each)}
            >
              {label} <span className="n">{formatCount(countOf(entries, each))}</span>
            </button>
          ))}
        </div>
        <span className="grow" />
        {entries.length === 0 ? null : (
          <>
            <CopyButton text={() => JSON.stringify(shown, null, 2)} what="events as JSON" />
            <Button look="quiet" size="small" onClick={clearEntries}>
              Clear
            </Button>
          </>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="small pv-none dim">
          {entries.length === 0
            ? 'Handler calls, window messages, callbacks, payment changes and errors appear here in order.'
            : 'No events of this kind yet.'}
        </p>
      ) : (
        <div
          className="scroll"
          ref={scroller}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            follows.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
          }}
        >
          <table className="plain">
            <caption className="sr">Events of the form, oldest first</caption>
            <thead>
              <tr>
                <th scope="col">Virtual time</th>
                <th scope="col">Kind</th>
                <th scope="col">What</th>
                <th scope="col">Data</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((entry) => (
                <EventRow
                  key={entry.id}
                  entry={entry}
                  isOpen={openIds.has(entry.id)}
                  isCurrent={entry === current}
                  onToggle={() => toggle(entry.id)}
                  onFocus={() => setCurrentId(entry.id)}
                  onKeyDown={move}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
