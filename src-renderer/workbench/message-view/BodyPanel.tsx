import { useMemo } from 'react'
import { locateValues } from '../../../src-main/lib/json/locate'
import { CopyButton } from '../ui/CopyButton'
import { formatBytes } from '../lib/figures'
import { JsonBody } from './JsonBody'
import { LayoutChoice } from './LayoutChoice'
import { useMessageTab } from './message-tab'
import { RawText } from './RawText'
import type { Masked } from './raw-text'
import { bodyText } from './wire'
import type { WireBody } from './wire'

interface BodyPanelProps {
  readonly body: WireBody
  readonly masked: readonly Masked[]
  readonly size: number
  readonly label: string
  /** Path of the value that was refused: it is marked and brought into view. */
  readonly pointed?: readonly string[]
}

/** Path of the value, or of the object that should contain it. */
function placeOf(text: string | null, path: readonly string[]): Masked[] {
  for (let steps = path.length; text !== null && steps > 0; steps -= 1) {
    const span = locateValues(text, [path.slice(0, steps)]).at(-1)
    if (span !== undefined) return [{ start: span.start, end: span.end, kind: 'field' }]
  }
  return []
}

/** A body laid out for reading or exactly as it was sent; bytes that are not text are listed. */
export function BodyPanel({ body, masked, size, label, pointed }: BodyPanelProps) {
  const marks = useMemo(
    () => (pointed === undefined ? masked : [...placeOf(body.text, pointed), ...masked]),
    [body.text, pointed, masked],
  )
  const { exact } = useMessageTab()
  const showExact = exact || body.text === null
  return (
    <>
      <div className="msg-bar">
        <LayoutChoice label="Layout of the body" onlyExact={body.text === null} />
        <span className="grow dim">
          {masked.length === 0 ? null : <span className="msg-opt">card data was masked before storing</span>}
        </span>
        <span className="dim nowrap">{formatBytes(size)}</span>
        <CopyButton text={() => bodyText(body)} what="body" label="Copy" />
      </div>
      {showExact || body.text === '' ? (
        <RawText text={body.text} base64={body.base64} masked={marks} label={label} />
      ) : (
        <JsonBody text={body.text} label={label} numbered {...(pointed === undefined ? {} : { pointed })} />
      )}
    </>
  )
}
