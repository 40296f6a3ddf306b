/** `npm run build`: the same sources as ES modules and as CommonJS, each with its types. */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
// The repository's fast compiler; in a copy of this folder alone, the `tsc` on the PATH.
const native = join(folder, '../../node_modules/typescript-native/bin/tsc')
const [command, ...first] = existsSync(native) ? [process.execPath, native] : ['tsc']

rmSync(join(folder, 'dist'), { recursive: true, force: true })
for (const project of ['tsconfig.json', 'tsconfig.cjs.json']) {
  const { status } = spawnSync(command, [...first, '-p', join(folder, project)], {
    stdio: 'inherit',
    shell: process.platform === 'win32' && command === 'tsc',
  })
  if (status !== 0) process.exit(status ?? 1)
}
// The package is of type module; this half is not.
writeFileSync(join(folder, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n')
