import { useMemo } from 'react'
import type { MessagePreview } from '#protocol/replay'
import type { DraftSource } from './message-draft'
import type { Outgoing } from './use-message-editing'
import { diffJson, type JsonChange, type JsonPath } from '#lib/json/diff'
import { type JsonNode, toPlain } from '#lib/json/node'
import { type JsonError, parseJson } from '#lib/json/parse'
import { LIMITS } from '#lib/limits/limit-table'

const WORDS: Readonly<Record<ChangeLine['kind'], string>> = {
  added: 'added',
  removed: 'removed',
  changed: '',
  moved: 'moved',
}

function Line({ line }: { readonly line: ChangeLine }) {
  const { kind, path, from, before, after } = line
  return (
    <>
      <div className="path">
        {from === null ? path : `${from} → ${path}`}
        {WORDS[kind] === '' ? null : <span className="dim">{WORDS[kind]}</span>}
      </div>
      {before === null ? null : (
        <div className="del">
          <span>{before}</span>
        </div>
      )}
      {after === null || kind === 'moved' ? null : (
        <div className="ins">
          <span>{after}</span>
        </div>
      )}
    </>
  )
}

function noteOf(comparison: Comparison): string {
  switch (comparison.kind) {
    case 'same':
      return 'no changes in the body'
    case 'writing':
      return 'formatting only, not the data'
    case 'noJson':
      return 'compare the texts side by side'
    case 'none':
      return comparison.note
    case 'lines':
      return `${comparison.total.toString()} ${comparison.total === 1 ? 'value' : 'values'}, by path`
  }
}

/** Changes outside the body. */
function others(source: DraftSource, preview: MessagePreview): readonly string[] {
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

/** What is sent differently from the original, by path. */
export function Changes({ source, outgoing }: ChangesProps) {
  const { preview } = outgoing
  const { kind } = outlookOf(outgoing)
  const isKnown = kind === 'known'
  const before = source.body
  const after = preview?.body ?? null
  const comparison = useMemo(
    (): Comparison => compareWith(before, kind === 'known' ? { kind, body: after } : { kind }),
    [before, after, kind],
  )
  const further = isKnown && preview !== null ? others(source, preview) : []
  return (
    <section className="column rp-diff" aria-label="What changes">
      <div className="section-head">
        <h3>What changes</h3>
        <span className="note clip">{noteOf(comparison)}</span>
      </div>
      <div className="diff scroll" role="region" aria-label="Changes by path" tabIndex={0}>
        {comparison.kind === 'lines'
          ? comparison.lines.map((line, index) => <Line key={index} line={line} />)
          : null}
        {comparison.kind === 'lines' && comparison.total > comparison.lines.length ? (
          <p className="row note pad dim">
            and {comparison.total - comparison.lines.length} more; look at them side by side
          </p>
        ) : null}
        {comparison.kind === 'noJson' ? <p className="row note pad">{comparison.message}</p> : null}
        {further.map((text) => (
          <div key={text} className="path">
            {text}
          </div>
        ))}
      </div>
    </section>
  )
}

/** One change: its path, the old and the new value. */
interface ChangeLine {
  readonly kind: JsonChange['kind']
  readonly path: string
  /** Where it came from, where that is another path. */
  readonly from: string | null
  readonly before: string | null
  readonly after: string | null
}

export type Comparison =
  | { readonly kind: 'lines'; readonly lines: readonly ChangeLine[]; readonly total: number }
  /** The same data in another notation: white space, escapes, the order of members. */
  | { readonly kind: 'writing' }
  | { readonly kind: 'same' }
  | { readonly kind: 'noJson'; readonly message: string }
  /** Nothing to compare, and why. */
  | { readonly kind: 'none'; readonly note: string }

/** What is known of what will be sent; the body is null where its bytes are not text. */
type Outlook =
  | { readonly kind: 'known'; readonly body: string | null }
  /** It is large and checked on request only. */
  | { readonly kind: 'onRequest' }
  | { readonly kind: 'looking' }
  /** It cannot be sent as it is written. */
  | { readonly kind: 'error' }

const MAX_LINES = 200
const MAX_CHARACTERS = 300

/** Why a body is not compared by path. Its size is no fault of what is sent, so nothing has to be sent otherwise. */
function whyNot({ reason, message }: JsonError): string {
  switch (reason) {
    case 'size':
      return `It has more than ${LIMITS.jsonValues} values. Compare the texts side by side.`
    case 'depth':
      return `It has more than ${LIMITS.jsonDepth} levels. Compare the texts side by side.`
    case 'syntax':
    case 'encoding':
      return message
  }
}

/** What is different between two bodies, by path. */
function compareBodies(before: string, after: string): Comparison {
  if (before === after) return { kind: 'same' }
  const one = parseJson(before)
  if (!one.ok) return { kind: 'noJson', message: `The original cannot be compared by path. ${whyNot(one)}` }
  const other = parseJson(after)
  if (!other.ok) return { kind: 'noJson', message: whyNot(other) }
  const changes = diffJson(one.root, other.root)
  if (changes.length === 0) return { kind: 'writing' }
  return { kind: 'lines', lines: changes.slice(0, MAX_LINES).map(lineOf), total: changes.length }
}

/** What is different between the original and what will be sent; nothing where that is not known. */
export function compareWith(before: string | null, outlook: Outlook): Comparison {
  switch (outlook.kind) {
    case 'onRequest':
      return { kind: 'none', note: 'known once the signature is checked' }
    case 'looking':
      return { kind: 'none', note: 'checking what will be sent' }
    case 'error':
      return { kind: 'none', note: 'not known until it can be sent' }
    case 'known':
      if (before !== null && outlook.body !== null) return compareBodies(before, outlook.body)
      if (before === outlook.body) return { kind: 'none', note: 'the bytes are sent unchanged' }
      return { kind: 'none', note: 'a new body; the original is not text' }
  }
}

function lineOf(change: JsonChange): ChangeLine {
  const path = pathText(change.path)
  switch (change.kind) {
    case 'added':
      return { kind: 'added', path, from: null, before: null, after: valueText(change.after) }
    case 'removed':
      return { kind: 'removed', path, from: null, before: valueText(change.before), after: null }
    case 'changed': {
      const from = pathText(change.from)
      const texts = { before: valueText(change.before), after: valueText(change.after) }
      return { kind: 'changed', path, from: from === path ? null : from, ...texts }
    }
    case 'moved':
      return {
        kind: 'moved',
        path,
        from: pathText(change.from),
        before: null,
        after: valueText(change.value),
      }
  }
}

/** Keys joined by dots; a key with a dot of its own, or none at all, stands in quotes. */
function pathText(path: JsonPath): string {
  if (path.length === 0) return '(whole body)'
  return path
    .map((step) =>
      typeof step === 'number' || /^[^.\s"]+$/.test(step) ? String(step) : JSON.stringify(step),
    )
    .join('.')
}

function valueText(node: JsonNode): string {
  const text = node.type === 'number' ? node.text : JSON.stringify(toPlain(node))
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}

/** What is known of the body that will be sent; the last preview counts until the next check. */
function outlookOf({ preview, error, pending, onRequest }: Omit<Outgoing, 'check'>): Outlook {
  if (onRequest && pending) return { kind: 'onRequest' }
  if (error !== null) return { kind: 'error' }
  return preview === null ? { kind: 'looking' } : { kind: 'known', body: preview.body }
}
