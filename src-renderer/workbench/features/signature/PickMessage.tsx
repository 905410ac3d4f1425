import { useDeferredValue, useState } from 'react'
import { callbackTitle, verdictLook } from '#window/message-view/callback-words'
import type { MessageReference } from '#window/navigation/views'
import { useFetched } from '#window/message-view/use-fetched'
import { useReloadOn } from '#window/message-view/use-message'
import { Choice } from '#window/ui/Field.tsx'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import { type StateLook, StateMark } from '#window/ui/StatusMark.tsx'

interface PickMessageProps {
  readonly chosen: MessageReference | null
  readonly onChoose: (message: MessageReference) => void
}

type Kind = MessageReference['type']

interface Entry {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly look: StateLook
  readonly word: string
}

const SENT: StateLook = { icon: 'callbacks', hue: 'quiet' }
const MOST = 40
/** The newest messages of a kind, narrowed by a filter in the words of the lists. */
function useEntries(kind: Kind, query: string) {
  const bench = useBench()
  const projectId = useProjectFilter()
  const fetched = useFetched(`${kind} ${String(projectId)} ${query}`, async (): Promise<readonly Entry[]> => {
    const params = {
      limit: MOST,
      ...(query === '' ? {} : { query }),
      ...(projectId === undefined ? {} : { projectId }),
    }
    if (kind === 'callback') {
      const { items } = await bench.call('callbacks.list', params)
      return items.map((item) => ({
        id: item.id,
        title: callbackTitle(item.kind),
        about: item.paymentId,
        look: SENT,
        word: item.state,
      }))
    }
    const { items } = await bench.call(kind === 'capture' ? 'captures.list' : 'exchanges.list', params)
    return items.map((item) => {
      const { icon, hue, word } = verdictLook(item.signatureState ?? 'missing')
      return {
        id: item.id,
        title: `${item.method} ${item.path.split('?', 1)[0] ?? ''}`,
        about: item.paymentId ?? '',
        look: { icon, hue },
        word,
      }
    })
  })
  useReloadOn(
    ({ type }) => ['callback.changed', 'capture.added', 'exchange.added'].includes(type),
    fetched.reload,
  )
  return fetched
}

export function PickMessage({ chosen, onChoose }: PickMessageProps) {
  const [kind, setKind] = useState<Kind>(chosen?.type ?? 'exchange')
  const [query, setQuery] = useState('')
  const settled = useDeferredValue(query)
  const { value, error } = useEntries(kind, settled)
  return (
    <section className="column sg-pick" aria-label="Messages">
      <div className="row wraps pad">
        <Choice
          label="Which messages"
          value={kind}
          options={[
            { value: 'exchange', label: 'API and form' },
            { value: 'callback', label: 'Sent' },
            { value: 'capture', label: 'Captured' },
          ]}
          onChange={setKind}
        />
        <input
          className="input grow"
          aria-label="Filter messages"
          placeholder="Filter"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {error === null || query !== settled ? null : <p className="pad bad">{error}</p>}
      {value?.length === 0 ? (
        <p className="pad dim">
          {settled === '' ? 'No messages of this kind yet.' : 'No messages match the filter.'}
        </p>
      ) : null}
      <ul className="fill scroll sg-entries" aria-label="Newest messages">
        {(value ?? []).map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              className="row bare pickable inset-focus"
              aria-pressed={chosen?.id === entry.id}
              onClick={() => onChoose({ type: kind, id: entry.id })}
            >
              <span className="clip sg-entry-title">{entry.title}</span>
              <span className="clip dim grow">{entry.about}</span>
              <StateMark look={entry.look}>{entry.word}</StateMark>
            </button>
          </li>
        ))}
        {value?.length === MOST ? (
          <li className="pad dim">These are the newest {MOST}. Filter to find earlier ones.</li>
        ) : null}
      </ul>
    </section>
  )
}
