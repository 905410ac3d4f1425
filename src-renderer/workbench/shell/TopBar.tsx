import type { ProjectView } from '#protocol/projects'
import { isOfScenario, SCENARIO_PROJECT } from '#protocol/scenarios'
import { openDialog } from '#window/state/dialogs'
import { useInfo, useProjectFilter, useProjects } from '#window/state/info'
import { setPreferences, usePreferences } from '#window/state/preferences'
import { SHOW_KEYS, THEMES } from './window-commands'
import { CommandButton, CommandItems } from '#window/commands/CommandControls.tsx'
import { NEW_PAYMENT } from '#window/features/payments/payment-commands'
import { NEW_PROJECT } from '#window/features/settings/settings-commands'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#window/ui/Menu.tsx'
import { openShop } from '#window/navigation/links'
import { shopUrl } from '#window/state/listeners'
import { capitalized } from '#lib/words'
import { type Page, PAGES } from '#window/state/preferences-shape'

const ALL = 'all'

const optionOf = ({ projectId, name }: ProjectView) => ({
  value: String(projectId),
  label: name.startsWith(SCENARIO_PROJECT) ? name.slice(SCENARIO_PROJECT.length) : name,
  note: String(projectId),
})

function ProjectSwitch() {
  const projects = useProjects()
  const chosen = useProjectFilter()
  const only = projects.length === 1 ? projects[0] : undefined
  const shown = projects.find((project) => project.projectId === chosen) ?? only
  const value = String(shown?.projectId ?? chosen ?? ALL)
  const choose = (next: string): void => setPreferences({ projectId: next === ALL ? null : Number(next) })
  const ofScenarios = projects.filter(isOfScenario)
  return (
    <Menu
      label="Project"
      trigger={
        <button
          className="row bare nowrap project"
          type="button"
          aria-label={
            shown === undefined ? 'Project: all projects' : `Project: ${shown.name} ${shown.projectId}`
          }
        >
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
      <CommandItems commands={[NEW_PROJECT]} subject={null} />
      <MenuItem icon="settings" onSelect={() => setPreferences({ page: 'settings' })}>
        Project settings
      </MenuItem>
    </Menu>
  )
}

function ThemeSwitch() {
  const chosen = usePreferences(({ theme }) => theme)
  const { icon, label: name } = THEMES.find(({ theme }) => theme === chosen) ?? THEMES[2]
  return (
    <Menu
      label="Theme"
      align="end"
      trigger={<Button look="quiet" icon={icon} aria-label={`Theme: ${name}`} />}
    >
      <MenuChoice
        label="Theme"
        value={chosen}
        options={THEMES.map(({ theme, label }) => ({ value: theme, label }))}
        onChange={(value) => setPreferences({ theme: value })}
      />
    </Menu>
  )
}

export function TopBar() {
  return (
    <header className="topbar">
      <div className="row brand">
        <span className="mark">
          <Icon name="mark" />
          <span className="sr">Paybench</span>
        </span>
        <ProjectSwitch />
      </div>
      <button
        className="row searchbar"
        type="button"
        aria-haspopup="dialog"
        onClick={() => openDialog({ kind: 'palette' })}
      >
        <Icon name="search" small />
        <span className="grow clip">Search everything, run a command</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <div className="row">
        <CommandButton command={SHOW_KEYS} subject={null} look="quiet" shows="icon" />
        <ThemeSwitch />
        <CommandButton command={NEW_PAYMENT} subject={null} withoutKeys>
          New payment
        </CommandButton>
      </div>
    </header>
  )
}

/** @param shown the page on the screen; null for none */
export function Rail({ page: shown }: { readonly page: Page | null }) {
  const failing = useInfo((state) => state.info?.counters.failingCallbacks ?? 0)
  const shop = useInfo((state) => (state.info === null ? null : shopUrl(state.info)))
  const links = (atEnd: boolean) =>
    PAGES.filter((page) => (page === 'settings') === atEnd).map((page) => (
      <li key={page}>
        <a
          href={`#${page}`}
          aria-current={page === shown ? 'page' : undefined}
          onClick={(event) => {
            event.preventDefault()
            setPreferences({ page })
          }}
        >
          <Icon name={page} />
          {capitalized(page)}
          {page !== 'callbacks' || failing === 0 ? null : (
            <span className="count">
              {failing > 99 ? '99+' : failing}
              <span className="sr"> failing</span>
            </span>
          )}
        </a>
      </li>
    ))
  return (
    <nav className="column rail" aria-label="Pages">
      <ul>
        {links(false)}
        {shop === null ? null : (
          <li>
            <a
              href={shop}
              target="_blank"
              rel="noopener"
              title="The demo shop, as a customer sees it. Opens in its own tab or window."
              onClick={(event) => {
                event.preventDefault()
                openShop(shop)
              }}
            >
              <Icon name="shop" />
              Shop
              <span className="sr"> (demo shop, opens in its own tab or window)</span>
            </a>
          </li>
        )}
      </ul>
      <ul className="bottom">{links(true)}</ul>
    </nav>
  )
}
