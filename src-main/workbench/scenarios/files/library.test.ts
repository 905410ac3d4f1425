import { inThisThread } from '#scenarios/foreign/foreign'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFolderFiles, createScenarioLibrary, readShippedFiles, type ScenarioLibrary } from './library'

const GOOD = 'name: A sale\nsteps:\n  - sale: { as: order, amount: 1.00 EUR }\n'

let folder = ''
let library: ScenarioLibrary
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paybench-library-'))
  mkdirSync(join(folder, 'shipped/forms'), { recursive: true })
  writeFileSync(join(folder, 'shipped/forms/paid.yaml'), GOOD)
  writeFileSync(join(folder, 'shipped/forms/README.md'), 'no scenario')
  library = createScenarioLibrary(
    createFolderFiles(join(folder, 'own')),
    readShippedFiles(join(folder, 'shipped')),
    (bytes) => createHash('sha256').update(bytes).digest('hex'),
    inThisThread,
  )
})

describe('the scenario library', () => {
  it('lists the tester’s own files before those that come with Paybench', async () => {
    await library.save('mine.yaml', GOOD, null)
    expect((await library.list()).map(({ file, isShipped }) => [file, isShipped])).toEqual([
      ['mine.yaml', false],
      ['shipped/forms/paid.yaml', true],
    ])
  })

  it('skips a folder that is named like a scenario, and refuses to save a file under its name', async () => {
    mkdirSync(join(folder, 'shipped/forms/folder.yaml'))
    mkdirSync(join(folder, 'own/mine.yaml'), { recursive: true })
    expect([...readShippedFiles(join(folder, 'shipped')).keys()]).toEqual(['shipped/forms/paid.yaml'])
    expect((await library.list()).map(({ file }) => file)).toEqual(['shipped/forms/paid.yaml'])
    await expect(library.save('mine.yaml', GOOD, null)).rejects.toThrow(/mine\.yaml is a folder/)
  })

  it('saves a text with mistakes, and reports where they are', async () => {
    const saved = await library.save('mine.yaml', 'name: x\nsteps:\n  - sail: {}\n', null)
    expect(saved.reading).toMatchObject({ ok: false, problems: [{ line: 3, column: 5 }] })
  })

  it('replaces only the version that was read', async () => {
    const { version } = await library.save('mine.yaml', GOOD, null)
    await expect(library.save('mine.yaml', GOOD, null)).rejects.toThrow(
      'There is already a scenario mine.yaml',
    )
    writeFileSync(join(folder, 'own/mine.yaml'), `${GOOD}# by another editor\n`)
    await expect(library.save('mine.yaml', GOOD, version)).rejects.toThrow('mine.yaml was changed meanwhile')
    expect(() => {
      library.remove('mine.yaml', version)
    }).toThrow('mine.yaml was changed meanwhile')
    expect((await library.find('mine.yaml')).text).toContain('by another editor')
    library.remove('mine.yaml', (await library.find('mine.yaml')).version)
    await expect(library.find('mine.yaml')).rejects.toThrow('There is no scenario mine.yaml')
  })

  it('reads neither links nor files whose names are not allowed', async () => {
    await library.save('mine.yaml', GOOD, null)
    writeFileSync(join(folder, 'outside.yaml'), GOOD)
    symlinkSync(join(folder, 'outside.yaml'), join(folder, 'own/link.yaml'))
    writeFileSync(join(folder, 'own/notes.txt'), 'x')
    writeFileSync(join(folder, 'own/con.yaml'), GOOD)
    expect((await library.list()).filter(({ isShipped }) => !isShipped)).toHaveLength(1)
    await expect(library.find('link.yaml')).rejects.toThrow('There is no scenario')
    await expect(library.find('../outside.yaml')).rejects.toThrow('There is no scenario')
  })
})
