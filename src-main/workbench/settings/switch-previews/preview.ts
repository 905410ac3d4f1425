import type { SwitchPreview } from '#protocol/projects'
import { apiError } from '#domain/api/errors'
import { boundedText } from '#lib/limits/bounded-text'
import { DEFAULT_SWITCHES, type Project, type ProjectSwitches } from '#domain/project/project'
import { refusedText, type Scenes, type SceneTools } from './scene'
import { API_SCENES } from './api-scenes'
import { CALLBACK_SCENES } from './callback-scenes'
import { FORM_SCENES } from './form-scenes'
import { SampleRefusal } from './sample-run'

const MAX_CHARS = 20_000

/** The type requires a sample for every switch. */
const SWITCH_SCENES: Scenes = { ...API_SCENES, ...FORM_SCENES, ...CALLBACK_SCENES }

/** The text of a sample, or the refusal that ended it. */
export function orRefusal(show: () => string): string {
  try {
    return show()
  } catch (error) {
    if (error instanceof SampleRefusal) return refusedText(apiError(400, '3.7', error.refusal))
    throw error
  }
}

/**
 * Shows a sample twice: with the project's switch at its default, and at its current value, or at an example if the
 * current value is the default. The other switches keep their values, except those that this one needs.
 */
export function previewSwitch(
  name: keyof ProjectSwitches,
  project: Project,
  tools: SceneTools,
): SwitchPreview {
  const scene = SWITCH_SCENES[name]
  const standard = DEFAULT_SWITCHES[name]
  const now = project.switches[name]
  const isChanged = JSON.stringify(now) !== JSON.stringify(standard)
  const other = isChanged ? now : scene.example
  const show = (value: ProjectSwitches[keyof ProjectSwitches]): string => {
    const switches: ProjectSwitches = { ...project.switches, ...scene.needs, [name]: value }
    return orRefusal(() => boundedText(scene.show({ ...project, switches }, tools), MAX_CHARS))
  }
  return {
    name,
    title: scene.title,
    before: { value: standard, isSet: !isChanged, text: show(standard) },
    after: { value: other, isSet: isChanged, text: show(other) },
  }
}
