import { mkdirSync, mkdtempSync, writeFileSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeFor, writeReports, type Command } from './command'
import { VERSION } from '#hosts/process'
import { COMMANDS, runCommandLine } from './run-command-line'

describe('command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paybench-file-errors-'))

  const text = (): string => 'a report'
  const write = (file: string): Promise<void> =>
    writeReports([{ kind: 'html', file }], { html: text, json: text, junit: text })

  describe('a file that cannot be written', () => {
    it('is named with its option, the reason and the remedy', async () => {
      const taken = join(folder, 'taken')
      mkdirSync(taken)
      await expect(write(taken)).rejects.toThrow(
        `--report: ${taken} cannot be written: illegal operation on a directory. Make it writable, or give --report another path.`,
      )
    })

    it('is named if its folder is a file', async () => {
      writeFileSync(join(folder, 'a-file'), '')
      const below = join(folder, 'a-file', 'deep', 'report.html')
      await expect(write(below)).rejects.toThrow(`--report: ${below} cannot be written: not a directory.`)
    })

    it('is not blamed for an error that has another cause', async () => {
      const bug = new TypeError('a bug')
      await expect(writeFor('--session', 'x', () => Promise.reject(bug))).rejects.toBe(bug)
    })
  })
})

describe('run-command-line', () => {
  const echo: Command = {
    name: 'echo',
    summary: 'print what follows',
    run({ argv, print }) {
      print(argv.join(' '))
      return Promise.resolve(argv.includes('fail') ? 1 : 0)
    },
  }

  async function paybench(argv: readonly string[], commands: readonly Command[] = [echo]) {
    let printed = ''
    const said: string[] = []
    const code = await runCommandLine(commands, {
      argv,
      build: {
        rendererDirectory: '',
        customerDirectory: '',
        scenariosDirectory: '',
        indexProgram: new URL('file:///index-worker.js'),
      },
      print: (text) => (printed += text),
      say: (line) => said.push(line),
      onStopAsked: () => () => undefined,
    })
    return { code, printed, said: said.join('\n') }
  }

  describe('the command line', () => {
    it('passes the other arguments to the command and returns its exit code', async () => {
      expect(await paybench(['echo', 'a', '--help'])).toEqual({ code: 0, printed: 'a --help', said: '' })
      expect(await paybench(['echo', 'fail'])).toMatchObject({ code: 1 })
    })

    it('lists the commands that exist', async () => {
      const { code, printed } = await paybench(['--help'])
      expect(code).toBe(0)
      expect(printed).toMatch(/^ {2}echo +print what follows$/m)
      expect((await paybench(['--help'], COMMANDS)).printed).toMatch(/^ {2}start +\w/m)
    })

    it('prints the version', async () => {
      expect(await paybench(['--version'])).toEqual({ code: 0, printed: `${VERSION}\n`, said: '' })
    })

    it.each([[[]], [['ecko']], [['--colour']], [['toString']]])('exits with 2 for %j', async (argv) => {
      const { code, printed, said } = await paybench(argv)
      expect(code).toBe(2)
      expect(printed).toBe('')
      expect(said).toContain('Choose from echo')
    })

    it('does not offer the desktop window', async () => {
      expect(await paybench(['start', '--host', 'electron'], COMMANDS)).toMatchObject({ code: 2 })
    })
  })

  it.each(COMMANDS.map(({ name }) => name))('%s is in the readme of the package', (name) => {
    expect(readFileSync('scripts/tarball/README.md', 'utf8')).toContain(`npx paybench ${name} `)
  })
})
