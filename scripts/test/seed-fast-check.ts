import { configureGlobal } from 'fast-check'
import { seedOfRun } from './seed'

// In every test file, fast-check generates from the seed of the run.
configureGlobal({ seed: seedOfRun() })
