import { useMemo } from 'react'
import type { MessagePreview } from '#protocol/replay'
import { type ChangeLine, compareWith, type Comparison } from './changes-view'
import type { DraftSource } from './message-draft'
import { type Outgoing, outlookOf } from './use-outgoing'

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
    <section className="rp-diff" aria-label="What changes">
      <div className="section-head">
        <h3>What changes</h3>
        <span className="note clip">{noteOf(comparison)}</span>
      </div>
      <div className="diff scroll" role="region" aria-label="Changes by path" tabIndex={0}>
        {comparison.kind === 'lines'
          ? comparison.lines.map((line, index) => <Line key={index} line={line} />)
          : null}
        {comparison.kind === 'lines' && comparison.total > comparison.lines.length ? (
          <p className="row note rp-hint dim">
            and {comparison.total - comparison.lines.length} more; look at them side by side
          </p>
        ) : null}
        {comparison.kind === 'noJson' ? <p className="row note rp-hint">{comparison.message}</p> : null}
        {further.map((text) => (
          <div key={text} className="path">
            {text}
          </div>
        ))}
      </div>
    </section>
  )
}
