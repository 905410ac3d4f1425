import { useState } from 'react'
import type { ProjectView } from '#protocol/projects'
import { unnamedProject } from '#domain/project/project'
import { SWITCHES } from '#domain/project/switches'
import { useInfo } from '#window/state/info'
import { listenerUrl } from '#window/state/listeners'
import { Button } from '#window/ui/Button.tsx'
import { Changeable, SettingsGroup, SettingsHead, useProjectSave, WhyUnchangeable } from './Saving'
import { changedSwitches, checkName, checkSecret, checkUrl, valueWords } from './setting-values'
import { Secret } from '#window/ui/CopyButton.tsx'
import { Check } from '#window/ui/Field.tsx'
import { PublicClients } from './PublicClients'
import { SwitchSetting, type SwitchSettingProps } from './SwitchSetting'
import { TextSetting } from './TextSetting'
import { useFetched } from '#window/message-view/use-fetched'
import { SideBySide } from '#window/editor/LazyEditor.tsx'
import { useBench } from '#window/state/bench'
import { ContractLink } from '#window/features/contract/Contract.tsx'

/** The groups that testers change most come first. */
const GROUPS = [
  ...new Set(['Outcome', 'Methods', 'Form', 'Callbacks', ...SWITCHES.map(({ group }) => group)]),
]

interface ProjectSettingProps {
  readonly project: ProjectView
  readonly label: string
}

function SecretSetting({ project, label }: ProjectSettingProps) {
  const [changing, setChanging] = useState(false)
  const { error, save } = useProjectSave(project)
  return (
    <div className="field">
      <span className="field-label">{label}</span>
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
              save(label, { secret }, { secret: project.secret })
              setChanging(false)
            }}
          />
        </Changeable>
      ) : null}
    </div>
  )
}

function CallbackUrl({ project, label }: ProjectSettingProps) {
  const capture = useInfo((state) => (state.info === null ? null : listenerUrl(state.info, 'merchant')))
  const { error, save } = useProjectSave(project)
  const { callbackUrl } = project
  const own = capture === null ? null : `${capture}/callbacks`
  return (
    <div className="field">
      <TextSetting
        label={label}
        help="Where Paybench sends the callbacks of this project. Without an address, they are only listed."
        mono
        placeholder="nothing is sent"
        value={callbackUrl ?? ''}
        check={checkUrl}
        refusal={error}
        onSave={(text) =>
          save(label, { callbackUrl: text.trim() === '' ? null : text.trim() }, { callbackUrl })
        }
      />
      {own === null || own === callbackUrl ? null : (
        <Button size="small" onClick={() => save(label, { callbackUrl: own }, { callbackUrl })}>
          Use the capture server
        </Button>
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
  const changed = changedSwitches(project)
  const [isNarrowed, setNarrowed] = useState(false)
  const onlyChanged = isNarrowed && changed.length > 0
  const shown = onlyChanged ? changed : SWITCHES
  return (
    <>
      <SettingsHead
        title={project.name}
        note={
          changed.length === 0 ? null : (
            <Check checked={onlyChanged} onChange={setNarrowed}>
              Only what differs from the default ({changed.length})
            </Check>
          )
        }
      >
        {project.name === unnamedProject(project.projectId) ? null : (
          <>
            Project <code>{project.projectId}</code>.{' '}
          </>
        )}
        Changes are saved at once, apply from then on, and can be undone.
      </SettingsHead>
      <WhyUnchangeable does="projects.update" />
      {onlyChanged ? null : (
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
          <SecretSetting project={project} label="Secret" />
          <Changeable does="projects.update">
            <CallbackUrl project={project} label="Callback address" />
          </Changeable>
          <PublicClients project={project} label="SDK or shop plugin" />
        </SettingsGroup>
      )}
      <Changeable does="projects.update">
        {GROUPS.map((group) => {
          const count = changed.filter((description) => description.group === group).length
          return (
            <SettingsGroup
              key={group}
              title={group}
              note={count === 0 ? null : <p className="small mid">{count} changed</p>}
            >
              {shown
                .filter((description) => description.group === group)
                .map((description) => (
                  <SwitchRow key={description.name} project={project} description={description} />
                ))}
            </SettingsGroup>
          )
        })}
      </Changeable>
    </>
  )
}

function Comparison({ project, description }: SwitchSettingProps) {
  const bench = useBench()
  const { projectId, callbackUrl, switches } = project
  const { name } = description
  const key = `effect:${projectId.toString()}:${name}:${callbackUrl ?? ''}:${JSON.stringify(switches)}`
  const { value, error } = useFetched(key, () => bench.call('projects.previewSwitch', { projectId, name }))
  if (error !== null) return <p className="bad">{error}</p>
  if (value === null)
    return (
      <p className="mid" role="status">
        Loading…
      </p>
    )
  const { title, before, after } = value
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
          <span className="mid"> This has no effect, given the other switches of this project.</span>
        ) : null}
      </p>
      <div className="box effect-texts">
        <SideBySide before={before.text} after={after.text} names={names} />
      </div>
    </>
  )
}

function SwitchRow({ project, description }: SwitchSettingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="stack switch-setting">
      <SwitchSetting project={project} description={description} />
      <details className="fold effect" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          What it changes<span className="sr">: {description.label}</span>
        </summary>
        {isOpen ? <Comparison project={project} description={description} /> : null}
      </details>
    </div>
  )
}
