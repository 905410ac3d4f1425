import { counted } from '#lib/words'
import { utf8Length } from '#window/message-view/wire'
import { useMemo } from 'react'
import type { SignatureExplanation } from '#protocol/signatures'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import type { Explained } from './signature-store'
import { type StateLook, StateMark } from '#window/ui/StatusMark.tsx'
import { Table, type TableColumn } from '#window/ui/Table.tsx'

interface CanonicalTableProps {
  readonly explained: Explained
  /** The string that the lines are compared with; null if nothing explains the signature. */
  readonly explanation: SignatureExplanation | null
}

/** Maximum number of reference lines, and of extra lines, in the table; copying takes the full string. */
const MAX_SHOWN = 1000

const NOTES: Readonly<Record<ShownLine['state'], string>> = {
  same: '',
  moved: 'in another position',
  changed: 'different value',
  missing: 'missing',
  added: 'extra',
}

const THEIRS: TableColumn<ShownLine> = {
  head: 'Signed',
  className: ({ state }) => (state === 'same' ? 'num dim' : 'num bad strong'),
  headClassName: 'num',
  cell: ({ theirNumber }) => theirNumber ?? '–',
}

const NOTE: TableColumn<ShownLine> = {
  head: 'Note',
  className: 'dim nowrap',
  cell: ({ state }) => NOTES[state],
}

function ComparedCell({ row, path }: { readonly row: ShownLine; readonly path: string }) {
  const { line, theirLine } = row
  const head = line?.startsWith(`${path}:`) === true ? `${path}:` : ''
  return (
    <>
      {line === null ? null : (
        <code>
          <span className="dim">{head}</span>
          {line.slice(head.length)}
        </code>
      )}
      {theirLine === null ? null : (
        <code className="bad sg-their">
          <span className="sr">signed: </span>
          {theirLine}
        </code>
      )}
    </>
  )
}

/** The string to sign, line by line, with the position of each line in the string that was signed. */
export function CanonicalTable({ explained, explanation }: CanonicalTableProps) {
  const { lines, canonical, expected, received, verdict, dialects } = explained
  const isValid = verdict.state === 'valid'
  const name = dialects.find(({ dialect }) => dialect === verdict.dialect)?.name
  const other = isValid && received !== expected && name !== undefined ? name : null
  const { lines: compared, added } = useMemo(
    () => compareLines(lines, explanation?.lines ?? lines.map(({ line }) => line)),
    [lines, explanation],
  )
  const shown = compared.slice(0, MAX_SHOWN)
  const rows: readonly ShownLine[] = [...shown, ...(explanation === null ? [] : added.slice(0, MAX_SHOWN))]
  return (
    <section className="sg-canon" aria-labelledby="sg-canon">
      <div className="section-head">
        <h2 id="sg-canon">String to sign</h2>
        <span className="note">
          {counted(lines.length, 'line')}, {utf8Length(canonical)} B, joined with ;
          {explained.reading === 'booleanWords' ? ', true and false read as 1 and 0' : ''}
        </span>
        <span className="grow" />
        <CopyButton text={canonical} what="string to sign" />
      </div>
      <div className="scroll" role="region" aria-label="Lines of the string to sign" tabIndex={0}>
        <Table
          caption="String to sign, line by line"
          className="long tall"
          rows={rows}
          keyOf={(_row, index) => index}
          columns={[
            { head: 'Line', className: 'num dim', cell: ({ number }) => number ?? '–' },
            ...(explanation === null ? [] : [THEIRS]),
            {
              head: 'Path and value',
              className: 'sg-line',
              title: ({ line, theirLine }) => line ?? theirLine ?? '',
              cell: (row) => <ComparedCell row={row} path={lines[(row.number ?? 0) - 1]?.path ?? ''} />,
            },
            ...(explanation === null ? [] : [NOTE]),
          ]}
        />
        {compared.length > shown.length ? (
          <p className="help pad">
            {compared.length - shown.length} more lines. Copy the string to see all of them.
          </p>
        ) : null}
      </div>
      <div className="pad lined-above sunken sg-digest">
        <span className="label">{other === null ? 'Expected' : 'Reference'}</span>
        <code>{expected === '' ? 'none' : expected}</code>
        <CopyButton text={expected} what="expected signature" />
        <span className="label">Received</span>
        <code className={isValid ? undefined : 'bad'}>
          {received === null ? 'missing' : received === '' ? 'empty' : received}
          {other === null ? null : <span className="small mid">accepted: {other}</span>}
        </code>
      </div>
    </section>
  )
}

type Dialect = Explained['dialects'][number]

function verdictOf(dialect: Dialect): { readonly look: StateLook; readonly word: string } {
  if (dialect.matches) return { look: { icon: 'state-success', hue: 'green' }, word: 'matches' }
  return dialect.failure === undefined
    ? { look: { icon: 'state-dropped', hue: 'quiet' }, word: 'no match' }
    : { look: { icon: 'state-error', hue: 'rose' }, word: 'fails' }
}

const whereOf = ({ dialect, failure, differsAt }: Dialect): string | null =>
  dialect === 'REF' || failure !== undefined
    ? null
    : differsAt === undefined
      ? 'Same string to sign as the reference'
      : `Differs from the reference at line ${String(differsAt)}`

export function DialectTable(props: { readonly dialects: readonly Dialect[]; readonly lenient: boolean }) {
  const { dialects, lenient } = props
  if (dialects.length === 0) return null
  const used = new Set(['REF', 'REF_WORDS', ...(lenient ? ['JS', 'PY'] : [])])
  const matching = dialects.filter(({ matches }) => matches).length
  return (
    <section aria-labelledby="sg-dialects">
      <div className="section-head">
        <h2 id="sg-dialects">Dialects</h2>
        <span className="note">
          {matching === 0 ? 'none matches' : `${String(matching)} of ${String(dialects.length)} match`}
        </span>
      </div>
      <p className="small mid pad">
        The verdict uses the reference. With the project switch <b>Lenient signatures</b>, which is{' '}
        {lenient ? 'on' : 'off'}, it also accepts the JavaScript and Python SDKs.
      </p>
      <Table
        caption="Signature of every known dialect"
        className="tall"
        rows={dialects.toSorted((one, other) => Number(other.matches) - Number(one.matches))}
        keyOf={({ dialect }) => dialect}
        columns={[
          {
            head: 'Signature',
            className: 'nowrap',
            cell: (dialect) => {
              const { look, word } = verdictOf(dialect)
              return <StateMark look={look}>{word}</StateMark>
            },
          },
          {
            head: 'Dialect',
            className: 'sg-dialect',
            title: ({ explanation }) => explanation,
            cell: (dialect) => (
              <>
                <b>{dialect.name}</b>
                {used.has(dialect.dialect) ? ', used for the verdict' : null}
                <span className="mid">{dialect.failure ?? whereOf(dialect)}</span>
              </>
            ),
          },
        ]}
      />
    </section>
  )
}

/** A row of the comparison. Line numbers count from 1 and are null if a string has no such line. */
interface ShownLine {
  readonly number: number | null
  readonly theirNumber: number | null
  readonly line: string | null
  readonly theirLine: string | null
  readonly state: 'same' | 'moved' | 'changed' | 'missing' | 'added'
}

/** Pairs each reference line with an equal line of the other string or, if there is none, one with the same path. */
export function compareLines(
  ours: readonly { readonly path: string; readonly line: string }[],
  theirs: readonly string[],
) {
  const free = new Map<string, number[]>()
  theirs.forEach((line, index) => free.set(line, [...(free.get(line) ?? []), index]))
  const taken = new Set<number>()
  const take = (index: number | undefined): number | null => {
    if (index === undefined) return null
    taken.add(index)
    return index
  }
  const exact = ours.map(({ line }) => take(free.get(line)?.shift()))
  const byPath = new Map<string, number>()
  theirs.forEach((line, index) => {
    if (taken.has(index)) return
    for (const path of pathsOf(line)) if (!byPath.has(path)) byPath.set(path, index)
  })
  const found = ours.map(({ path }, index) => {
    const at = exact[index] ?? null
    if (at !== null) return { at, changed: false }
    const other = byPath.get(path)
    return other === undefined || taken.has(other) ? null : { at: take(other) ?? other, changed: true }
  })
  const steady = longestRise(found.flatMap((each) => (each === null ? [] : [each.at])))
  const lines = ours.map(({ line }, index): ShownLine => {
    const place = found[index] ?? null
    const shared = { number: index + 1, line }
    if (place === null) return { ...shared, theirNumber: null, theirLine: null, state: 'missing' }
    return {
      ...shared,
      theirNumber: place.at + 1,
      theirLine: place.changed ? (theirs[place.at] ?? null) : null,
      state: place.changed ? 'changed' : steady.has(place.at) ? 'same' : 'moved',
    }
  })
  const added = theirs.flatMap((line, index): readonly ShownLine[] =>
    taken.has(index)
      ? []
      : [{ number: null, theirNumber: index + 1, line: null, theirLine: line, state: 'added' }],
  )
  return { lines, added }
}

function pathsOf(line: string): readonly string[] {
  const paths: string[] = []
  for (let at = 0; at < line.length && paths.length < 12; at += 1) {
    if (line[at] === ':' || line[at] === '=') paths.unshift(line.slice(0, at))
  }
  return paths
}

/** The longest increasing subsequence of the positions: the lines that kept their relative order. */
function longestRise(places: readonly number[]): ReadonlySet<number> {
  const tails: number[] = []
  const before: number[] = places.map(() => -1)
  places.forEach((place, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[tails[middle] ?? 0] ?? 0) < place) low = middle + 1
      else high = middle
    }
    before[index] = low === 0 ? -1 : (tails[low - 1] ?? -1)
    tails[low] = index
  })
  const rise = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) rise.add(places[at] ?? -1)
  return rise
}
