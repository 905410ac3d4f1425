import type { ExamOrderTry } from '#protocol/exam'
import { Notice } from '#window/ui/Notice.tsx'

/** The outcome of a try: the order as the bench read it, or why there is none to read. */
export type Tried =
  { readonly ok: true; readonly order: ExamOrderTry } | { readonly ok: false; readonly reason: string }

const PART_WORDS: Readonly<Record<ExamOrderTry['found'][number]['part'], string>> = {
  state: 'State',
  deliveries: 'Deliveries',
  amount: 'Amount paid',
}

interface OrderTryProps {
  readonly tried: Tried
  readonly onStatePath: (path: string) => void
}

/** What an order has at the paths of the setup, and everything else that it has. */
export function OrderTry({ tried, onStatePath }: OrderTryProps) {
  if (!tried.ok) {
    return (
      <Notice tone="red" live title="The order was not read.">
        {tried.reason}
      </Notice>
    )
  }
  const { url, status, problem, found, members } = tried.order
  if (problem !== null) {
    return (
      <Notice tone="red" live title="The order was not read.">
        GET {url} {problem}.{' '}
        {status === null
          ? 'Start your back end, or correct “An order as JSON”.'
          : 'Correct “An order as JSON” or “Order to try”.'}
      </Notice>
    )
  }
  return (
    <section className="stack box ex-tried" aria-label="The order that was tried">
      <div role="status">
        {found.map((each) => (
          <p key={each.part} className={each.value === null ? 'bad' : undefined}>
            {PART_WORDS[each.part]} at <code>{each.path}</code>: {foundWords(each)}
          </p>
        ))}
      </div>
      {members.length === 0 ? (
        <p>GET {url} responded with JSON that has no members.</p>
      ) : (
        <>
          <p className="dim">GET {url} has these values. Press one to make it the path to the state.</p>
          <ul className="small wrap ex-members">
            {members.map(({ path, value }) => (
              <li key={path}>
                <button
                  type="button"
                  className="link mono"
                  aria-label={`Path to the state: ${path}`}
                  onClick={() => onStatePath(path)}
                >
                  {path}
                </button>{' '}
                <code>{value}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function foundWords({ value, part, means }: ExamOrderTry['found'][number]): string {
  if (value === null) return 'no value'
  if (part !== 'state') return value
  if (means === null) return `${value}, which is neither a paid nor a declined order`
  return `${value}, a ${means} order`
}
