import { z } from 'zod'
import { BenchError } from '../protocol/bench-error'
import { callbackRule, projectName, projectSecret, projectSwitches } from '../protocol/projects'
import type { ProjectView } from '../protocol/projects'
import { DEFAULT_SWITCHES, MAX_PROJECT_ID } from '../domain/project/project'
import { unnamedProject } from '../domain/project/project-name'
import { isRecord } from '../domain/api/rules'
import type { Project, ProjectSwitches } from '../domain/project/project'
import type { ProjectRecord } from '../store/records'
import type { Store } from '../store/store'
import { storedUrl, toReference, toUrl } from './self-address'
import { readStoredJson } from './stored-json'
import type { SelfAddresses } from './ports'
import { readShape } from '../protocol/read-shape'

/** What a tester may set when a project is made or changed; what is left out stays or gets its default. */
export interface ProjectChange {
  readonly projectId?: number | undefined
  readonly name?: string | undefined
  readonly secret?: string | undefined
  readonly callbackUrl?: string | null | undefined
  readonly switches?:
    | ({ readonly [Name in keyof ProjectSwitches]?: ProjectSwitches[Name] | undefined } & {
        readonly legacyStatus?: boolean | undefined
      })
    | undefined
}

export interface Projects {
  byId(projectId: number): Project | null
  all(): readonly Project[]
  /** The oldest project: the one that scripts get unless they name another. */
  defaultProject(): Project
  create(change: ProjectChange): Project
  update(projectId: number, change: ProjectChange): Project
  /** As clients see it: callback URLs as full addresses. */
  view(project: Project): ProjectView
}

/** What the two positions of the former switch `legacyStatus` mean. */
const STATUS_FIELDS = { true: 'extended', false: 'mission' } as const
const DEFAULT_CALLBACK = 'own:/callbacks'
/** Rules are kept with own targets as paths, which are no URLs. */
const storedSwitches = projectSwitches
  .extend({ callbackRules: z.array(callbackRule.extend({ url: storedUrl })) })
  .partial()

/** Projects of the data folder, kept in memory because every request asks for one. */
export function createProjects(options: {
  readonly store: Store
  readonly addresses: () => SelfAddresses | null
  readonly randomHex: (digits: number) => string
  readonly now: () => number
}): Projects {
  const { store, addresses, randomHex, now } = options
  const cache = new Map<number, Project>()
  for (const record of store.projects.all()) cache.set(record.projectId, fromRecord(record))

  const save = (project: Project, createdAt: number, isNew: boolean): Project => {
    const record: ProjectRecord = {
      projectId: project.projectId,
      name: project.name,
      secret: project.secret,
      callbackUrl: project.callbackUrl,
      switches: JSON.stringify(project.switches),
      createdAt,
    }
    if (isNew) store.projects.insert(record)
    else store.projects.update(record)
    cache.set(project.projectId, project)
    return project
  }

  const merge = (base: ProjectSwitches, change: ProjectChange['switches'] = {}): ProjectSwitches => {
    const { legacyStatus, ...named } = change
    const older =
      legacyStatus === undefined ? base : { ...base, statusFields: STATUS_FIELDS[`${legacyStatus}`] }
    const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
    const merged = { ...older, ...given }
    return {
      ...merged,
      callbackRules: merged.callbackRules.map((rule) => ({
        ...rule,
        url: toReference(rule.url, addresses()),
      })),
    }
  }

  const reference = (url: string | null): string | null =>
    url === null ? null : toReference(url, addresses())

  const freeId = (): number => {
    for (;;) {
      const projectId = 1000 + (parseInt(randomHex(8), 16) % 9000)
      if (!cache.has(projectId)) return projectId
      if (cache.size > 8000) return Math.max(...cache.keys()) + 1
    }
  }

  return {
    byId: (projectId) => cache.get(projectId) ?? null,
    all: () => [...cache.values()],
    defaultProject() {
      const first = cache.values().next()
      if (first.done === true) throw new Error('There is no project yet')
      return first.value
    },
    create(change) {
      const projectId = change.projectId ?? freeId()
      if (projectId > MAX_PROJECT_ID || cache.has(projectId)) {
        throw new BenchError('conflict', `Project ${String(projectId)} exists already. Choose another id.`)
      }
      return save(
        {
          projectId,
          name: change.name ?? unnamedProject(projectId),
          secret: change.secret ?? randomHex(40),
          callbackUrl: change.callbackUrl === undefined ? DEFAULT_CALLBACK : reference(change.callbackUrl),
          switches: merge(DEFAULT_SWITCHES, change.switches),
        },
        now(),
        true,
      )
    },
    update(projectId, change) {
      const project = cache.get(projectId)
      if (project === undefined) {
        throw new BenchError(
          'not_found',
          `There is no project ${String(projectId)}. List them with projects.list.`,
        )
      }
      return save(
        {
          projectId,
          name: change.name ?? project.name,
          secret: change.secret ?? project.secret,
          callbackUrl: change.callbackUrl === undefined ? project.callbackUrl : reference(change.callbackUrl),
          switches: merge(project.switches, change.switches),
        },
        store.projects.byId(projectId)?.createdAt ?? now(),
        false,
      )
    },
    view: (project) => ({
      ...project,
      callbackUrl: project.callbackUrl === null ? null : toUrl(project.callbackUrl, addresses()),
      switches: z.parse(projectSwitches, {
        ...project.switches,
        callbackRules: project.switches.callbackRules.map((rule) => ({
          ...rule,
          url: toUrl(rule.url, addresses()),
        })),
      }),
    }),
  }
}

/**
 * Switches that a newer or older version wrote are read one by one; what does not fit falls back to the default. So does a name
 * or an address that no list could show.
 */
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
