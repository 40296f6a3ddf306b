import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../../scripts/generate/paths.ts'

const FOLDER = join(root, '.local/mutants')

/**
 * What takes long and follows from its input alone is done once for each input; `work` says what it is. `again` does it
 * anew.
 */
export async function kept<T>(
  name: string,
  input: unknown,
  work: () => Promise<T>,
  again: boolean,
): Promise<T> {
  const key = createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 16)
  const file = join(FOLDER, `${name}-${key}.json`)
  if (!again) {
    const known = await readFile(file, 'utf8').catch(() => undefined)
    if (known !== undefined) return JSON.parse(known) as T
  }
  const result = await work()
  await mkdir(FOLDER, { recursive: true })
  await writeFile(file, JSON.stringify(result))
  return result
}
