import { CommandButton } from '#window/commands/CommandControls.tsx'
import type { ReactNode } from 'react'
import { useCurrentProject, useProjects } from '#window/state/info'
import { setPreferences, usePreferences } from '#window/state/preferences'
import { LICENCES } from '#window/state/preferences-shape'
import { LicencesSettings, ListenersSettings, StorageSettings } from './BenchSettings'
import { NEW_PROJECT } from './settings-commands'
import { ProjectSettings } from './ProjectSettings'
import './settings.css'

interface SectionLinkProps {
  readonly section: string
  readonly current: string
  readonly children: ReactNode
}

function SectionLink({ section, current, children }: SectionLinkProps) {
  return (
    <li>
      <button
        type="button"
        className="row bare small pickable"
        aria-current={section === current ? 'page' : undefined}
        onClick={() => setPreferences({ settings: section })}
      >
        {children}
      </button>
    </li>
  )
}

const BENCH_SECTIONS = [
  { section: 'listeners', label: 'Listeners', Content: ListenersSettings },
  { section: 'storage', label: 'Storage', Content: StorageSettings },
  { section: LICENCES, label: 'Third-party licences', Content: LicencesSettings },
]

export function SettingsPage() {
  const projects = useProjects()
  const currentProject = useCurrentProject()
  const wanted = usePreferences((state) => state.settings)
  const chosen = projects.find((project) => String(project.projectId) === wanted)
  const ofBench = BENCH_SECTIONS.find(({ section }) => section === wanted)
  const project = ofBench === undefined ? (chosen ?? currentProject) : null
  const current = ofBench !== undefined ? wanted : String(project?.projectId)
  return (
    <div className="settings">
      <nav className="column settings-nav scroll" aria-label="Settings">
        <h1 className="pane-title">Settings</h1>
        <h2 className="label">Projects</h2>
        <ul>
          {projects.map(({ projectId, name }) => (
            <SectionLink key={projectId} section={String(projectId)} current={current}>
              <span className="clip grow">{name}</span>
              <code className="dim">{projectId}</code>
            </SectionLink>
          ))}
        </ul>
        <CommandButton command={NEW_PROJECT} subject={null} look="quiet" size="small" />
        <h2 className="label">Bench</h2>
        <ul>
          {BENCH_SECTIONS.map(({ section, label }) => (
            <SectionLink key={section} section={section} current={current}>
              {label}
            </SectionLink>
          ))}
        </ul>
      </nav>
      <div
        className="inset-focus scroll"
        role="region"
        aria-label="Settings values"
        tabIndex={0}
        key={current}
      >
        <div className="settings-column">
          {ofBench === undefined ? null : <ofBench.Content />}
          {project === null ? null : <ProjectSettings key={project.projectId} project={project} />}
        </div>
      </div>
    </div>
  )
}
