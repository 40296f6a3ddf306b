import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireOnPath, run } from '../dev/backing/programs.ts'

const SOFTWARE = join(import.meta.dirname, '../../.local/software')
const INSTALL_MS = 150_000

/**
 * The `bin` folder of a virtual environment of this clone with these packages from PyPI, made once.
 * @param name changes with the pinned versions
 * @throws Error when Python 3 or the packages can't be had
 */
export async function pythonWith(
  name: string,
  packages: readonly string[],
  env = process.env,
): Promise<string> {
  const dir = join(SOFTWARE, name)
  const complete = join(dir, '.rollcall-complete')
  if (!existsSync(complete)) {
    process.stderr.write(`Installing ${name} from PyPI, once …\n`)
    rmSync(dir, { recursive: true, force: true })
    await run(requireOnPath('python3', env), ['-m', 'venv', dir], { env, timeoutMs: INSTALL_MS })
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]
    await run(join(dir, 'bin/python'), pip, { env, timeoutMs: INSTALL_MS })
    writeFileSync(complete, '')
  }
  return join(dir, 'bin')
}
