import { useState } from 'react'
import type { ProjectView, SwitchPreview } from '#protocol/projects'
import type { ProjectSwitch } from '#domain/project/switches'
import { useFetched } from '#window/message-view/use-fetched'
import { SideBySide } from '#window/editor/LazyEditor.tsx'
import { useBench } from '#window/state/bench'
import { ContractLink } from '#window/features/contract/Contract.tsx'
import { valueWords } from './setting-values'

interface SwitchEffectProps {
  readonly project: ProjectView
  readonly description: ProjectSwitch
}

function Comparison({
  description,
  preview: { title, before, after },
}: {
  readonly description: ProjectSwitch
  readonly preview: SwitchPreview
}) {
  const names = [
    `${valueWords(description, before.value)}, reference behaviour${before.isSet ? ', current' : ''}`,
    `${valueWords(description, after.value)}, ${after.isSet ? 'current' : 'for example'}`,
  ] as const
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
      <div className="box effect-texts">
        <SideBySide before={before.text} after={after.text} names={names} />
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
