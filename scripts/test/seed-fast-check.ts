import { configureGlobal } from 'fast-check'
import { seedOfRun } from './seed'

// Every test file: what fast-check generates comes from the seed of the run.
configureGlobal({ seed: seedOfRun() })
