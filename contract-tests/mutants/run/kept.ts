import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../../scripts/generate/paths.ts'

const FOLDER = join(root, '.local/mutants')

/** What the behaviour of the system, and of those who ask it, follows from. */
const SOURCES = ['services/**/*.{ts,json}', 'contract-tests/**/*.{ts,json}', 'clients/tests/**/*.ts']
/** What is made of a run, which changes nothing in it. */
const RESULTS = ['matrix.json', 'equivalent.ts']

/** Changes with every source. */
export async function digestOfSources(): Promise<string> {
  const digest = createHash('sha256')
  const files: string[] = []
  for await (const file of glob(SOURCES, { cwd: root })) files.push(file)
  for (const file of files.sort())
    if (!RESULTS.some((name) => file.endsWith(`mutants/${name}`)))
      digest.update(file).update(await readFile(join(root, file)))
  return digest.digest('hex').slice(0, 16)
}

/** What takes long and follows from the sources alone is done once for each state of them, unless `again`. */
export async function kept<T>(
  name: string,
  digest: string,
  work: () => Promise<T>,
  again: boolean,
): Promise<T> {
  const file = join(FOLDER, `${name}-${digest}.json`)
  if (!again) {
    const known = await readFile(file, 'utf8').catch(() => undefined)
    if (known !== undefined) return JSON.parse(known) as T
  }
  const result = await work()
  await mkdir(FOLDER, { recursive: true })
  await writeFile(file, JSON.stringify(result))
  return result
}
