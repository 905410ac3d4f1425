import { z } from 'zod'
import type { Path } from './problem'

/** The names that a map at a path inside a shape may have; none where any may stand. */
export function namesOf(shape: z.ZodType, path: Path): readonly string[] {
  let current: unknown = shape
  for (const key of path) {
    const inside = bare(current)
    if (inside instanceof z.ZodObject) current = inside.shape[String(key)]
    else if (inside instanceof z.ZodArray) current = inside.element
    else return []
  }
  const found = bare(current)
  return found instanceof z.ZodObject ? Object.keys(found.shape) : []
}

/** Without `optional`; of a union the member that is a map. */
function bare(shape: unknown): unknown {
  if (shape instanceof z.ZodOptional) return bare(shape.unwrap())
  if (shape instanceof z.ZodUnion) return shape.options.find((option) => option instanceof z.ZodObject)
  return shape
}
