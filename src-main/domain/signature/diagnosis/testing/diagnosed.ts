import { nodeCrypto } from '#e2e/fixtures/node-crypto'
import { doAllSteps } from '#lib/steps'
import {
  diagnosing,
  triesWithin,
  type Diagnosis,
  type DiagnosisRequest,
} from '#domain/signature/diagnosis/diagnose'

/** The diagnosis of a message, however long it takes unless the request says otherwise. */
export const diagnosed = (
  request: Pick<DiagnosisRequest, 'root' | 'surface' | 'encoding' | 'secret'> & Partial<DiagnosisRequest>,
): Diagnosis =>
  doAllSteps(
    diagnosing({
      otherSecrets: [],
      lenient: false,
      crypto: nodeCrypto,
      maxTries: triesWithin(Infinity),
      ...request,
    }),
  )
