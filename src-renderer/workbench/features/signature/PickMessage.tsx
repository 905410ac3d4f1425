import { useState } from 'react'
import { callbackTitle, verdictLook } from '#window/message-view/callback-words'
import type { MessageReference } from '#window/navigation/views'
import { useFetched } from '#window/message-view/use-fetched'
import { useReloadOn } from '#window/message-view/use-message'
import { scopeOf } from '#window/list/use-live-list'
import { Choice, SelectField } from '#window/ui/Field.tsx'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'

const MOST = 40

interface PickMessageProps {
  readonly chosen: MessageReference | null
  readonly onChoose: (message: MessageReference) => void
}

export function PickMessage({ chosen, onChoose }: PickMessageProps) {
  const [kind, setKind] = useState<MessageReference['type']>(chosen?.type ?? 'exchange')
  const bench = useBench()
  const projectId = useProjectFilter()
  const { value, error, reload } = useFetched(`${kind} ${String(projectId)}`, async () => {
    const params = { ...scopeOf('', projectId), limit: MOST }
    if (kind === 'callback') {
      const { items } = await bench.call('callbacks.list', params)
      return items.map(({ id, kind: title, paymentId, state }) => ({
        value: id,
        label: `${callbackTitle(title)} ${paymentId}, ${state}`,
      }))
    }
    const { items } = await bench.call(kind === 'capture' ? 'captures.list' : 'exchanges.list', params)
    return items.map(({ id, method, path, paymentId = '', signatureState = 'missing' }) => ({
      value: id,
      label: `${method} ${path.split('?', 1)[0] ?? ''} ${paymentId}, ${verdictLook(signatureState).word}`,
    }))
  })
  useReloadOn(({ type }) => ['callback.changed', 'capture.added', 'exchange.added'].includes(type), reload)
  const newest = value ?? []
  const shown = chosen?.type === kind ? chosen.id : ''
  const isListed = shown === '' || newest.some((option) => option.value === shown)
  return (
    <section className="stack pad lined" aria-label="Messages">
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
      <SelectField
        label="Newest messages"
        help="The signature tab of every message leads here too."
        error={error}
        value={shown}
        options={[
          { value: '', label: newest.length === 0 ? 'No messages of this kind yet' : 'Choose a message' },
          ...(isListed ? [] : [{ value: shown, label: shown }]),
          ...newest,
        ]}
        onChange={(id) => {
          if (id !== '') onChoose({ type: kind, id })
        }}
      />
    </section>
  )
}
