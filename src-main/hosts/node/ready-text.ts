import { workbenchUrl } from '../ready-info'
import type { ReadyInfo } from '../ready-info'

/** The text for a person at a terminal. The project's secret is shown only in the workbench. */
export function readyText(ready: ReadyInfo): string {
  const { version, platform, platformTls, merchant, merchantTls, dataDir, project } = ready
  const rows: readonly (readonly [string, string])[] = [
    ['Workbench', workbenchUrl(ready) ?? 'not served'],
    ['Platform API', `${platform}  ${platformTls}`],
    ['Merchant', `${merchant}  ${merchantTls}`],
    ['Project', `${project.id} (its secret is shown in Settings)`],
    ['Callbacks to', project.callbackUrl ?? 'nowhere; the project has no callback URL'],
    ['Data', dataDir ?? 'in memory only, lost when Paybench stops'],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    `Paybench ${version} is ready. Press Ctrl+C to stop it.`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    '',
    '',
  ].join('\n')
}
