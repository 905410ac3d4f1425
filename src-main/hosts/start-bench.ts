import { join } from 'node:path'
import type { Bench, Listening } from '#workbench/bench'
import { createBenchService } from '#workbench/sessions/bench-service'
import type { ListenerView, Notice } from '#protocol/bench'
import { serveConnection } from '#protocol/server'
import type { CustomerFiles } from '#core/sending'
import { createHealthCheck } from '#net/listener'
import { createHostGuard } from '#net/host-guard'
import { openAuthority } from '#net/tls/authority'
import { certificateNames } from '#net/tls/certificates'
import { readPageFiles } from '#net/workbench/page'
import { openStore } from '#store/open'
import type { Store } from '#store/store'
import type { LaunchOptions } from './options'
import {
  type BenchHost,
  openingOf,
  type ReadyInfo,
  type RunningBench,
  type StartOutcome,
} from './running-bench'
import { openToken } from './token-file'
import { createBenchPorts, listenerLog } from './wiring/bench-ports'
import { bindAll, customerOrigins, hostsForOthers, startNotices } from './wiring/listener-address'
import { closeInOrder } from './wiring/close-in-order'
import { bindables, createListeners } from './wiring/listeners'
import { errorText, StartProblem } from '#lib/error-text'
import { originUnder } from '#lib/http-message/response'
import { createForeign } from '#scenarios/foreign/create-foreign'

/** Opens what a bench needs and starts it; if that fails, closes it all. Returns failures that testers can cause. */
export async function startBench(options: LaunchOptions, host: BenchHost): Promise<StartOutcome> {
  try {
    return { kind: 'started', bench: await openBench(options, host) }
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    // The messages of the store, authority, files and listeners already say what to do; this remedy is the last step.
    const remedy = 'After that, start Paybench again.'
    return { kind: 'failed', failure: { message: error.message, remedy } }
  }
}

async function openBench(options: LaunchOptions, host: BenchHost): Promise<RunningBench> {
  const { storage } = options
  const customerFiles = customerFilesOf(host)
  const opening = openStore({
    directory: storage.kind === 'folder' ? storage.directory : null,
    durability: 'normal',
    indexProgram: host.indexProgram,
    log: host.log,
  })
  if (!opening.ok) throw new StartProblem(opening.error.message)
  const { store, notices } = opening
  try {
    const credentials = await openCredentials(options, store.directory)
    return await startOverStore(options, host, { store, notices, customerFiles, ...credentials })
  } catch (error) {
    await store.close()
    throw error
  }
}

function customerFilesOf(host: BenchHost): CustomerFiles {
  try {
    return host.readCustomerFiles()
  } catch (error) {
    throw new StartProblem(errorText(error), { cause: error })
  }
}

type Foundation = Awaited<ReturnType<typeof openCredentials>> & {
  readonly store: Store
  readonly notices: readonly Notice[]
  readonly customerFiles: CustomerFiles
}

async function openCredentials({ bind, allowHosts, tokenFile }: LaunchOptions, directory: string | null) {
  const authority = await openAuthority(directory === null ? null : join(directory, 'certificates'))
  const tls = await authority.serverCertificate(certificateNames(bind, allowHosts))
  return { token: await openToken(tokenFile), tls, caPem: authority.caPem, authorityNotice: authority.notice }
}

async function startOverStore(
  options: LaunchOptions,
  host: BenchHost,
  { store, notices: storeNotices, customerFiles, caPem, tls, authorityNotice, ...credentials }: Foundation,
): Promise<RunningBench> {
  const { bind, ports, project } = options
  const foreign = createForeign(host.foreignProgram)
  const bench = createBenchService({
    foreign,
    store,
    storeNotices,
    ports: createBenchPorts(host.log, caPem, host.maySendTo),
    version: host.version,
    host: host.kind,
    customerFiles,
    shippedScenarios: host.scenariosDirectory,
    ...(host.indexProgram === undefined ? {} : { indexProgram: host.indexProgram }),
    ...(host.ownBenches === undefined ? {} : { ownBenches: host.ownBenches }),
    project: project === null ? null : { projectId: project.id, secret: project.secret },
  })
  const stage = { isClosing: false, isEnding: false }
  let customerPages: readonly string[] = []
  const token = ports.workbench === null ? null : credentials.token
  const listeners = createListeners({
    bench,
    allowHost: createHostGuard({ bindAddress: bind, allowedHosts: options.allowHosts }),
    health: createHealthCheck(host.version, () => stage.isClosing),
    tls,
    workbench:
      token === null
        ? null
        : {
            token,
            pages: await readPageFiles(host.rendererDirectory),
            frameOrigins: (host) => [
              ...new Set(customerPages.flatMap((origin) => [origin, originUnder(origin, host)])),
            ],
            isTls: options.workbenchTls,
          },
    isEnding: () => stage.isEnding,
    log: listenerLog(host.log, bench.onBug),
  })
  const connections = createConnections(bench)
  const close = closeInOrder({
    bench,
    foreign,
    listeners,
    endConnections: connections.endAll,
    stage,
    log: host.log,
  })

  try {
    const bound = await bindAll(bindables(listeners, options), bind, hostsForOthers(bind, options.allowHosts))
    const notices = startNotices({ bindAddress: bind, listeners: bound, authorityNotice })
    const addresses = addressesOf(bound)
    customerPages = customerOrigins(addresses)
    bench.start({
      addresses,
      listeners: bound.map((listener) => withOpening(listener, token)),
      caPem,
      notices,
      workbenchOrigin: host.workbenchOrigin ?? addresses.workbench,
    })
    const ready: ReadyInfo = {
      version: host.version,
      token,
      ...addresses,
      reachableAt: reachableAtOf(bound),
      dataDir: store.directory,
      project: await defaultProjectOf(bench),
    }
    return {
      ready,
      caPem,
      async secrets() {
        const { items } = await bench.handlers['projects.list']({})
        return items.map(({ secret }) => secret)
      },
      notices: [...storeNotices, ...notices],
      notify: bench.notify,
      connect: connections.connect,
      onError(what, error) {
        bench.onBug(error, what)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Keeps track of the connections that do not use the workbench listener. */
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

/** Null if only this computer can reach the listeners. */
function reachableAtOf(listeners: readonly ListenerView[]): ReadyInfo['reachableAt'] {
  const entries = listeners.flatMap(({ name, reachableAt }) =>
    reachableAt === undefined ? [] : [[name, reachableAt] as const],
  )
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/** The callback URL is absolute, with the addresses that the listeners have in this run. */
async function defaultProjectOf(bench: Bench): Promise<ReadyInfo['project']> {
  const { projectId, secret, callbackUrl } = bench.defaultProject
  const { items } = await bench.handlers['projects.list']({})
  const view = items.find((item) => item.projectId === projectId)
  return { id: projectId, secret, callbackUrl: view === undefined ? callbackUrl : view.callbackUrl }
}
