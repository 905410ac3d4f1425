import { CommandButton } from '#window/commands/CommandControls.tsx'
import { type ReactNode, useState } from 'react'
import { useCurrentProject, useProjects } from '#window/state/info'
import { setPreferences, usePreferences } from '#window/state/preferences'
import { LICENCES } from '#window/state/preferences-shape'
import { LicencesSettings, ListenersSettings, StorageSettings } from './BenchSettings'
import { NEW_PROJECT } from './settings-commands'
import { ProjectSettings } from './ProjectSettings'
import { SettingsSearch } from './Saving'
import { changedSwitches } from './setting-values'
import { Icon } from '#window/ui/Icon.tsx'
import './settings.css'

const BENCH_SECTIONS = [
  { section: 'storage', label: 'Storage', Content: StorageSettings },
  { section: 'listeners', label: 'Listeners', Content: ListenersSettings },
  { section: LICENCES, label: 'Third-party licences', Content: LicencesSettings },
]

export function SettingsPage() {
  const projects = useProjects()
  const currentProject = useCurrentProject()
  const wanted = usePreferences((state) => state.settings)
  const chosen = projects.find((project) => String(project.projectId) === wanted)
  const benchSection = BENCH_SECTIONS.find(({ section }) => section === wanted)
  const [search, setSearch] = useState('')
  const isSearching = search.trim() !== ''
  // Licences are not settings, so the search leaves them out.
  const shown = BENCH_SECTIONS.filter((one) =>
    isSearching ? one.section !== LICENCES : one === benchSection,
  )
  const project = benchSection === undefined || isSearching ? (chosen ?? currentProject) : null
  const current = isSearching ? null : (benchSection?.section ?? String(project?.projectId))
  const link = (section: string, content: ReactNode) => (
    <li key={section}>
      <button
        type="button"
        className="row bare small pickable"
        aria-current={section === current ? 'page' : undefined}
        onClick={() => {
          setSearch('')
          setPreferences({ settings: section })
        }}
      >
        {content}
      </button>
    </li>
  )
  return (
    <div className="settings">
      <nav className="column settings-nav scroll" aria-label="Settings">
        <h1 className="pane-title">Settings</h1>
        <div className="filter fix" role="search">
          <Icon name="search" small />
          <input
            aria-label="Search all settings"
            placeholder="Search all settings"
            autoComplete="off"
            spellCheck={false}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setSearch('')
            }}
          />
        </div>
        <h2 className="label">Projects</h2>
        <ul>
          {projects.map((one) => {
            const changed = changedSwitches(one).length
            return link(
              String(one.projectId),
              <>
                <span className="clip grow">{one.name}</span>
                {changed === 0 ? null : <span className="tiny mid nowrap">{changed} changed</span>}
                <code className="dim">{one.projectId}</code>
              </>,
            )
          })}
        </ul>
        <CommandButton command={NEW_PROJECT} subject={null} look="quiet" size="small" />
        <h2 className="label">Bench</h2>
        <ul>{BENCH_SECTIONS.map(({ section, label }) => link(section, label))}</ul>
      </nav>
      <div
        className="inset-focus scroll"
        role="region"
        aria-label="Settings values"
        tabIndex={0}
        key={current}
      >
        <SettingsSearch value={search}>
          <div className={`stack settings-column${isSearching ? ' found' : ''}`}>
            {project === null ? null : (
              <section key={project.projectId}>
                <ProjectSettings project={project} />
              </section>
            )}
            {shown.map(({ section, Content }) => (
              <section key={section}>
                <Content />
              </section>
            ))}
            <p className="mid nothing-found" role="status">
              {isSearching ? `No setting contains the words “${search.trim()}”.` : null}
            </p>
          </div>
        </SettingsSearch>
      </div>
    </div>
  )
}
