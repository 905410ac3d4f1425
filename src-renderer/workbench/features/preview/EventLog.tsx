import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { capitalized, formatCount } from '#lib/words'
import { formatClock, formatClockMs, formatDateTime } from '#window/lib/time'
import { usePreview } from './preview-store'
import { countOf, type EntryGroup, GROUPS, KINDS, ofGroup, type TimelineEntry } from './timeline'
import './preview.css'
import { useFetched } from '#window/message-view/use-fetched'
import { JsonBody } from '#window/message-view/JsonBody.tsx'
import { useBench } from '#window/state/bench'
import { Icon } from '#window/ui/Icon.tsx'

const NEAR_END_PX = 40

export function EventLog() {
  const id = useId()
  const entries = usePreview((state) => state.entries)
  const stage = usePreview((state) => state.stage)
  const [group, setGroup] = useState<EntryGroup | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const shown = ofGroup(entries, group)
  // A group without events needs no room, unless it is shown.
  const groups = GROUPS.filter((each) => each === group || countOf(entries, each) > 0)

  // A hidden log has no scroll position, so `stage`, which shows it, counts too.
  useEffect(() => {
    const element = scroller.current
    if (element !== null && follows.current) element.scrollTop = element.scrollHeight
  }, [shown.length, stage])

  return (
    <section className="column pv-log" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>Events</h2>
        <div className="row pv-groups" role="group" aria-label="Show">
          {[null, ...groups].map((each) => (
            <button
              key={each}
              type="button"
              className="view"
              aria-pressed={each === group}
              onClick={() => setGroup(each)}
            >
              {each === null ? 'All' : capitalized(each)}{' '}
              <span className="n">{formatCount(countOf(entries, each))}</span>
            </button>
          ))}
        </div>
        <span className="grow" />
        {entries.length === 0 ? null : (
          <>
            <CopyButton text={() => JSON.stringify(shown, null, 2)} what="events as JSON" />
            <Button look="quiet" size="small" onClick={() => usePreview.setState({ entries: [] })}>
              Clear
            </Button>
          </>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="small pad dim">
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
          <table className="plain long fixed-columns">
            <caption className="sr">Events of the form, oldest first</caption>
            <thead>
              <tr>
                <th>Virtual time</th>
                <th>Kind</th>
                <th>What</th>
                <th>Data</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((entry) => (
                <EventRow key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function EventData({ entry: { id, data, message, note } }: { readonly entry: TimelineEntry }) {
  const bench = useBench()
  const { value, error } = useFetched(`data of ${id} ${note}`, async () => {
    if (message === undefined)
      return typeof data === 'string' ? data : data === undefined ? '' : JSON.stringify(data, null, 2)
    const method = message.type === 'callback' ? 'callbacks.get' : 'traffic.get'
    return (await bench.call(method, { id: message.id })).body ?? ''
  })
  if (error !== null) return <p className="bad">{error}</p>
  if (value === null) return <p className="dim">…</p>
  if (value === '') return <p className="dim">No data.</p>
  return (
    <>
      <CopyButton text={value} what="data" label="Copy" look="plain" />
      <JsonBody text={value} label="Data" />
    </>
  )
}

function EventRow({ entry }: { readonly entry: TimelineEntry }) {
  const { kind, name, note, bad, message, wallAt, virtualAt } = entry
  const { word, icon, isCode } = KINDS[kind]
  const isPresented = usePreview(({ stage }) => stage !== null)
  const [isOpen, setOpen] = useState(false)
  const openedRow = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isOpen) openedRow.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <>
      <tr className={`${bad === true ? 'bad' : ''} ${isOpen ? 'open' : ''}`.trim()} data-kind={kind}>
        <td className="mono dim">{isPresented ? formatClock(virtualAt) : formatClockMs(virtualAt)}</td>
        <td>
          <span className="state q">
            <Icon name={icon} small />
            <span className={isPresented ? 'sr' : undefined}>{word}</span>
          </span>
        </td>
        <td className={isCode === true ? 'mono' : undefined}>
          <button
            type="button"
            className="bare clip pv-open"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {name}
          </button>
        </td>
        <td className="mono dim">{note}</td>
      </tr>
      {isOpen ? (
        <tr className="pv-data" ref={openedRow}>
          <td colSpan={4}>
            <div className="stack">
              <p className="dim">
                Virtual {formatDateTime(virtualAt).slice(0, 10)} {formatClockMs(virtualAt)}, wall{' '}
                {formatClockMs(wallAt)}, UTC.{message === undefined ? '' : ` ${note}`}
              </p>
              <EventData entry={entry} />
            </div>
          </td>
        </tr>
      ) : null}
    </>
  )
}
