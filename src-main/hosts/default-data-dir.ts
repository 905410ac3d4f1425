import { posix, win32 } from 'node:path'

/** What the default data folder depends on. */
export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly homeDir: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Returns the system's folder for lasting data of a program. Both hosts use the same folder, so they show the same
 * payments.
 */
export function defaultDataDir({ platform, homeDir, env }: Surroundings): string {
  switch (platform) {
    case 'win32':
      return win32.join(env['LOCALAPPDATA'] ?? win32.join(homeDir, 'AppData', 'Local'), 'Paybench')
    case 'darwin':
      return posix.join(homeDir, 'Library', 'Application Support', 'Paybench')
    default: {
      const shared = env['XDG_DATA_HOME']
      // The base directory specification: a relative value is invalid and ignored.
      const base = shared?.startsWith('/') === true ? shared : posix.join(homeDir, '.local', 'share')
      return posix.join(base, 'paybench')
    }
  }
}
