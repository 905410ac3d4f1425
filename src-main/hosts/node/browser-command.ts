export interface BrowserCommand {
  readonly program: string
  readonly args: readonly string[]
}

/**
 * How this system opens an address in the tester's browser; null where there is no screen to open it on. Without one
 * `xdg-open` would take over the terminal with a text browser.
 */
export function browserCommand(
  url: string,
  system: {
    readonly platform: NodeJS.Platform
    readonly env: Readonly<Record<string, string | undefined>>
  },
): BrowserCommand | null {
  const { platform, env } = system
  switch (platform) {
    case 'darwin':
      return { program: 'open', args: [url] }
    case 'win32':
      // `start` takes its first quoted argument for a title. Our address has no character that cmd would read.
      return { program: 'cmd.exe', args: ['/d', '/c', 'start', '""', url] }
    default:
      return env['DISPLAY'] === undefined && env['WAYLAND_DISPLAY'] === undefined
        ? null
        : { program: 'xdg-open', args: [url] }
  }
}
