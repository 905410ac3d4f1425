import { z } from 'zod'
import { projectId } from './projects'
import { signatureVerdict } from './messages'

const secret = z.string().min(1).max(255)

/** `body` is the exact JSON text; the secret is the project's unless one is given. */
export const signParams = z.strictObject({
  body: z.string().max(16_777_216),
  projectId: projectId.optional(),
  secret: secret.optional(),
})
export const signResult = z.object({ canonical: z.string(), signature: z.string() })

export const explainParams = signParams.extend({ surface: z.enum(['api', 'form']).optional() })

export const explainResult = z.object({
  canonical: z.string(),
  lines: z.array(z.object({ path: z.string(), value: z.string(), line: z.string() })),
  expected: z.string(),
  verdict: signatureVerdict,
  dialects: z.array(
    z.object({
      dialect: z.string(),
      name: z.string(),
      explanation: z.string(),
      canonical: z.string().optional(),
      signature: z.string().optional(),
      failure: z.string().optional(),
      matches: z.boolean(),
    }),
  ),
})
