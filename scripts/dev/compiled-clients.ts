/**
 * `npm run dev` runs the services' TypeScript as it is, which Node does by leaving types out. What openapi-generator wrote
 * needs more than that: its compiled form is taken.
 */
import { registerHooks } from 'node:module'

const GENERATED = /\/services\/(registration\/src\/clients\/generated\/.*)\.ts$/

registerHooks({
  resolve(specifier, context, next) {
    const url = specifier.startsWith('.') ? new URL(specifier, context.parentURL).href : specifier
    return next(GENERATED.test(url) ? url.replace(GENERATED, '/dist/services/$1.js') : specifier, context)
  },
})
