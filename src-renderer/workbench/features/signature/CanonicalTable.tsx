import { useMemo, useState } from 'react'
import type { SignatureExplanation } from '#protocol/signatures'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { type ComparedLine, compareLines } from './line-moves'
import type { Explained } from './use-explained'

interface CanonicalTableProps {
  readonly explained: Explained
  /** The string that the lines are compared with; null where nothing explains the signature. */
  readonly explanation: SignatureExplanation | null
}

/** Longer strings are cut in the table; the whole string can be copied. */
const MAX_SHOWN = 1000

const NOTES: Readonly<Record<ComparedLine['state'], string>> = {
  same: '',
  moved: 'in another position',
  changed: 'different value',
  missing: 'missing',
}

const utf8Length = (text: string): number => new TextEncoder().encode(text).length

function Line({ path, line }: { readonly path: string; readonly line: string }) {
  const head = line.startsWith(`${path}:`) ? `${path}:` : ''
  return (
    <code>
      <span className="dim">{head}</span>
      {line.slice(head.length)}
    </code>
  )
}

/** The signature that the reference makes, and the one in the message. */
function Digests({ explained }: { readonly explained: Explained }) {
  const { expected, received, verdict, dialects } = explained
  const isValid = verdict.state === 'valid'
  const name = dialects.find(({ dialect }) => dialect === verdict.dialect)?.name
  const other = isValid && received !== expected && name !== undefined ? name : null
  return (
    <div className="sg-digest">
      <span className="label">{other === null ? 'Expected' : 'Reference'}</span>
      <code>{expected === '' ? 'none' : expected}</code>
      <CopyButton text={expected} what="expected signature" />
      <span className="label">Received</span>
      <code className={isValid ? undefined : 'sg-bad'}>
        {received === null ? 'missing' : received === '' ? 'empty' : received}
        {other === null ? null : <span className="small mid sg-other">accepted: {other}</span>}
      </code>
    </div>
  )
}

/** The string to sign line by line, beside the places that the lines have in the string that was signed. */
export function CanonicalTable({ explained, explanation }: CanonicalTableProps) {
  const [onlyDiffering, setOnlyDiffering] = useState(false)
  const { lines, canonical } = explained
  const { lines: compared, added } = useMemo(
    () => compareLines(lines, explanation?.lines ?? lines.map(({ line }) => line)),
    [lines, explanation],
  )
  const differing = compared.filter(({ state }) => state !== 'same')
  const wanted = onlyDiffering && explanation !== null ? differing : compared
  const shown = wanted.slice(0, MAX_SHOWN)
  const canDiffer = explanation !== null && (differing.length > 0 || added.length > 0)
  return (
    <section className="sg-canon" aria-labelledby="sg-canon">
      <div className="section-head">
        <h2 id="sg-canon">String to sign</h2>
        <span className="note">
          {lines.length} {lines.length === 1 ? 'line' : 'lines'}, {utf8Length(canonical)} B, joined with ;
          {explained.reading === 'booleanWords' ? ', true and false read as 1 and 0' : ''}
        </span>
        <span className="grow" />
        {canDiffer ? (
          <label className="check">
            <input
              type="checkbox"
              checked={onlyDiffering}
              onChange={(event) => setOnlyDiffering(event.target.checked)}
            />
            Only differing
          </label>
        ) : null}
        <CopyButton text={canonical} what="string to sign" />
      </div>
      <div className="scroll" role="region" aria-label="Lines of the string to sign" tabIndex={0}>
        <table className="plain long sg-lines">
          <caption className="sr">String to sign, line by line</caption>
          <thead>
            <tr>
              <th className="num">Line</th>
              {explanation === null ? null : <th className="num">Theirs</th>}
              <th>Path and value</th>
              {explanation === null ? null : <th>Note</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.number} className={row.state === 'same' ? undefined : 'sg-differs'}>
                <td className="num dim">{row.number}</td>
                {explanation === null ? null : (
                  <td className={row.state === 'same' ? 'num dim' : 'num sg-moved'}>
                    {row.theirNumber ?? '–'}
                  </td>
                )}
                <td className="sg-line" title={row.line}>
                  <Line path={lines[row.number - 1]?.path ?? ''} line={row.line} />
                  {row.theirLine === null ? null : (
                    <code className="sg-their">
                      <span className="sr">theirs: </span>
                      {row.theirLine}
                    </code>
                  )}
                </td>
                {explanation === null ? null : <td className="dim nowrap">{NOTES[row.state]}</td>}
              </tr>
            ))}
            {explanation === null
              ? null
              : added.slice(0, MAX_SHOWN).map(({ number, line }) => (
                  <tr key={`their ${String(number)}`} className="sg-differs">
                    <td className="num dim">–</td>
                    <td className="num sg-moved">{number}</td>
                    <td className="sg-line" title={line}>
                      <code className="sg-their">{line}</code>
                    </td>
                    <td className="dim nowrap">only in theirs</td>
                  </tr>
                ))}
          </tbody>
        </table>
        {wanted.length > shown.length ? (
          <p className="help sg-more">
            {wanted.length - shown.length} more lines. Copy the string to see all of them.
          </p>
        ) : null}
      </div>
      <Digests explained={explained} />
    </section>
  )
}
