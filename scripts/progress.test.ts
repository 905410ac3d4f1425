import { describe, expect, it } from 'vitest'
import { runQuietly } from './progress.mjs'

const node = (program: string): [string, ...string[]] => [process.execPath, '-e', program]

describe('running a tool quietly', () => {
  it('keeps its output for the error, without progress lines', async () => {
    const program = `console.log('progress 1'); console.error('warning'); process.stdout.write('last words'); process.exitCode = 3`
    const seen: string[] = []
    const isProgress = (line: string): boolean => {
      seen.push(line)
      return line.startsWith('progress')
    }
    const failure = runQuietly('the tool', node(program), {}, isProgress)
    await expect(failure).rejects.toThrow(/^the tool ended with code 3\. It printed:\n/)
    await expect(failure).rejects.toThrow(/warning/)
    await expect(failure).rejects.toThrow(/last words/)
    await expect(failure).rejects.not.toThrow(/progress/)
    expect(seen).toContain('progress 1')
  })

  it('keeps the last part of long output', async () => {
    const program = `console.log('x'.repeat(200_000) + 'end'); process.exitCode = 1`
    const failure: unknown = await runQuietly('the tool', node(program), {}).catch((error: unknown) => error)
    const message = String(failure)
    expect(message.endsWith('xend')).toBe(true)
    expect(message.length).toBeLessThan(65_000)
  })
})
