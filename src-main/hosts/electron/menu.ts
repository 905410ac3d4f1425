import type { MenuItemConstructorOptions } from 'electron'

export interface MenuActions {
  /** undefined if everything is kept in memory. */
  readonly showDataFolder: (() => void) | undefined
  /** undefined if the workbench, which shows the licences, could not start. */
  readonly showLicences: (() => void) | undefined
  readonly showAbout: () => void
  /** undefined if there is no log file. */
  readonly showLog: (() => void) | undefined
  readonly copyDiagnostics: () => void
  readonly go: (direction: 'back' | 'forward') => void
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

const itemIfPossible = (label: string, click: (() => void) | undefined) =>
  click === undefined ? [] : [{ label, click }]

/** Builds the application menu as each system expects it. */
export function menuTemplate(platform: NodeJS.Platform, actions: MenuActions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      { label: 'Back', accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: () => actions.go('back') },
      { label: 'Forward', accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: () => actions.go('forward') },
      separator,
      { role: 'reload' },
      { role: 'toggleDevTools' },
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
    ],
  }
  const help: MenuItemConstructorOptions = {
    label: '&Help',
    role: 'help',
    submenu: [
      ...itemIfPossible('Show the data folder', actions.showDataFolder),
      ...itemIfPossible('Third-party licences', actions.showLicences),
      ...itemIfPossible('Open the log', actions.showLog),
      { label: 'Diagnostics', click: actions.copyDiagnostics },
      ...(isMac ? [] : [separator, { label: 'About Paybench', click: actions.showAbout }]),
    ],
  }
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: '&File', role: 'fileMenu' },
    { label: '&Edit', role: 'editMenu' },
    view,
    { label: '&Window', role: 'windowMenu' },
    help,
  ]
}
