import type { Topic } from '#domain/signature/diagnosis/mistake'

/** One language's code by its part; a part that it has no use for is left out. */
export type FixParts = Readonly<Partial<Record<Topic, string>>>
