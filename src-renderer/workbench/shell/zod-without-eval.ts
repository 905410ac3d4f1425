import { z } from 'zod'

// The page's policy forbids code from text. This has to run before any schema is made, so it is imported
// first.
z.config({ jitless: true })
