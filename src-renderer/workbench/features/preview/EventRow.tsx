import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useFetched } from '#window/message-view/use-fetched'
import { JsonBody } from '#window/message-view/JsonBody.tsx'
import { useBench } from '#window/state/bench'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Icon, type IconName } from '#window/ui/Icon.tsx'
import { formatClockMs, formatDateTime } from '#window/lib/time'
import { dataText, type EntryKind, type TimelineEntry } from './timeline'

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
  /** Whether Tab comes here; the others are reached by the arrow keys. */
  readonly isCurrent: boolean
  readonly onToggle: () => void
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void
}

/** One thing that happened; opened, with all of its data. */
export function EventRow({ entry, isOpen, isCurrent, onToggle, onFocus, onKeyDown }: EventRowProps) {
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
          <button
            type="button"
            className="bare clip pv-open"
            aria-expanded={isOpen}
            tabIndex={isCurrent ? 0 : -1}
            onClick={onToggle}
            onFocus={onFocus}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        </td>
        <td className="mono dim">{note}</td>
      </tr>
      {isOpen ? <DataRow entry={entry} /> : null}
    </>
  )
}
