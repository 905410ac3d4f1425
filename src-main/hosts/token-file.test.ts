import { execFileSync } from 'node:child_process'
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { launchOptions, startForTest, temporaryFolder } from '#e2e/fixtures/hosts/started-bench'
import { errorText } from '#lib/error-text'
import { openToken } from './token-file'

let folder: string
let file: string
beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder, 'token')
})

const refusal = (path = file): Promise<string> =>
  openToken(path).then((token) => `accepted: ${token}`, errorText)

describe('a token file', () => {
  it('is created for its owner alone, and keeps its token across restarts', async () => {
    const args = launchOptions(['--in-memory', `--token-file=${file}`])
    const tokens: (string | null)[] = []
    for (let run = 0; run < 2; run += 1) {
      const { outcome, logged } = await startForTest(args)
      if (outcome.kind === 'failed') throw new Error(outcome.failure.message)
      const { workbench, token } = outcome.bench.ready
      const response = await fetch(`${workbench ?? ''}/api/v1/clock.get`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${(await readFile(file, 'utf8')).trim()}` },
      })
      expect(response.status).toBe(200)
      await outcome.bench.close()
      expect(logged.join('\n')).not.toContain(token)
      tokens.push(token)
    }
    expect(tokens[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(tokens[1]).toBe(tokens[0])
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
  })

  it.each(['abcdefghijklmn-_', `  ${'x'.repeat(200)}\n\n`, '\uFEFF0123456789abcdef\r\n'])(
    'supplies the token in it: %j',
    async (content) => {
      await writeFile(file, content)
      expect(await openToken(file)).toBe(content.trim())
    },
  )

  it('may be a symbolic link, as container secrets are', async () => {
    await writeFile(join(folder, 'real'), '0123456789abcdef')
    await symlink('real', file)
    expect(await openToken(file)).toBe('0123456789abcdef')
  })

  it.each([
    ['nothing', ''],
    ['too little', '0123456789abcde'],
    ['too much', 'x'.repeat(201)],
    ['two tokens', '0123456789abcdef\n0123456789abcdef'],
    ['invalid characters', '0123456789abcdef,paybench'],
    ['non-ASCII letters', 'é'.repeat(20)],
    ['more than Paybench reads', `0123456789abcdef${' '.repeat(100_000)}`],
  ])('is refused if it holds %s, and is left unchanged', async (_name, content) => {
    await writeFile(file, content)
    expect(await refusal()).toMatch(/holds no token\. Write 16 to 200 letters/)
    expect(await readFile(file, 'utf8')).toBe(content)
  })

  it('is refused at once if it is a folder, a pipe or a device', async () => {
    await mkdir(file)
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const path of [file, pipe, '/dev/zero']) {
      expect(await refusal(path)).toContain('is not a regular file. Give the path')
    }
  })

  it('is refused with a message that names it if it cannot be created', async () => {
    const missing = join(folder, 'missing/token')
    expect(await refusal(missing)).toMatch(/missing\/token \(--token-file\) cannot be created: ENOENT/)
    const { outcome } = await startForTest(launchOptions(['--in-memory', `--token-file=${missing}`]))
    expect(outcome).toMatchObject({ kind: 'failed', failure: { message: await refusal(missing) } })
  })

  it('is refused if it cannot be read', async () => {
    await writeFile(file, '0123456789abcdef')
    expect(await refusal(join(file, 'below'))).toMatch(/cannot be read: ENOTDIR.*Check its permissions/)
  })
})
