import type { BenchInfo } from '#protocol/bench'
import type { ProjectView } from '#protocol/projects'
import type { Project } from '#domain/project/project'
import type { Handlers, Result } from '#protocol/methods'
import type { BenchContext } from '#workbench/payment-engine'
import { invalidParam } from '#core/errors'
import { runSteps, type StorageSettingsRepository } from '#core/retention'
import { previewSwitch } from './switch-previews/preview'
import type { BenchOptions } from '#workbench/bench'
import { clockView } from '#workbench/clock/handlers'

/** Address of the issuer's page in a sample that is made before the listeners are open. */
const SAMPLE_PLATFORM = 'https://platform.example'

export function countersOf(context: BenchContext): BenchInfo['counters'] {
  const { store } = context
  const states = store.callbacks.countByState()
  const { captures, exchanges } = store.exchanges.counts()
  return {
    payments: store.payments.count(),
    waiting: store.payments.countWaiting(),
    callbacks: Object.values(states).reduce((sum, count) => sum + count, 0),
    failingCallbacks: store.callbacks.countFailing(),
    pendingCallbacks: states.scheduled + states.delivering,
    captures,
    exchanges,
  }
}

export function storageOf(
  context: BenchContext,
  settings: StorageSettingsRepository,
): Result<'settings.update'> {
  const { store } = context
  return {
    directory: store.directory,
    ...store.retention.usage(),
    durability: settings.current.durability,
    index: store.indexState,
  }
}

/** Methods about Paybench itself, its projects and its settings. */
export function benchHandlers(
  context: BenchContext,
  own: {
    readonly options: Pick<BenchOptions, 'version' | 'host' | 'recentChanges'>
    readonly settings: StorageSettingsRepository
    /** Further changes that a reset of all projects makes in its transaction. */
    readonly duringReset: () => void
  },
) {
  const { store, projects, changes, scheduler, advancer } = context
  const views = (): ProjectView[] => projects.all().map(projects.view)
  const publishProjects = (): void => changes.other(() => ({ type: 'projects.changed', projects: views() }))
  const publishedView = async (project: Project): Promise<ProjectView> => {
    publishProjects()
    await store.committed()
    return projects.view(project)
  }
  return {
    'bench.info': () => {
      const { version, host } = own.options
      return {
        version,
        runtime: { host, node: process.versions.node, platform: process.platform },
        listeners: [...(context.listening()?.listeners ?? [])],
        projects: views(),
        defaultProjectId: context.defaultProject().projectId,
        clock: clockView(context),
        counters: countersOf(context),
        storage: storageOf(context, own.settings),
        notices: [...context.notices.all],
        changes: [...(own.options.recentChanges?.all ?? [])],
        session: context.session,
        caPem: context.listening()?.caPem ?? null,
      }
    },
    'bench.reset': async ({ projectId, scenarioProjects = false }) => {
      if (projectId !== undefined) {
        if (scenarioProjects)
          throw invalidParam('scenarioProjects', 'a reset of one project removes no projects: leave it out')
        await runSteps(store.resetProject(projects.find(projectId).projectId))
        changes.other(() => ({ type: 'bench.reset', projectId }))
      } else {
        void advancer.cancel()
        let forgetProjects = (): void => undefined
        store.reset(() => {
          own.duringReset()
          if (scenarioProjects) forgetProjects = projects.removeOfScenarios()
        })
        forgetProjects()
        changes.other(() => ({ type: 'bench.reset' }))
        if (scenarioProjects) publishProjects()
      }
      scheduler.wake()
      await store.committed()
      return {}
    },
    'settings.update': async (params) => {
      own.settings.update(params)
      await store.committed()
      return storageOf(context, own.settings)
    },
    'projects.list': () => ({ items: views() }),
    'projects.create': async (params) => publishedView(projects.create(params)),
    'projects.previewSwitch': ({ projectId, name }) => {
      const { ports, clock } = context
      const platformUrl = context.addresses()?.platform ?? SAMPLE_PLATFORM
      return previewSwitch(name, projects.find(projectId), {
        world: { now: clock.now(), platformUrl },
        crypto: ports.crypto,
      })
    },
    'projects.update': async (params) => publishedView(projects.update(params.projectId, params)),
  } satisfies Partial<Handlers>
}
