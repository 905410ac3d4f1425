import type { ProjectView } from '#protocol/projects'
import { isOfScenario, SCENARIO_PROJECT } from '#protocol/scenarios'
import { openDialog } from '#window/state/dialogs'
import { useProjectFilter, useProjects } from '#window/state/info'
import { setPreferences, usePreferences } from '#window/state/preferences'
import type { Theme } from '#window/state/preferences-shape'
import { Button } from '#window/ui/Button.tsx'
import { Icon, type IconName } from '#window/ui/Icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#window/ui/Menu.tsx'

const ALL = 'all'

const optionOf = ({ projectId, name }: ProjectView) => ({
  value: String(projectId),
  label: name.startsWith(SCENARIO_PROJECT) ? name.slice(SCENARIO_PROJECT.length) : name,
  note: String(projectId),
})

/** Which project the lists show and a new payment is for. */
function ProjectSwitch() {
  const projects = useProjects()
  const chosen = useProjectFilter()
  const only = projects.length === 1 ? projects[0] : undefined
  const shown = projects.find((project) => project.projectId === chosen) ?? only
  const value = chosen === undefined ? ALL : String(chosen)
  const choose = (next: string): void => setPreferences({ projectId: next === ALL ? null : Number(next) })
  const ofScenarios = projects.filter(isOfScenario)
  return (
    <Menu
      label="Project"
      trigger={
        <button className="project" type="button" aria-label={`Project: ${shown?.name ?? 'all projects'}`}>
          <b className="clip">{shown?.name ?? 'All projects'}</b>
          {shown === undefined ? null : <code className="dim">{shown.projectId}</code>}
          <Icon name="down" small />
        </button>
      }
    >
      <MenuChoice
        label="Show"
        value={value}
        options={[
          { value: ALL, label: 'All projects' },
          ...projects.filter((project) => !isOfScenario(project)).map(optionOf),
        ]}
        onChange={choose}
      />
      {ofScenarios.length === 0 ? null : (
        <>
          <MenuLine />
          <MenuChoice
            label="Made by scenarios"
            value={value}
            options={ofScenarios.map(optionOf)}
            onChange={choose}
          />
        </>
      )}
      <MenuLine />
      <MenuItem icon="plus" does="projects.create" onSelect={() => openDialog({ kind: 'createProject' })}>
        New project…
      </MenuItem>
      <MenuItem icon="settings" onSelect={() => setPreferences({ page: 'settings' })}>
        Project settings
      </MenuItem>
    </Menu>
  )
}

const THEME_ICONS: Readonly<Record<Theme, IconName>> = { light: 'sun', dark: 'moon', system: 'system' }

function ThemeSwitch() {
  const theme = usePreferences((state) => state.theme)
  return (
    <Menu
      label="Theme"
      align="end"
      trigger={<Button look="quiet" icon={THEME_ICONS[theme]} aria-label="Theme" />}
    >
      <MenuChoice
        label="Theme"
        value={theme}
        options={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
          { value: 'system', label: 'Same as system' },
        ]}
        onChange={(value) => setPreferences({ theme: value })}
      />
    </Menu>
  )
}

/** Project, palette, theme and the one thing that is always next: a new payment. */
export function TopBar() {
  return (
    <header className="topbar">
      <div className="brand">
        <span className="mark">
          <Icon name="mark" />
          <span className="sr">Paybench</span>
        </span>
        <ProjectSwitch />
      </div>
      <button
        className="searchbar"
        type="button"
        aria-haspopup="dialog"
        onClick={() => openDialog({ kind: 'palette' })}
      >
        <Icon name="search" small />
        <span className="grow clip">Search everything, run a command</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <div className="row-flex">
        <Button look="quiet" icon="keyboard" aria-label="Keys" onClick={() => openDialog({ kind: 'keys' })} />
        <ThemeSwitch />
        <Button
          look="primary"
          icon="plus"
          does="payments.create"
          onClick={() => openDialog({ kind: 'newPayment' })}
        >
          New payment
        </Button>
      </div>
    </header>
  )
}
