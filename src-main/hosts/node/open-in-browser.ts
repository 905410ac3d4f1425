import { spawn } from 'node:child_process'
import { browserCommand } from './browser-command'

/** Opens the workbench in the browser. Where that fails the tester gets a hint, and everything else goes on. */
export function openInBrowser(url: string, writeLine: (line: string) => void): void {
  const command = browserCommand(url, process)
  const hint = (): void => {
    writeLine('No browser could be opened. Open the workbench address in a browser yourself.')
  }
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
