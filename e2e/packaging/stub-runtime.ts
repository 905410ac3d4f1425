import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

export type System = 'linux' | 'win' | 'mac'

/** Electron's switches inside its executable, in the order of the first version of its fuse wire. */
const FUSES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const

export type Fuses = Readonly<Record<(typeof FUSES)[number], boolean>>

/** Marks the fuse wire inside the executable. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FIRST_VERSION = 1

/** Language and code page of the version information of a Windows executable. */
const ENGLISH = { lang: 1033, codepage: 1200 }

const propertyList = (executable: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
   <plist version="1.0"><dict>
     <key>CFBundleExecutable</key><string>${executable}</string>
     <key>CFBundleIconFile</key><string>electron.icns</string>
   </dict></plist>`

/** A Windows executable without code, but with the version information that electron-builder changes. */
function windowsExecutable(): Buffer {
  const executable = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(executable)
  const version = Resource.VersionInfo.createEmpty()
  version.lang = ENGLISH.lang
  version.setStringValues(ENGLISH, { ProductName: 'Electron' })
  version.outputToResourceEntries(resources.entries)
  resources.outputResource(executable)
  return Buffer.from(executable.generate())
}

/**
 * Writes a stand-in for the unpacked runtime of a system: the files that packing renames and changes. Every fuse is the
 * opposite of what is wanted, so that a fuse that was not flipped is noticed.
 */
export function writeStubRuntime(folder: string, system: System, wanted: Fuses): void {
  const states = FUSES.map((name) => (wanted[name] ? '0' : '1')).join('')
  const wire = Buffer.from(
    `${SENTINEL}${String.fromCharCode(FIRST_VERSION, FUSES.length)}${states}`,
    'latin1',
  )
  const files: Readonly<Record<System, Readonly<Record<string, string | Buffer>>>> = {
    linux: { electron: Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n'), wire]), 'chrome-sandbox': '' },
    win: { 'electron.exe': Buffer.concat([windowsExecutable(), wire]) },
    mac: {
      'Electron.app/Contents/Info.plist': propertyList('Electron'),
      'Electron.app/Contents/MacOS/Electron': '',
      'Electron.app/Contents/Resources/electron.icns': '',
      'Electron.app/Contents/Frameworks/Electron Framework.framework/Electron Framework': wire,
      'Electron.app/Contents/Frameworks/Electron Helper.app/Contents/Info.plist':
        propertyList('Electron Helper'),
      'Electron.app/Contents/Frameworks/Electron Helper.app/Contents/MacOS/Electron Helper': '',
    },
  }
  const licences = { LICENSE: 'Electron', 'LICENSES.chromium.html': 'Chromium' }
  for (const [name, content] of Object.entries({ ...files[system], ...licences })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
    chmodSync(join(folder, name), 0o755)
  }
}

/** The fuses in an executable. */
export function readFuses(executable: Buffer): Record<string, boolean> {
  const wire = executable.indexOf(SENTINEL) + SENTINEL.length
  if (executable[wire] !== FIRST_VERSION) throw new Error('The executable has no fuse wire that we know')
  return Object.fromEntries(FUSES.map((name, at) => [name, executable[wire + 2 + at] === '1'.charCodeAt(0)]))
}

/** The name, the number of images in each icon, and the archive's digest, read from a Windows executable. */
export function readWindowsExecutable(executable: Buffer) {
  const { entries } = NtExecutableResource.from(NtExecutable.from(executable))
  const version = Resource.VersionInfo.fromEntries(entries)[0]
  const integrity = entries.find(({ type }) => type === 'INTEGRITY')
  return {
    product: version?.getStringValues(ENGLISH)['ProductName'],
    icons: Resource.IconGroupEntry.fromEntries(entries).map(({ icons }) => icons.length),
    integrity: Buffer.from(integrity?.bin ?? new ArrayBuffer(0)).toString('utf8'),
  }
}
