import { useMemo } from 'react'
import { diffJson, type JsonChange, type JsonPath } from '#lib/json/diff'
import { type JsonNode, toPlain } from '#lib/json/node'
import { type JsonError, parseJson } from '#lib/json/parse'
import { boundedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { MessagePreview } from '#protocol/replay'
import { counted } from '#lib/words'
import type { DraftSource, Outgoing } from './message-draft'

function Line({ change }: { readonly change: JsonChange }) {
  return (
    <>
      <div className="row path">
        {pathText(change.path)}
        {change.kind === 'changed' ? null : <span className="dim">{change.kind}</span>}
      </div>
      {'before' in change ? (
        <div className="del">
          <span>{valueText(change.before)}</span>
        </div>
      ) : null}
      {'after' in change ? (
        <div className="ins">
          <span>{valueText(change.after)}</span>
        </div>
      ) : null}
    </>
  )
}

function otherChanges(source: DraftSource, preview: MessagePreview): readonly string[] {
  const headers = ({ headers: pairs }: Pick<DraftSource, 'headers'>): string =>
    JSON.stringify(pairs.filter(([name]) => name.toLowerCase() !== 'content-length'))
  return [
    source.method === preview.method ? '' : `method ${source.method} → ${preview.method}`,
    source.target === preview.target
      ? ''
      : `target ${source.target ?? 'nowhere'} → ${preview.target ?? 'nowhere'}`,
    headers(source) === headers(preview) ? '' : 'header fields',
  ].filter((text) => text !== '')
}

interface ChangesProps {
  readonly source: DraftSource
  readonly outgoing: Outgoing
}

export function Changes({ source, outgoing: { preview, error } }: ChangesProps) {
  const before = source.body
  const after = preview?.body
  const { note, changes, message } = useMemo(
    (): Comparison =>
      after === undefined
        ? {
            note: error === null ? 'checking what will be sent' : 'not known until it can be sent',
            changes: [],
          }
        : compareBodies(before, after),
    [before, after, error],
  )
  const otherLines = preview === null ? [] : otherChanges(source, preview)
  const isBare = changes.length + otherLines.length === 0 && message === undefined
  return (
    <section className={`column lined-above rp-diff ${isBare ? 'is-bare' : ''}`} aria-label="What changes">
      <div className="section-head">
        <h3 className="fix">What changes</h3>
        <span className="note clip">{note}</span>
      </div>
      <div className="diff scroll" role="region" aria-label="Changes by path" tabIndex={0} hidden={isBare}>
        {changes.slice(0, MAX_LINES).map((change, index) => (
          <Line key={index} change={change} />
        ))}
        {changes.length > MAX_LINES ? (
          <p className="row note pad dim">and {changes.length - MAX_LINES} more; look at them side by side</p>
        ) : null}
        {message === undefined ? null : <p className="row note pad">{message}</p>}
        {otherLines.map((text) => (
          <div key={text} className="row path">
            {text}
          </div>
        ))}
      </div>
    </section>
  )
}

const MAX_LINES = 200
const MAX_CHARACTERS = 300

interface Comparison {
  readonly note: string
  readonly changes: readonly JsonChange[]
  readonly message?: string
}

function whyNot({ reason, message }: JsonError): string {
  if (reason !== 'size' && reason !== 'depth') return message
  const limit = reason === 'size' ? `${LIMITS.jsonValues} values` : `${LIMITS.jsonDepth} levels`
  return `The body has more than ${limit}.`
}

/** The differences between two bodies, by path; a body is null if its bytes are not text. */
export function compareBodies(before: string | null, after: string | null): Comparison {
  if (before === after)
    return { note: before === null ? 'the bytes are sent unchanged' : 'none in the body', changes: [] }
  if (before === null || after === null) return { note: 'a new body; the original is not text', changes: [] }
  const one = parseJson(before)
  const other = parseJson(after)
  const note = 'compare the texts side by side'
  if (!one.ok)
    return { note, changes: [], message: `The original cannot be compared by path. ${whyNot(one)}` }
  if (!other.ok) return { note, changes: [], message: whyNot(other) }
  const changes = diffJson(one.root, other.root)
  const isData = changes.length > 0
  return {
    note: isData ? `${counted(changes.length, 'value')}, by path` : 'formatting only, not the data',
    changes,
  }
}

/** Keys joined by dots; a key that is empty or contains a dot, a quote or white space is quoted. */
function pathText(path: JsonPath): string {
  if (path.length === 0) return '(whole body)'
  return path
    .map((step) =>
      typeof step === 'number' || /^[^.\s"]+$/.test(step) ? String(step) : JSON.stringify(step),
    )
    .join('.')
}

const valueText = (node: JsonNode): string =>
  boundedText(node.type === 'number' ? node.text : JSON.stringify(toPlain(node)), MAX_CHARACTERS)
