import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '#hosts/cli/command'

/** Runs commands of `paybench` as a terminal would, for the tests of a file. */
export function useCommandLine() {
  const folder = mkdtempSync(join(tmpdir(), 'paybench-exam-'))
  // The form's scripts are not run here: its page is enough.
  const customerDirectory = join(folder, 'customer')
  const scenariosDirectory = join(folder, 'no-scenarios')
  for (const empty of [customerDirectory, scenariosDirectory]) mkdirSync(empty)
  const scripts = ['form', 'merchant', 'shop', 'preview'].map((name) => `${name}.js`)
  const styles = ['form', 'methods', 'provider', 'merchant', 'shop'].map((name) => `${name}.css`)
  for (const name of [...scripts, ...styles]) writeFileSync(join(customerDirectory, name), '')
  return {
    /** A folder of the test file, removed afterwards. */
    folder,
    /** `stopAt`: the output after which the command is asked to stop. */
    async run(command: Command, argv: readonly string[], stopAt?: string) {
      let printed = ''
      let stop: () => void = () => undefined
      const said: string[] = []
      const code = await command.run({
        argv,
        build: {
          ...{ rendererDirectory: folder, customerDirectory, scenariosDirectory },
          indexProgram: new URL('file:///none/index-worker.js'),
        },
        print(text) {
          printed += text
          if (stopAt !== undefined && text.includes(stopAt)) stop()
        },
        say: (line) => said.push(line),
        onStopAsked(asked) {
          stop = asked
          return () => undefined
        },
      })
      return { code, printed, said: said.join('\n') }
    },
  }
}
