import { StateMark } from '#window/ui/StatusMark.tsx'
import type { StateLook } from '#window/ui/states'
import type { Explained } from './use-explained'

type Dialect = Explained['dialects'][number]

const MATCHES: StateLook = { icon: 'state-success', hue: 'green' }
const DIFFERS: StateLook = { icon: 'state-dropped', hue: 'quiet' }
const FAILS: StateLook = { icon: 'state-error', hue: 'rose' }

function verdictOf(dialect: Dialect): { readonly look: StateLook; readonly word: string } {
  if (dialect.matches) return { look: MATCHES, word: 'matches' }
  return dialect.failure === undefined ? { look: DIFFERS, word: 'differs' } : { look: FAILS, word: 'fails' }
}

const whereOf = ({ dialect, failure, differsAt }: Dialect): string =>
  dialect === 'REF'
    ? 'decides'
    : failure !== undefined
      ? ''
      : differsAt === undefined
        ? 'same string'
        : `from line ${String(differsAt)}`

/** What every known dialect makes of the message (contract 2.5). */
export function DialectTable({
  dialects,
  lenient,
}: {
  readonly dialects: readonly Dialect[]
  readonly lenient: boolean
}) {
  if (dialects.length === 0) return null
  const matching = dialects.filter(({ matches }) => matches).length
  return (
    <section aria-labelledby="sg-dialects">
      <div className="section-head">
        <h2 id="sg-dialects">Dialects</h2>
        <span className="note">
          {matching === 0 ? 'none matches' : `${String(matching)} of ${String(dialects.length)} match`}
        </span>
      </div>
      <table className="plain sg-dialects">
        <caption className="sr">Verdict of every known dialect</caption>
        <thead className="sr">
          <tr>
            <th>Verdict</th>
            <th>Dialect</th>
            <th>Differs from the reference</th>
          </tr>
        </thead>
        <tbody>
          {dialects.map((dialect) => {
            const { look, word } = verdictOf(dialect)
            return (
              <tr key={dialect.dialect}>
                <td className="nowrap">
                  <StateMark look={look}>{word}</StateMark>
                </td>
                <td className="sg-dialect">
                  <b>{dialect.name}</b>
                  <span className="dim">{dialect.failure ?? dialect.explanation}</span>
                </td>
                <td className="dim nowrap">{whereOf(dialect)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="small mid sg-why">
        The reference decides. The project switch <b>Lenient signatures</b>{' '}
        {lenient
          ? 'also accepts the JavaScript and Python SDKs; it is on.'
          : 'would also accept the JavaScript and Python SDKs; it is off.'}
      </p>
    </section>
  )
}
