/** `npm run build`: without what earlier builds have left, which would be packed as well. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

rmSync(join(import.meta.dirname, 'dist'), { recursive: true, force: true })
const { status } = spawnSync('tsc', ['-b'], {
  cwd: import.meta.dirname,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
