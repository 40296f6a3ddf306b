import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { ROOT } from '../support/files.ts'
import { ALSO, guideFiles, GUIDES } from './sections.ts'

const SITE = join(ROOT, 'local/pages/site')
const VITEPRESS = join(
  dirname(createRequire(import.meta.url).resolve('vitepress/package.json')),
  'bin/vitepress.js',
)

/**
 * Renders the guides with VitePress into `target`, replacing what is there. Takes some seconds of CPU time.
 */
export async function buildGuides(target: string): Promise<void> {
  // In the checkout, so that the site finds VitePress; a copy, because links and the names of pages differ
  // there.
  const site = join(ROOT, '.local/guides')
  await rm(site, { recursive: true, force: true })
  await mkdir(join(site, '.vitepress'), { recursive: true })
  const pages: Readonly<Record<string, string>> = {
    ...Object.fromEntries(guideFiles().map((file) => [relative(ROOT, join(GUIDES, file)), file])),
    ...ALSO,
  }
  for (const [source, page] of Object.entries(pages)) {
    const path = join(site, 'guide', page === 'README.md' ? 'index.md' : page)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, inSite(await readFile(join(ROOT, source), 'utf8'), source, pages))
  }
  await cp(SITE, join(site, '.vitepress'), { recursive: true })
  await writeFile(
    join(site, '.vitepress/config.ts'),
    `export { default } from ${JSON.stringify(join(SITE, 'config.ts'))}\n`,
  )
  await run(['build', site, '--outDir', join(site, 'out')])
  await withoutInlineScripts(join(site, 'out'))
  await rm(target, { recursive: true, force: true })
  await mkdir(dirname(target), { recursive: true })
  await rename(join(site, 'out'), target)
  await rm(site, { recursive: true, force: true })
}

/** Links lead to the page of the document; those to documents that the site does not have become text. */
function inSite(markdown: string, source: string, pages: Readonly<Record<string, string>>): string {
  const here = dirname(pages[source] ?? '')
  return markdown.replaceAll(
    /\[([^\]]+)\]\((?!https?:|\/|#)([^)#]+)(#[^)]*)?\)/g,
    (_link, text: string, to: string, anchor = '') => {
      const page = pages[relative(ROOT, resolve(ROOT, dirname(source), to))]
      return page === undefined
        ? text
        : `[${text}](${relative(here, page.replace(/^README\.md$/, 'index.md'))}${anchor})`
    },
  )
}

async function run(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [VITEPRESS, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`vitepress ${args[0]} failed:\n${output}`)
}

/**
 * Moves the scripts in the HTML (the colour scheme, before anything is drawn) into files, as the policy
 * demands.
 */
async function withoutInlineScripts(folder: string): Promise<void> {
  for await (const file of glob('**/*.html', { cwd: folder })) {
    const html = await readFile(join(folder, file), 'utf8')
    const moved = html.matchAll(/<script id="([\w-]+)">(.+?)<\/script>/gs)
    for (const [, id = '', script = ''] of moved) await writeFile(join(folder, 'assets', `${id}.js`), script)
    await writeFile(
      join(folder, file),
      html.replaceAll(/<script id="([\w-]+)">.+?<\/script>/gs, '<script src="/docs/assets/$1.js"></script>'),
    )
  }
}
