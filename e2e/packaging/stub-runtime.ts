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

/** Marks the wire inside the executable. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FIRST_VERSION = 1

/** A stand-in for the executable, with every fuse set against what is wanted, so that the flipping is seen. */
export function stubRuntime(wanted: Fuses): Buffer {
  const states = FUSES.map((name) => (wanted[name] ? '0' : '1')).join('')
  return Buffer.concat([
    Buffer.from(`#!/bin/sh\nexit 0\n${SENTINEL}`),
    Buffer.from([FIRST_VERSION, FUSES.length]),
    Buffer.from(states),
  ])
}

/** The fuses as an executable carries them. */
export function readFuses(executable: Buffer): Record<string, boolean> {
  const wire = executable.indexOf(SENTINEL) + SENTINEL.length
  if (executable[wire] !== FIRST_VERSION) throw new Error('The executable has no fuse wire that we know')
  return Object.fromEntries(FUSES.map((name, at) => [name, executable[wire + 2 + at] === '1'.charCodeAt(0)]))
}
