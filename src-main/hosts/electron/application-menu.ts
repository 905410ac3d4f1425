import { clipboard, dialog, Menu, shell } from 'electron'
import type { RunningBench } from '#hosts/running-bench'
import { VERSION } from '#hosts/version'
import type { DesktopLog } from './desktop-log'
import { diagnosticsText } from './diagnostics'
import { menuTemplate, type MenuActions } from './menu'

/**
 * Sets the application menu.
 * @param bench null: it could not start
 * @param actions what the windows do
 */
export function setMenu(
  bench: RunningBench | null,
  log: DesktopLog,
  actions: Pick<MenuActions, 'showLicences' | 'go'>,
): void {
  const open = (what: string, path: string | null): (() => void) | undefined =>
    path === null
      ? undefined
      : () => {
          void shell.openPath(path).then((problem) => {
            if (problem !== '') log.log('warning', `The ${what} could not be shown: ${problem}`)
          })
        }
  const template = menuTemplate(process.platform, {
    ...actions,
    showDataFolder: open('data folder', bench?.ready.dataDir ?? null),
    showLog: open('log', log.file()),
    copyDiagnostics: () => {
      copyDiagnostics(bench, log).catch((error: unknown) => {
        log.log('error', 'The diagnostics could not be copied.', error)
      })
    },
    showAbout: () => void showAbout(),
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

async function copyDiagnostics(bench: RunningBench | null, log: DesktopLog): Promise<void> {
  const text = await diagnosticsText(bench, log.recent())
  await clipboard.writeText(text)
  await dialog.showMessageBox({
    type: 'info',
    title: 'Diagnostics',
    message: 'The diagnostics were copied. Paste them into your report.',
    detail: text,
  })
}

async function showAbout(): Promise<void> {
  await dialog.showMessageBox({
    type: 'info',
    title: 'About Paybench',
    message: `Paybench ${VERSION}`,
    detail: `Electron ${process.versions.electron}, Node.js ${process.versions.node}`,
  })
}
