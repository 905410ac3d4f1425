import { useState } from 'react'
import type { ProjectView, SwitchPreview } from '#protocol/projects'
import { unnamedProject } from '#domain/project/project'
import { SWITCHES, type ProjectSwitch } from '#domain/project/switches'
import { useInfo } from '#window/state/info'
import { listenerUrl } from '#window/state/listeners'
import { Button } from '#window/ui/Button.tsx'
import { Changeable, SettingsGroup, SettingsHead, useProjectSave, WhyUnchangeable } from './Saving'
import { checkName, checkSecret, checkUrl, valueWords } from './setting-values'
import { Secret } from '#window/ui/CopyButton.tsx'
import { SwitchSetting } from './SwitchSetting'
import { TextSetting } from './TextSetting'
import { useFetched } from '#window/message-view/use-fetched'
import { SideBySide } from '#window/editor/LazyEditor.tsx'
import { useBench } from '#window/state/bench'
import { ContractLink } from '#window/features/contract/Contract.tsx'

const GROUPS = [...new Set(SWITCHES.map((description) => description.group))]

function SecretSetting({ project }: { readonly project: ProjectView }) {
  const [changing, setChanging] = useState(false)
  const { error, save } = useProjectSave(project)
  return (
    <div className="field">
      <span className="field-label">Secret</span>
      <div className="row">
        <Secret secret={project.secret} what="project secret" />
        <Button aria-expanded={changing} does="projects.update" onClick={() => setChanging(!changing)}>
          Change…
        </Button>
      </div>
      {changing ? (
        <Changeable does="projects.update">
          <TextSetting
            label="New secret"
            help="Everything sent from now on is signed with it. Earlier messages keep their verdicts."
            mono
            value=""
            check={checkSecret}
            refusal={error}
            onSave={(secret) => {
              save('Secret', { secret }, { secret: project.secret })
              setChanging(false)
            }}
          />
        </Changeable>
      ) : null}
    </div>
  )
}

function CallbackUrl({ project }: { readonly project: ProjectView }) {
  const capture = useInfo((state) => (state.info === null ? null : listenerUrl(state.info, 'merchant')))
  const { error, save } = useProjectSave(project)
  const { callbackUrl } = project
  const own = capture === null ? null : `${capture}/callbacks`
  return (
    <div className="field">
      <TextSetting
        label="Callback address"
        help="Where Paybench sends the callbacks of this project. Empty: nothing is sent, and the list of callbacks shows this."
        mono
        placeholder="nothing is sent"
        value={callbackUrl ?? ''}
        check={checkUrl}
        refusal={error}
        onSave={(text) =>
          save('Callback address', { callbackUrl: text.trim() === '' ? null : text.trim() }, { callbackUrl })
        }
      />
      {own === null || own === callbackUrl ? null : (
        <span>
          <Button
            size="small"
            onClick={() => save('Callback address', { callbackUrl: own }, { callbackUrl })}
          >
            Use the capture server
          </Button>
        </span>
      )}
    </div>
  )
}

/** Says where the name is shown. A generated name is not shown, because it would mean nothing to customers. */
function nameHelp({ name, projectId }: ProjectView): string {
  return name === unnamedProject(projectId)
    ? 'Shown to customers on the payment form as the name of the shop, once you give the project its own name. Until then the form says “Test shop”.'
    : 'Shown to customers on the payment form as the name of the shop.'
}

export function ProjectSettings({ project }: { readonly project: ProjectView }) {
  const { error, save } = useProjectSave(project)
  return (
    <>
      <SettingsHead title={project.name}>
        Project <code>{project.projectId}</code>. Changes are saved at once, apply from then on, and can be
        undone.
      </SettingsHead>
      <WhyUnchangeable does="projects.update" />
      <SettingsGroup title="Project">
        <Changeable does="projects.update">
          <TextSetting
            label="Name"
            help={nameHelp(project)}
            value={project.name}
            check={checkName}
            refusal={error}
            onSave={(name) => save('Name', { name: name.trim() }, { name: project.name })}
          />
        </Changeable>
        <SecretSetting project={project} />
        <Changeable does="projects.update">
          <CallbackUrl project={project} />
        </Changeable>
      </SettingsGroup>
      <Changeable does="projects.update">
        {GROUPS.map((group) => (
          <SettingsGroup key={group} title={group}>
            {SWITCHES.filter((description) => description.group === group).map((description) => (
              <div className="stack switch-setting" key={description.name}>
                <SwitchSetting project={project} description={description} />
                <SwitchEffect project={project} description={description} />
              </div>
            ))}
          </SettingsGroup>
        ))}
      </Changeable>
    </>
  )
}

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
          <span className="mid"> Has no effect given the other switches of this project.</span>
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

function SwitchEffect({ project, description }: SwitchEffectProps) {
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
