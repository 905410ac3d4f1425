import { clipboard, dialog, Menu, shell } from 'electron'
import { readdir, stat } from 'node:fs/promises'
import { homedir, release } from 'node:os'
import { join } from 'node:path'
import type { RunningBench } from '#hosts/running-bench'
import { VERSION } from '#hosts/process'
import { createReportMask } from '#domain/masking/report-mask'
import type { DesktopLog } from './desktop-log'
import { type MenuActions, menuTemplate } from './menu'

/** @param bench null if it could not start */
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
      const failed = 'The diagnostics could not be copied.'
      copyDiagnostics(bench, log).catch((error: unknown) => log.log('error', failed, error))
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

/** Maximum number of files that are counted in a folder; beyond it, the size is shown with “more than”. */
const MAX_FILES = 10_000

/**
 * Describes this run for a problem report: versions, addresses, sizes and the last errors. Contains no secret,
 * token or card number.
 * @param bench null if it could not start
 * @param recent the last warnings and errors
 */
async function diagnosticsText(bench: RunningBench | null, recent: readonly string[]): Promise<string> {
  const { platform, arch, versions } = process
  const lines = [
    `Paybench ${VERSION}`,
    `Electron ${versions.electron}, Chromium ${versions.chrome}, Node.js ${versions.node}`,
    `${platform} ${release()} ${arch}`,
    `Running for ${String(Math.round(process.uptime()))} s, ${megabytes(process.memoryUsage.rss())} of memory`,
    ...(bench === null ? ['The bench could not start.'] : await benchLines(bench)),
    '',
    recent.length === 0 ? 'No warnings or errors in this run.' : 'Last warnings and errors:',
    ...recent,
  ]
  const text = lines.join('\n').replaceAll(homedir(), '~')
  const secrets = bench === null ? [] : [...(await bench.secrets()), bench.ready.token ?? '']
  return `${createReportMask(secrets).text(text)}\n`
}

async function benchLines({ ready }: RunningBench): Promise<readonly string[]> {
  const { platform, platformTls, merchant, merchantTls, workbench, dataDir } = ready
  const addresses = { platform, platformTls, merchant, merchantTls, workbench: workbench ?? 'not served' }
  return [
    ...Object.entries(addresses).map(([name, address]) => `${name}: ${address}`),
    ...(dataDir === null
      ? ['Data: in memory']
      : [`Data: ${dataDir}`, ...(await sizesIn(dataDir)).map((line) => `  ${line}`)]),
  ]
}

async function sizesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return Promise.all(
    entries.slice(0, 50).map(async (entry) => {
      const path = join(folder, entry.name)
      const { bytes, isComplete } = entry.isDirectory()
        ? await sizeBelow(path)
        : { bytes: (await stat(path)).size, isComplete: true }
      return `${entry.name}: ${isComplete ? '' : 'more than '}${megabytes(bytes)}`
    }),
  )
}

async function sizeBelow(folder: string): Promise<{ bytes: number; isComplete: boolean }> {
  let bytes = 0
  let files = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    if ((files += 1) > MAX_FILES) return { bytes, isComplete: false }
    // A file may disappear in the meantime.
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0
  }
  return { bytes, isComplete: true }
}

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
