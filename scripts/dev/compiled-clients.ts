/**
 * For services that run from their TypeScript files, in `npm run dev` and in tests. Node runs TypeScript by removing the
 * types. The generated clients need more than that, so their compiled form is loaded.
 */
import { registerHooks } from 'node:module'

const GENERATED = /\/services\/(shared\/clients\/generated\/.*)\.ts$/

registerHooks({
  resolve(specifier, context, next) {
    const url = specifier.startsWith('.') ? new URL(specifier, context.parentURL).href : specifier
    return next(GENERATED.test(url) ? url.replace(GENERATED, '/dist/services/$1.js') : specifier, context)
  },
})
