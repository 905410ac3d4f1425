import { z } from 'zod'
import { MAX_PROJECT_ID, type ProjectId } from '#domain/ids'
import { BenchError } from '#protocol/connection'
import {
  callbackRule,
  projectName,
  type projectsCreateParams,
  projectSecret,
  projectSwitches,
  type ProjectView,
} from '#protocol/projects'
import { isOfScenario } from '#protocol/scenarios'
import { DEFAULT_SWITCHES, type Project, type ProjectSwitches, unnamedProject } from '#domain/project/project'
import { isRecord } from '#lib/json/node'
import type { ProjectRecord } from '#store/records'
import type { Store } from '#store/store'
import { findMethod, takesCurrency } from '#domain/method/method'
import { readShape } from '#domain/read-shape'
import { invalidParam, notFound } from './errors'
import { storedUrl, toReference, toUrl } from './self-address'
import { readStoredJson } from './stored-json'
import type { SelfAddresses } from './sending'

/** An omitted member keeps its value or gets its default. */
type ProjectChange = Readonly<z.infer<typeof projectsCreateParams>>

export type Projects = ReturnType<typeof createProjects>

const DEFAULT_CALLBACK = 'own:/callbacks'
/** Rules that target our own listener store a reference such as `own:/callbacks` instead of a URL. */
const storedSwitches = projectSwitches
  .extend({ callbackRules: z.array(callbackRule.extend({ url: storedUrl })) })
  .partial()

/** Switches that are checked together, because the others may name methods that the first adds. */
const METHOD_SWITCHES = ['ownMethods', 'methods', 'unavailableMethods', 'methodWays'] as const

/**
 * @throws BenchError invalid_params for two methods with the same path, for a listed path that no method has, for a kind
 * that the method does not have, and for limits in a currency that it does not accept
 */
function checkMethods({ ownMethods, methods, unavailableMethods, methodWays }: ProjectSwitches): void {
  const paths = ownMethods.map(({ path }) => path)
  const taken = paths.findIndex((path, n) => findMethod(path, []) !== null || paths.indexOf(path) < n)
  if (taken >= 0) {
    const message = `another method has the path ${String(paths[taken])}. Choose a path that no other method has.`
    throw invalidParam(`switches.ownMethods.${String(taken)}.path`, message)
  }
  const listed = [...methods, ...unavailableMethods, ...methodWays]
  const unknown = listed.find(({ path }) => findMethod(path, ownMethods) === null)
  if (unknown !== undefined) {
    const message = `the path ${unknown.path} is in a list of methods, but no method has it. Use a path such as wallet/skrill, or that of an own method.`
    throw invalidParam('switches', message)
  }
  for (const [index, { path, way, limits }] of methodWays.entries()) {
    const method = findMethod(path, ownMethods)
    const ways = method?.operations.sale?.customer ?? []
    if (way !== undefined && !ways.includes(way)) {
      const known = ways.length === 0 ? 'It has none' : `Its kinds are: ${ways.join(', ')}`
      throw invalidParam('switches.methodWays', `${path} does not have the kind ${way}. ${known}.`)
    }
    if (method === null || limits === undefined || takesCurrency(method, limits.currency)) continue
    const message = `${path} does not accept ${limits.currency}, so these limits would have no effect. Give them in a currency that it accepts: ${method.currencies.join(', ')}.`
    throw invalidParam(`switches.methodWays.${String(index)}.limits.currency`, message)
  }
}

/** Keeps projects in memory, because every request needs one. */
export function createProjects(options: {
  readonly store: Store
  readonly addresses: () => SelfAddresses | null
  readonly randomHex: (digits: number) => string
  readonly now: () => number
}) {
  const { store, addresses, randomHex, now } = options
  const cache = new Map<ProjectId, Project>()
  for (const record of store.projects.all()) cache.set(record.projectId, fromRecord(record))

  const reference = (url: string): string => toReference(url, addresses())
  const withChange = (before: Project, change: ProjectChange): Project => {
    const { callbackUrl } = change
    const target = typeof callbackUrl === 'string' ? reference(callbackUrl) : callbackUrl
    const given = Object.entries(change.switches ?? {}).filter(([, value]) => value !== undefined)
    const switches: ProjectSwitches = { ...before.switches, ...Object.fromEntries(given) }
    if (METHOD_SWITCHES.some((name) => change.switches?.[name] !== undefined)) checkMethods(switches)
    const callbackRules = switches.callbackRules.map((rule) => ({ ...rule, url: reference(rule.url) }))
    return {
      projectId: before.projectId,
      name: change.name ?? before.name,
      secret: change.secret ?? before.secret,
      callbackUrl: target === undefined ? before.callbackUrl : target,
      switches: { ...switches, callbackRules },
    }
  }

  const freeId = (): number => {
    for (;;) {
      const projectId = 1000 + (parseInt(randomHex(8), 16) % 9000)
      if (!cache.has(projectId)) return projectId
      if (cache.size > 8000) return Math.max(...cache.keys()) + 1
    }
  }

  const defaultProject = (): Project => {
    const first = cache.values().next()
    if (first.done === true) throw new Error('There is no project yet')
    return first.value
  }

  return {
    byId: (projectId: ProjectId): Project | null => cache.get(projectId) ?? null,
    /**
     * Without an id, returns the default project.
     * @throws BenchError not_found
     */
    find(projectId: ProjectId | undefined): Project {
      const project = projectId === undefined ? defaultProject() : cache.get(projectId)
      if (project === undefined) throw notFound('project', String(projectId))
      return project
    },
    all: (): readonly Project[] => [...cache.values()],
    /** The oldest project: scripts get it unless they name another. */
    defaultProject,
    /** @throws BenchError conflict if the id is taken */
    create(change: ProjectChange): Project {
      const projectId = change.projectId ?? freeId()
      if (projectId > MAX_PROJECT_ID || cache.has(projectId)) {
        throw new BenchError('conflict', `Project ${String(projectId)} already exists. Choose another id.`)
      }
      const fresh = { projectId, name: unnamedProject(projectId), secret: change.secret ?? randomHex(40) }
      const base = { ...fresh, callbackUrl: DEFAULT_CALLBACK, switches: DEFAULT_SWITCHES }
      const project = withChange(base, change)
      store.projects.insert(toRecord(project, now()))
      cache.set(projectId, project)
      return project
    },
    /** @throws BenchError not_found */
    update(projectId: ProjectId, change: ProjectChange): Project {
      const before = cache.get(projectId)
      if (before === undefined) {
        throw new BenchError(
          'not_found',
          `Project ${String(projectId)} does not exist. List the projects with projects.list.`,
        )
      }
      const project = withChange(before, change)
      store.projects.update(toRecord(project, store.projects.byId(projectId)?.createdAt ?? now()))
      cache.set(projectId, project)
      return project
    },
    /**
     * Removes the projects of scenario runs. Call it in the write that removes all data of those projects.
     * @returns a function that removes them from memory too; call it after the commit
     */
    removeOfScenarios(): () => void {
      const scenarioProjects = [...cache.values()].filter((project) => isOfScenario(project))
      // One project always stays: without a project, Paybench accepts no requests.
      const removed = scenarioProjects.length === cache.size ? scenarioProjects.slice(1) : scenarioProjects
      for (const { projectId } of removed) store.projects.remove(projectId)
      return () => {
        for (const { projectId } of removed) cache.delete(projectId)
      }
    },
    view: (project: Project): ProjectView => projectView(project, addresses()),
  }
}

function projectView(project: Project, addresses: SelfAddresses | null): ProjectView {
  const { callbackUrl, switches } = project
  const callbackRules = switches.callbackRules.map((rule) => ({ ...rule, url: toUrl(rule.url, addresses) }))
  return {
    ...project,
    callbackUrl: callbackUrl === null ? null : toUrl(callbackUrl, addresses),
    switches: z.parse(projectSwitches, { ...switches, callbackRules }),
  }
}

function toRecord({ switches, ...project }: Project, createdAt: number): ProjectRecord {
  return { ...project, switches: JSON.stringify(switches), createdAt }
}

/** Defaults replace each missing or invalid switch, and an invalid name, secret or address. */
function fromRecord(record: ProjectRecord): Project {
  const raw: unknown = readStoredJson(record.switches)
  const known = Object.entries(isRecord(raw) ? raw : {}).filter(
    ([name, value]) => readShape(storedSwitches, { [name]: value }).success,
  )
  const { projectId, name, secret, callbackUrl } = record
  return {
    projectId,
    name: readShape(projectName, name).data ?? `Project ${String(projectId)} (unreadable name)`,
    secret: readShape(projectSecret, secret).data ?? 'unreadable',
    callbackUrl: readShape(storedUrl.nullable(), callbackUrl).data ?? null,
    switches: { ...DEFAULT_SWITCHES, ...(Object.fromEntries(known) as Partial<ProjectSwitches>) },
  }
}
