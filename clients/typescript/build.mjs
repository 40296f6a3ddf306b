/** `npm run build`: the same sources as ES modules and as CommonJS, each with its types. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname

rmSync(join(folder, 'dist'), { recursive: true, force: true })
for (const project of ['tsconfig.json', 'tsconfig.cjs.json']) {
  // npm puts the project's compiler on the PATH.
  const { status } = spawnSync('tsc', ['-p', join(folder, project)], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
// The package is of type module; this half is not.
writeFileSync(join(folder, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n')
