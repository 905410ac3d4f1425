import { durationWords } from '#domain/fault/kind'
import { prefixed } from '#lib/members'
import { quotedText } from '#lib/limits/bounded-text'
import type { ChangeBy, Introduction } from './callers'
import type { EventLog } from './event-log'
import { isMethodName, METHODS, type MethodName, type ParsedParams } from './methods'

/** The last changes to the clock, the rules, the projects and Paybench itself. In memory only. */
export type RecentChanges = ReturnType<typeof createRecentChanges>

interface ChangeWords {
  readonly subjects: readonly string[]
  readonly text: string
}

const changeWords = (text: string, ...subjects: readonly string[]): ChangeWords => ({ text, subjects })

function clockText({ mode, rate, now }: ParsedParams<'clock.set'>): string {
  if (now !== undefined) return 'set the date and time of the clock'
  if (mode === 'frozen') return 'froze the clock'
  if (mode === 'live') return 'set the clock to live'
  return `set the clock to ×${String(rate ?? 1)}`
}

function ruleWords(list: 'faults' | 'answers', kind: string) {
  const subjectsOf = (ids: readonly string[] = []): readonly string[] => [
    list,
    ...ids.map((id) => `${list}:${id}`),
  ]
  return {
    put: ({ rule }: { readonly rule: { readonly id: string; readonly name: string } }) =>
      changeWords(`saved the ${kind} rule “${quotedText(rule.name)}”`, ...subjectsOf([rule.id])),
    save: () => changeWords(`replaced all ${kind} rules`, list),
    remove: ({ id }: { readonly id: string }) => changeWords(`removed a ${kind} rule`, ...subjectsOf([id])),
    move: ({ id }: { readonly id: string }) => changeWords(`moved a ${kind} rule`, ...subjectsOf([id])),
    switch: ({ ids, enabled }: { readonly ids?: readonly string[] | undefined; readonly enabled: boolean }) =>
      changeWords(
        `turned ${ids === undefined ? `all ${kind} rules` : ids.length === 1 ? `a ${kind} rule` : `${ids.length} ${kind} rules`} ${enabled ? 'on' : 'off'}`,
        ...subjectsOf(ids),
      ),
    undo: () => changeWords(`undid a change to the ${kind} rules`, list),
  }
}

const WORDS: { readonly [Name in MethodName]?: (params: ParsedParams<Name>) => ChangeWords } = {
  'clock.set': (params) => changeWords(clockText(params), 'clock'),
  'clock.advance': ({ ms }) => changeWords(`moved the clock forward by ${durationWords(ms)}`, 'clock'),
  'clock.advanceToNext': () => changeWords('moved the clock to the next timer', 'clock'),
  'clock.cancelAdvance': () => changeWords('stopped the advance of the clock', 'clock'),
  ...prefixed('faults', ruleWords('faults', 'fault')),
  ...prefixed('answers', ruleWords('answers', 'response')),
  'projects.update': ({ projectId }) =>
    changeWords(`changed project ${projectId}`, 'projects', `projects:${projectId}`),
  'bench.reset': ({ projectId }) =>
    projectId === undefined
      ? changeWords('reset the bench', 'bench')
      : changeWords(`emptied project ${projectId}`, `projects:${projectId}`),
  'settings.update': () => changeWords('changed the storage settings', 'storage'),
}

const KEPT = 100

/** `wallNow`: epoch milliseconds. */
export function createRecentChanges(events: EventLog, wallNow: () => number) {
  let all: readonly ChangeBy[] = []

  return {
    get all(): readonly ChangeBy[] {
      return all
    },
    /** Records a successful call of this client; ignores calls that do not affect other clients. */
    note(client: Introduction, name: string, params: unknown): void {
      if (!isMethodName(name)) return
      // Safe: `wordsOf` gets parameters that the method's shape has parsed.
      const wordsOf = WORDS[name] as ((params: unknown) => ChangeWords) | undefined
      if (wordsOf === undefined) return
      const words = wordsOf(METHODS[name].params.parse(params))
      const change: ChangeBy = {
        // A window has an id, a script has none.
        by: client.name ?? (client.id === undefined ? 'a script' : 'a window'),
        isNamed: client.name !== undefined,
        client: client.id ?? null,
        text: words.text,
        subjects: [...words.subjects],
        wallAt: wallNow(),
      }
      // Only the last change to a subject is of interest.
      const isOutdated = ({ subjects }: ChangeBy): boolean =>
        subjects.every((subject) => change.subjects.includes(subject))
      all = [...all.filter((before) => !isOutdated(before)), change].slice(-KEPT)
      if (events.isWatched) events.publish({ type: 'bench.changed', change })
      else events.skip()
    },
  }
}
