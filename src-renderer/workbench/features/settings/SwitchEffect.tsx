import { useId, useState } from 'react'
import type { ProjectView, SwitchPreview } from '#protocol/projects'
import type { ProjectSwitch } from '#domain/project/switches'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { ContractLink } from '#window/features/contract/Contract.tsx'
import { effectLines, type EffectLine } from './effect-lines'
import { valueWords } from './setting-values'

interface SwitchEffectProps {
  readonly project: ProjectView
  readonly description: ProjectSwitch
}

function Line({ line, mark }: { readonly line: EffectLine; readonly mark: 'del' | 'ins' }) {
  const Mark = mark
  switch (line.kind) {
    case 'folded':
      return <span className="mid">{`⋯ ${line.count.toString()} identical lines`}</span>
    case 'same':
      return <span>{`  ${line.text}`}</span>
    case 'different':
      return <Mark>{`${mark === 'del' ? '−' : '+'} ${line.text}`}</Mark>
  }
}

interface SideProps {
  readonly heading: string
  readonly note: string
  readonly lines: readonly EffectLine[]
  readonly mark: 'del' | 'ins'
}

function Side({ heading, note, lines, mark }: SideProps) {
  const id = useId()
  return (
    <div className="column">
      <p id={id} className="small">
        <b>{heading}</b> <span className="mid">{note}</span>
      </p>
      <pre className="box mono effect-text" role="region" aria-labelledby={id} tabIndex={0}>
        {lines.map((line, place) => (
          // Lines have no names of their own, and are never moved.
          <Line key={place.toString()} line={line} mark={mark} />
        ))}
      </pre>
    </div>
  )
}

function Comparison({
  description,
  preview: { title, before, after },
}: {
  readonly description: ProjectSwitch
  readonly preview: SwitchPreview
}) {
  const lines = effectLines(before.text, after.text)
  return (
    <>
      <p className="mid">
        The rule: <ContractLink place={description.contract} />
      </p>
      <p className="small">
        {title}
        {before.text === after.text ? (
          <span className="mid"> No effect here with the other switches of this project.</span>
        ) : null}
      </p>
      <div className="tiles">
        <Side
          heading={valueWords(description, before.value)}
          note={before.isSet ? 'reference behaviour, current' : 'reference behaviour'}
          lines={lines.before}
          mark="del"
        />
        <Side
          heading={valueWords(description, after.value)}
          note={after.isSet ? 'current' : 'for example'}
          lines={lines.after}
          mark="ins"
        />
      </div>
    </>
  )
}

function Fetched({ project, description }: SwitchEffectProps) {
  const bench = useBench()
  const { projectId, callbackUrl, switches } = project
  const { name } = description
  const key = `effect:${projectId.toString()}:${name}:${callbackUrl ?? ''}:${JSON.stringify(switches)}`
  const { value, error } = useFetched(key, () => bench.call('projects.previewSwitch', { projectId, name }))
  if (error !== null) return <p className="bad">{error}</p>
  return value === null ? (
    <p className="mid" role="status">
      Loading…
    </p>
  ) : (
    <Comparison description={description} preview={value} />
  )
}

/** What a switch changes in a sample, made by the bench when it is asked for. */
export function SwitchEffect({ project, description }: SwitchEffectProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="fold effect" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        What it changes<span className="sr">: {description.label}</span>
      </summary>
      {isOpen ? <Fetched project={project} description={description} /> : null}
    </details>
  )
}
