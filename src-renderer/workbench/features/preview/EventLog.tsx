import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { formatClockMs, formatCount, formatDateTime } from '#window/lib/time'
import { clearEntries, usePreview } from './preview-store'
import {
  countOf,
  dataText,
  type EntryGroup,
  type EntryKind,
  GROUPS,
  ofGroup,
  type TimelineEntry,
} from './timeline'
import './preview.css'
import { useFetched } from '#window/message-view/use-fetched'
import { JsonBody } from '#window/message-view/JsonBody.tsx'
import { useBench } from '#window/state/bench'
import { Icon, type IconName } from '#window/ui/Icon.tsx'

const NEAR_END_PX = 40

/** Everything that happens to the form, in one time line. */
export function EventLog() {
  const id = useId()
  const entries = usePreview((state) => state.entries)
  const [group, setGroup] = useState<EntryGroup>('all')
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set())
  const scroller = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const shown = ofGroup(entries, group)

  useEffect(() => {
    const element = scroller.current
    if (element !== null && follows.current) element.scrollTop = element.scrollHeight
  }, [shown.length])

  const toggle = (entryId: string): void => {
    setOpenIds((open) => {
      const next = new Set(open)
      if (!next.delete(entryId)) next.add(entryId)
      return next
    })
  }

  return (
    <section className="column pv-log" aria-labelledby={`${id}-head`}>
      <div className="section-head">
        <h2 id={`${id}-head`}>Events</h2>
        <div className="row pv-groups" role="group" aria-label="Show">
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
                  onToggle={() => toggle(entry.id)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const KINDS: Readonly<
  Record<EntryKind, { readonly word: string; readonly icon: IconName; readonly wire: boolean }>
> = {
  handler: { word: 'handler', icon: 'code', wire: true },
  'message-in': { word: 'from frame', icon: 'swap', wire: true },
  'message-out': { word: 'to frame', icon: 'swap', wire: true },
  callback: { word: 'callback', icon: 'callbacks', wire: false },
  capture: { word: 'captured', icon: 'download', wire: true },
  payment: { word: 'payment', icon: 'payments', wire: false },
  request: { word: 'request', icon: 'traffic', wire: true },
  frame: { word: 'frame', icon: 'preview', wire: false },
  console: { word: 'console', icon: 'warn', wire: false },
  csp: { word: 'policy', icon: 'lock', wire: false },
  error: { word: 'error', icon: 'state-error', wire: false },
}

type MessageReference = NonNullable<TimelineEntry['message']>

/** The body of what passed through the bench. */
function MessageBody({ reference }: { readonly reference: MessageReference }) {
  const bench = useBench()
  const { type, id } = reference
  const { value, error } = useFetched(`${type} ${id}`, async () => {
    switch (type) {
      case 'callback':
        return (await bench.call('callbacks.get', { id })).body
      case 'capture':
        return (await bench.call('captures.get', { id })).body ?? ''
      case 'exchange':
        return (await bench.call('exchanges.get', { id })).body ?? ''
    }
  })
  if (error !== null) return <p className="bad">{error}</p>
  if (value === null) return <p className="dim">…</p>
  return <Body text={value} />
}

function Body({ text }: { readonly text: string }) {
  return text === '' ? (
    <p className="dim">No data.</p>
  ) : (
    <>
      <CopyButton text={text} what="data" label="Copy" look="plain" />
      <JsonBody text={text} label="Data" />
    </>
  )
}

/** All of an entry, below its row. */
function DataRow({ entry }: { readonly entry: TimelineEntry }) {
  const { note, data, message, wallAt, virtualAt } = entry
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    row.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <tr className="pv-data" ref={row}>
      <td colSpan={4}>
        <div>
          <p className="dim">
            Virtual {formatDateTime(virtualAt).slice(0, 10)} {formatClockMs(virtualAt)}, wall{' '}
            {formatClockMs(wallAt)}, UTC.{message === undefined ? '' : ` ${note}`}
          </p>
          {message === undefined ? <Body text={dataText(data)} /> : <MessageBody reference={message} />}
        </div>
      </td>
    </tr>
  )
}

interface EventRowProps {
  readonly entry: TimelineEntry
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** One thing that happened; opened, with all of its data. */
function EventRow({ entry, isOpen, onToggle }: EventRowProps) {
  const { kind, name, note, bad, wallAt, virtualAt } = entry
  const { word, icon, wire } = KINDS[kind]
  return (
    <>
      <tr className={`${bad === true ? 'bad' : ''} ${isOpen ? 'open' : ''}`.trim()}>
        <td
          className="mono dim"
          title={`${formatDateTime(virtualAt)} on the virtual clock, ${formatClockMs(wallAt)} on the wall, UTC`}
        >
          {formatClockMs(virtualAt)}
        </td>
        <td>
          <span className="state q">
            <Icon name={icon} small />
            {word}
          </span>
        </td>
        <td className={wire ? 'mono' : undefined}>
          <button type="button" className="bare clip pv-open" aria-expanded={isOpen} onClick={onToggle}>
            {name}
          </button>
        </td>
        <td className="mono dim">{note}</td>
      </tr>
      {isOpen ? <DataRow entry={entry} /> : null}
    </>
  )
}
