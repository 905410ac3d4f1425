import { spawn } from 'node:child_process'

export interface Opener {
  readonly command: string
  readonly args: readonly string[]
}

/**
 * How this system opens an address in the tester's browser; null where there is no screen to open it on. Without one
 * `xdg-open` would take over the terminal with a text browser.
 */
export function openerFor(
  url: string,
  system: {
    readonly platform: NodeJS.Platform
    readonly env: Readonly<Record<string, string | undefined>>
  },
): Opener | null {
  const { platform, env } = system
  switch (platform) {
    case 'darwin':
      return { command: 'open', args: [url] }
    case 'win32':
      // `start` takes its first quoted argument for a title. Our address has no character that cmd would read.
      return { command: 'cmd.exe', args: ['/d', '/c', 'start', '""', url] }
    default:
      return env['DISPLAY'] === undefined && env['WAYLAND_DISPLAY'] === undefined
        ? null
        : { command: 'xdg-open', args: [url] }
  }
}

/** Opens the workbench in the browser. Where that fails the tester gets a hint, and everything else goes on. */
export function openInBrowser(url: string, writeLine: (line: string) => void): void {
  const opener = openerFor(url, process)
  const hint = (): void => {
    writeLine('No browser could be opened. Open the workbench address in a browser yourself.')
  }
  if (opener === null) {
    hint()
    return
  }
  const child = spawn(opener.command, opener.args, {
    stdio: 'ignore',
    windowsHide: true,
    windowsVerbatimArguments: true,
  })
  child.once('error', hint)
  child.once('exit', (code) => {
    if (code !== null && code !== 0) hint()
  })
  child.unref()
}
