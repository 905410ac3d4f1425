import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Bench, Listening } from '../workbench/bench'
import { createBenchService } from '../workbench/workspaces/bench-service'
import type { ListenerView } from '../protocol/bench'
import { serveConnection } from '../protocol/server'
import type { CustomerFiles } from '../bench/ports'
import { createHostGuard } from '../net/host-guard'
import type { ServerTls } from '../net/intake/server'
import { openAuthority } from '../net/tls/authority'
import { certificateNames } from '../net/tls/names'
import { readPageFiles } from '../net/workbench/page-files'
import { openStore } from '../store/open'
import type { Store, StoreNotice } from '../store/store'
import type { LaunchOptions } from './options'
import { openingOf } from './ready-info'
import type { ReadyInfo } from './ready-info'
import type { BenchHost, RunningBench, StartOutcome } from './running-bench'
import { createBenchPorts, listenerLog } from './wiring/bench-ports'
import { bindAll } from './wiring/bind-all'
import { closeInOrder } from './wiring/close-in-order'
import { customerOrigins } from './wiring/customer-origins'
import { bindables, createListeners } from './wiring/listeners'
import { startNotices } from './wiring/start-notices'
import { errorText } from '../lib/error-text'

/** Bytes of the token that opens the workbench. It is written in hexadecimal, so that it can travel in every kind of field. */
const TOKEN_BYTES = 32

/**
 * Opens the data folder, the authority and the listeners, and starts the bench over them. Whatever the tester can
 * cause to go wrong comes back as a value; where anything fails, everything that was opened is closed again.
 */
export async function startBench(options: LaunchOptions, host: BenchHost): Promise<StartOutcome> {
  const { storage } = options
  const customerFiles = customerFilesOf(host)
  if (typeof customerFiles === 'string') return failed(customerFiles)
  const opening = openStore({
    directory: storage.kind === 'folder' ? storage.directory : null,
    durability: 'normal',
    indexProgram: host.indexProgram,
    log: (level, message) => {
      host.log(level, message)
    },
  })
  if (!opening.ok) return failed(opening.error.message)
  const { store, notices } = opening
  try {
    const authority = await openCertificates(options, store.directory)
    if (authority.kind === 'ready') {
      return await startOverStore(options, host, { store, notices, customerFiles, ...authority })
    }
    await store.close()
    return failed(authority.message)
  } catch (error) {
    await store.close()
    throw error
  }
}

/** The files, or why there are none. */
function customerFilesOf(host: BenchHost): CustomerFiles | string {
  try {
    return host.readCustomerFiles()
  } catch (error) {
    return errorText(error)
  }
}

/** The messages of store, authority, files and listeners name their own remedy. */
function failed(message: string): StartOutcome {
  return { kind: 'failed', failure: { message, remedy: 'After that, start Paybench again.' } }
}

interface Certificates {
  readonly kind: 'ready'
  readonly caPem: string
  readonly tls: ServerTls
  readonly authorityNotice: string | null
}

/** What the bench is built on. */
interface Foundation extends Certificates {
  readonly store: Store
  readonly notices: readonly StoreNotice[]
  readonly customerFiles: CustomerFiles
}

async function openCertificates(
  { bind, allowHosts }: LaunchOptions,
  directory: string | null,
): Promise<Certificates | { readonly kind: 'failed'; readonly message: string }> {
  const opened = await openAuthority(directory === null ? null : join(directory, 'certificates'))
  if (opened.kind === 'failed') return opened
  const { authority, notice } = opened
  const server = await authority.serverCertificate(certificateNames(bind, allowHosts))
  if (server.kind === 'failed') return server
  return { kind: 'ready', caPem: authority.caPem, tls: server.tls, authorityNotice: notice }
}

async function startOverStore(
  options: LaunchOptions,
  host: BenchHost,
  { store, notices: storeNotices, customerFiles, caPem, tls, authorityNotice }: Foundation,
): Promise<StartOutcome> {
  const { bind, ports, project } = options
  const bench = createBenchService({
    store,
    storeNotices,
    ports: createBenchPorts(host.log, caPem, host.maySendTo),
    version: host.version,
    host: host.kind,
    customerFiles,
    shippedScenarios: host.scenariosDirectory,
    ...(host.indexProgram === undefined ? {} : { indexProgram: host.indexProgram }),
    ...(host.examHost === undefined ? {} : { examHost: host.examHost }),
    project: project === null ? null : { projectId: project.id, secret: project.secret },
  })
  let isEnding = false
  let customerPages: readonly string[] = []
  const token = ports.workbench === null ? null : randomBytes(TOKEN_BYTES).toString('hex')
  const listeners = createListeners({
    bench,
    allowHost: createHostGuard({ bindAddress: bind, allowedHosts: options.allowHosts }),
    tls,
    workbench:
      token === null
        ? null
        : {
            token,
            pages: await readPageFiles(host.rendererDirectory),
            frameOrigins: () => customerPages,
          },
    isEnding: () => isEnding,
    log: listenerLog(host.log, (error, what) => {
      bench.onBug(error, what)
    }),
  })
  const connections = createConnections(bench)
  const close = closeInOrder({
    bench,
    listeners,
    endConnections: connections.endAll,
    onEnding: () => {
      isEnding = true
    },
    log: host.log,
  })

  try {
    const bound = await bindAll(bindables(listeners, ports), bind)
    if (bound.kind === 'failed') {
      await close()
      return failed(bound.message)
    }
    const notices = startNotices({ bindAddress: bind, listeners: bound.listeners, authorityNotice })
    const addresses = addressesOf(bound.listeners)
    customerPages = customerOrigins(addresses)
    bench.start({
      addresses,
      listeners: bound.listeners.map((listener) => withOpening(listener, token)),
      caPem,
      notices,
      workbenchOrigin: host.workbenchOrigin ?? addresses.workbench,
    })
    const ready: ReadyInfo = {
      version: host.version,
      workbench: addresses.workbench,
      token,
      platform: addresses.platform,
      platformTls: addresses.platformTls,
      merchant: addresses.merchant,
      merchantTls: addresses.merchantTls,
      dataDir: store.directory,
      project: await defaultProjectOf(bench),
    }
    return {
      kind: 'started',
      bench: {
        ready,
        notices: [...storeNotices, ...notices],
        notify: (notice) => {
          bench.notify(notice)
        },
        connect: connections.connect,
        onError(what, error) {
          bench.onBug(error, what)
        },
        close,
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The pages that are connected to a bench without its workbench listener. */
function createConnections(bench: Bench): {
  readonly connect: RunningBench['connect']
  readonly endAll: () => void
} {
  const ends = new Set<() => void>()
  return {
    connect(connection) {
      const stop = serveConnection(connection, bench)
      const end = (): void => {
        ends.delete(end)
        stop()
      }
      ends.add(end)
      return end
    },
    endAll: () => {
      for (const end of [...ends]) end()
    },
  }
}

/** The listener as the window shows it; of the workbench the address, too, that opens it. */
function withOpening(listener: ListenerView, token: string | null): ListenerView {
  if (listener.name !== 'workbench' || token === null) return listener
  return { ...listener, opensAt: openingOf(listener.url, token) }
}

function addressesOf(listeners: readonly ListenerView[]): Listening['addresses'] {
  const urlOf = (name: ListenerView['name']): string | null =>
    listeners.find((listener) => listener.name === name)?.url ?? null
  return {
    platform: urlOf('platform') ?? '',
    platformTls: urlOf('platformTls') ?? '',
    merchant: urlOf('merchant') ?? '',
    merchantTls: urlOf('merchantTls') ?? '',
    workbench: urlOf('workbench'),
  }
}

/** The project that scripts get, its callback URL as the full address of this run. */
async function defaultProjectOf(bench: Bench): Promise<ReadyInfo['project']> {
  const { projectId, secret, callbackUrl } = bench.defaultProject
  const { items } = await bench.handlers['projects.list']({})
  const view = items.find((item) => item.projectId === projectId)
  return { id: projectId, secret, callbackUrl: view === undefined ? callbackUrl : view.callbackUrl }
}
