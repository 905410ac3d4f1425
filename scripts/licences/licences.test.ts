import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { packageOf } from './bundled-packages.mjs'
import { isAllowed, readLicence } from './read-licence.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paybench-licence-'))
})

const aPackage = (files: Readonly<Record<string, string>>, more: object = {}): string => {
  const described = { name: 'left-pad', version: '1.2.3', license: 'MIT', ...more }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(described))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

describe('the package of a bundled module', () => {
  it.each([
    ['/p/node_modules/react/cjs/react.js', 'react', '/p/node_modules/react'],
    ['/p/node_modules/@a/b/x.js?commonjs-es-import', '@a/b', '/p/node_modules/@a/b'],
    ['/p/node_modules/a/node_modules/b/x.js', 'b', '/p/node_modules/a/node_modules/b'],
    ['C:\\p\\node_modules\\a\\x.js', 'a', 'C:/p/node_modules/a'],
    ['\0commonjs-proxy:/p/node_modules/a/x.js', 'a', '/p/node_modules/a'],
    ['\0rolldown/runtime.js', 'rolldown', null],
    ['\0vite/preload-helper.js', 'vite', null],
    ['\0@oxc-project+runtime@1.0.0/helpers/esm/x.js', '@oxc-project/types', null],
  ])('with the id %j is %s', (id, name, at) => {
    expect(packageOf(id)).toEqual({ name, folder: at })
  })

  it('is null for our own code, and must be known for other code', () => {
    expect(packageOf('/p/src-main/core/money.ts')).toBeNull()
    expect(() => packageOf('\0some-plugin/helper')).toThrow(/name its package/)
  })
})

describe('the licence of a package', () => {
  it('has its full text and the notices', () => {
    aPackage({ NOTICE: 'the notice', 'LICENSE.md': 'the licence\r\n', 'README.md': 'no licence' })
    mkdirSync(join(folder, 'licenses'))
    expect(readLicence(folder)).toEqual({
      name: 'left-pad',
      version: '1.2.3',
      licence: 'MIT',
      text: 'the licence\n\nthe notice',
    })
  })

  it.each([
    ['MIT', true],
    ['Apache-2.0', true],
    ['OFL-1.1', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE', false],
    ['UNLICENSED', false],
    ['', false],
  ])('with the expression "%s" is allowed in the program: %s', (licence, may) => {
    expect(isAllowed(licence)).toBe(may)
  })

  it('fails the build if it is not allowed, or its text is missing', () => {
    aPackage({ LICENSE: 'text' }, { license: 'AGPL-3.0-only' })
    expect(() => readLicence(folder)).toThrow(
      /left-pad 1\.2\.3 has the licence "AGPL-3\.0-only", which is not allowed/,
    )
    aPackage({}, { license: undefined })
    expect(() => readLicence(folder)).toThrow(/not allowed/)
    rmSync(join(folder, 'LICENSE'))
    aPackage({ 'README.md': 'MIT' })
    expect(() => readLicence(folder)).toThrow(/left-pad 1\.2\.3 has no licence text/)
  })

  it('has the standard text if the package is listed as lacking one, but only for the licence in the list', () => {
    aPackage({}, { name: 'abstract-logging', license: 'MIT' })
    expect(readLicence(folder).text).toMatch(/^[^]*James Sumners[^]*Permission is hereby granted/)
    aPackage({}, { name: 'abstract-logging', license: 'Apache-2.0' })
    expect(() => readLicence(folder)).toThrow(/no licence text/)
  })
})
