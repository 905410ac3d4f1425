import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { startChild, ended } from '../child-process.mjs'
import { until } from './host.mjs'

/**
 * A general mock server as people install it: answers one path with a fixed body and keeps nothing.
 * @typedef {{name: string, args: (port: number, directory: string) => readonly string[]}} Peer
 */

/** @type {readonly Peer[]} */
const peers = [
  {
    name: 'mockoon-cli',
    args: (port, directory) => {
      const file = join(directory, 'mockoon.json')
      writeFileSync(file, JSON.stringify(mockoonEnvironment(port)))
      return ['start', '--data', file, '--disable-log-to-file', '--disable-admin-api']
    },
  },
  {
    name: 'wiremock',
    args: (port, directory) => {
      mkdirSync(join(directory, 'mappings'), { recursive: true })
      const stub = {
        request: { method: 'POST', urlPath: answered.path },
        response: { status: 200, headers: { 'Content-Type': 'application/json' }, body: answered.body },
      }
      writeFileSync(join(directory, 'mappings/status.json'), JSON.stringify(stub))
      return ['--port', String(port), '--root-dir', directory, '--no-request-journal', '--disable-banner']
    },
  },
]

const answered = { path: '/v2/payment/status', body: JSON.stringify({ status: 'success', payment: {} }) }

/** @param {number} port */
const mockoonEnvironment = (port) => ({
  uuid: 'c0ffee00-0000-4000-8000-000000000001',
  lastMigration: 33,
  name: 'Bench',
  port,
  hostname: '127.0.0.1',
  routes: [
    {
      uuid: 'c0ffee00-0000-4000-8000-000000000002',
      type: 'http',
      method: 'post',
      endpoint: answered.path.slice(1),
      responses: [
        {
          uuid: 'c0ffee00-0000-4000-8000-000000000003',
          statusCode: 200,
          body: answered.body,
          bodyType: 'INLINE',
          headers: [{ key: 'Content-Type', value: 'application/json' }],
          default: true,
        },
      ],
    },
  ],
  rootChildren: [{ type: 'route', uuid: 'c0ffee00-0000-4000-8000-000000000002' }],
})

/**
 * Starts every peer whose command is on the path.
 * @param {string} directory for their configuration
 * @returns {Promise<readonly {name: string, url: string, stop: () => Promise<void>}[]>}
 */
export const startPeers = async (directory) => {
  const installed = peers.flatMap((peer) => {
    const command = commandOf(peer.name)
    return command === undefined ? [] : [{ ...peer, command }]
  })
  if (installed.length === 0) {
    throw new Error(
      `--peers: none of ${peers.map(({ name }) => name).join(', ')} is on the path. Install one first.`,
    )
  }
  const started = []
  for (const { name, command, args } of installed) {
    const port = await freePort()
    const folder = join(directory, name)
    mkdirSync(folder, { recursive: true })
    const child = startChild(command, [...args(port, folder)], { stdio: 'ignore' })
    const end = ended(child)
    const url = `http://127.0.0.1:${port}`
    const stop = async () => {
      child.kill('SIGTERM')
      await end
    }
    await until(`${name} answers`, async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode}`)
      try {
        return (await fetch(url + answered.path, { method: 'POST', body: '{}' })).status === 200
      } catch {
        // It does not listen yet.
        return false
      }
    })
    started.push({ name, url, stop })
  }
  return started
}

/** @param {string} name */
const commandOf = (name) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) =>
      (process.platform === 'win32' ? ['.cmd', '.exe'] : ['']).map((end) => join(folder, name + end)),
    )
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('The server has no port')
      server.close(() => resolve(address.port))
    })
  })
