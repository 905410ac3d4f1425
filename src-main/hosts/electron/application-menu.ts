import { dialog, Menu, shell } from 'electron'
import { VERSION } from '../version'
import { log } from './log'
import { menuTemplate, type MenuActions } from './menu'

/**
 * Sets the application menu.
 * @param dataDir the data folder; null: everything is kept in memory, or there is no bench
 * @param showLicences undefined: there is no workbench to show them
 * @param go goes back or forward in the history of the window
 */
export function setMenu(
  dataDir: string | null,
  showLicences: (() => void) | undefined,
  go: MenuActions['go'],
): void {
  const template = menuTemplate(process.platform, {
    showDataFolder: dataDir === null ? undefined : () => void showFolder(dataDir),
    showLicences,
    go,
    showAbout: () => void showAbout(),
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

async function showFolder(folder: string): Promise<void> {
  const problem = await shell.openPath(folder)
  if (problem !== '') log('warning', `The data folder could not be shown: ${problem}`)
}

async function showAbout(): Promise<void> {
  await dialog.showMessageBox({
    type: 'info',
    title: 'About Paybench',
    message: `Paybench ${VERSION}`,
    detail: `Electron ${process.versions.electron}, Node.js ${process.versions.node}`,
  })
}
