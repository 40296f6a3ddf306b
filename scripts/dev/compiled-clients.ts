/**
 * For `npm run dev`: Node runs TypeScript by removing the types. The code of openapi-generator needs more than that, so its
 * compiled form is loaded.
 */
import { registerHooks } from 'node:module'

const GENERATED = /\/services\/(shared\/clients\/generated\/.*)\.ts$/

registerHooks({
  resolve(specifier, context, next) {
    const url = specifier.startsWith('.') ? new URL(specifier, context.parentURL).href : specifier
    return next(GENERATED.test(url) ? url.replace(GENERATED, '/dist/services/$1.js') : specifier, context)
  },
})
