import { z } from 'zod'
import type { ProjectSwitches } from '#domain/project/project'
import { SWITCH_DESCRIPTIONS } from '#domain/project/switches'
import { projectId } from './shapes'

const NAMES: ReadonlySet<string> = new Set(SWITCH_DESCRIPTIONS.map(({ name }) => name))

const switchName = z.custom<keyof ProjectSwitches>(
  (name) => typeof name === 'string' && NAMES.has(name),
  'must be the name of a project switch, as in projects.list',
)

/** Without a project the default one. */
export const previewSwitchParams = z.strictObject({ projectId: projectId.optional(), name: switchName })

/** A sample with the switch at this value: an HTTP answer, a body without its signature, or sentences. */
const side = z.object({
  value: z.unknown(),
  /** Whether the project has the switch at this value now. */
  isSet: z.boolean(),
  text: z.string(),
})

/** What a switch does to a sample: `before` at its default, `after` as it is set, else at an example. */
export const switchPreview = z.object({
  name: z.string(),
  /** What the sample is. */
  title: z.string(),
  before: side,
  after: side,
})
export type SwitchPreview = z.infer<typeof switchPreview>
