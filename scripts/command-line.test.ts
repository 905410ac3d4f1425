import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const run = (script: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], { encoding: 'utf8' })

describe('a script with options', () => {
  it.each(['measure', 'screenshots'])('prints its usage for --help: %s', (name) => {
    const { status, stdout } = run(`${name}.mjs`, '--help')
    expect(stdout).toContain(`npm run ${name}`)
    expect(status).toBe(0)
  })

  it('starts nothing for npm start -- --help', () => {
    const { status, stdout, stderr } = run('start.mjs', '--', '--help')
    expect(stdout).toContain('--merchant-tls-port')
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  it.each([
    ['measure.mjs', ['--only', 'nothing'], '--only: "nothing" is not one of api, form'],
    ['measure.mjs', ['--payments', 'many'], '--payments: "many" is not a positive number'],
    ['screenshots.mjs', ['--only', 'exam,nothing'], '--only: "nothing" is not one of tour,'],
  ])('refuses wrong options and prints its usage: %s %j', (script, args, message) => {
    const { status, stdout, stderr } = run(script, ...args)
    expect(stderr).toContain(message)
    expect(stderr).toMatch(/\n\nnpm run /)
    expect(stdout).toBe('')
    expect(status).toBe(2)
  })
})
