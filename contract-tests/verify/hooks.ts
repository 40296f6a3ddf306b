/**
 * Lets Node run the code of openapi-generator, which imports `./x.js` for `x.ts` and uses syntax that Node
 * can't strip. Jest's configuration does the same.
 */
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from '@swc/core'

const GENERATED = /\/generated\/.*\.ts$/

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL !== undefined) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL)
      if (existsSync(source)) return next(source.href, context)
    }
    return next(specifier, context)
  },
  load(url, context, next) {
    if (!GENERATED.test(url)) return next(url, context)
    const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
      filename: url,
      jsc: { target: 'es2024', parser: { syntax: 'typescript' } },
      module: { type: 'es6' },
      swcrc: false,
    })
    return { format: 'module', source: code, shortCircuit: true }
  },
})
