import { API_SCENES } from './api-scenes'
import { CALLBACK_SCENES } from './callback-scenes'
import { FORM_SCENES } from './form-scenes'
import type { Scenes } from './scene'

/** Every switch with a sample in which it shows; a switch without one does not compile. */
export const SWITCH_SCENES: Scenes = { ...API_SCENES, ...FORM_SCENES, ...CALLBACK_SCENES }
