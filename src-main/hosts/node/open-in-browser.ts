import { spawn } from 'node:child_process'

/** Returns null without a display: `xdg-open` would start a text browser in the terminal. */
export function browserCommand(
  url: string,
  { platform, env }: Readonly<Pick<NodeJS.Process, 'platform' | 'env'>>,
): { readonly program: string; readonly args: readonly string[] } | null {
  switch (platform) {
    case 'darwin':
      return { program: 'open', args: [url] }
    case 'win32':
      // `start` takes its first quoted argument as a title. Our address contains nothing special to cmd.
      return { program: 'cmd.exe', args: ['/d', '/c', 'start', '""', url] }
    default:
      return env['DISPLAY'] === undefined && env['WAYLAND_DISPLAY'] === undefined
        ? null
        : { program: 'xdg-open', args: [url] }
  }
}

/** Writes a hint if no browser can be opened. */
export function openInBrowser(url: string, writeLine: (line: string) => void): void {
  const command = browserCommand(url, process)
  const hint = (): void =>
    writeLine('No browser could be opened. Open the workbench address in a browser yourself.')
  if (command === null) {
    hint()
    return
  }
  const child = spawn(command.program, command.args, {
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
