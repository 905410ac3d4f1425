import { z } from 'zod'
import { readStoredJson } from '#core/stored-json'
import { readShape } from '#protocol/read-shape'
import type { ScenarioBench } from '#scenarios/running/scenario-bench'
import { takeBack, undoCalls, type UndoCalls } from '#scenarios/running/traces'
import type { SettingsRepository } from '#store/settings'

/** The setting that has them. It may hold the secret of a project, so a session file without secrets does not. */
export const RUN_TRACES_KEY = 'scenario.traces'

const keptTraces = z.object({ origins: z.record(z.string(), z.string().nullable()), undo: undoCalls })

/** The addresses of our listeners by their names. */
type Origins = Readonly<Record<string, string | null>>

/** How to take back what a run has changed, kept until that is done: the program may die in the middle of a run. */
export interface KeptTraces {
  readonly keep: (undo: UndoCalls) => void
  /** Takes back what a run of a program that died has changed. */
  readonly recover: (bench: ScenarioBench) => Promise<void>
}

export function createKeptTraces(settings: SettingsRepository, origins: () => Origins): KeptTraces {
  const forget = (): void => {
    settings.remove(RUN_TRACES_KEY)
  }
  return {
    keep(undo) {
      if (undo.length === 0) forget()
      else settings.set(RUN_TRACES_KEY, JSON.stringify({ origins: origins(), undo }))
    },
    async recover(bench) {
      const text = settings.get(RUN_TRACES_KEY)
      if (text === null) return
      const kept = readShape(keptTraces, readStoredJson(text))
      if (kept.success) await takeBack(bench, moved(kept.data.undo, kept.data.origins, origins()))
      forget()
    },
  }
}

/** Our listeners may have other ports than before: their addresses are those of this start. */
function moved(undo: UndoCalls, before: Origins, now: Origins): UndoCalls {
  const text = Object.entries(before).reduce((moving, [name, origin]) => {
    const present = now[name]
    return typeof origin === 'string' && typeof present === 'string'
      ? moving.replaceAll(`"${origin}`, `"${present}`)
      : moving
  }, JSON.stringify(undo))
  return undoCalls.parse(readStoredJson(text))
}
